// The held domino, drawn in insets beside the tower.
import * as three from "three";
import { prefersReducedMotion } from "$app/settings.svelte";
import type { Pose } from "../logic";
import { eased, type Movements } from "./animations";
import { type Kit, rotationOf } from "./blocks";
import type { Orbit } from "./camera";
import { ambience } from "./ground";

const TURNS = 180;
/** Distance of the camera: no corner of the domino is cut off, whichever way it is turned. */
const DISTANCE = 5.7;
/** A square of the canvas, in CSS pixels from its left and its lower edge. */
export interface Inset {
  x: number;
  y: number;
  size: number;
  /** Height of the label below it. */
  label: number;
  behind: boolean;
}

/** The held domino, seen from our side and from the opposite one. */
export class HeldDomino {
  insets: readonly Inset[] = [];
  readonly #scene = new three.Scene();
  readonly #camera = new three.PerspectiveCamera(28, 1, 0.1, 50);
  readonly #kit: Kit;
  #block: three.Group | null = null;
  #domino: number | null = null;

  constructor(kit: Kit) {
    this.#kit = kit;
    const light = new three.DirectionalLight("#fff3dc", 1.7);
    light.position.set(-5, -4, 12);
    this.#scene.add(light, ...ambience());
  }

  hold(domino: number | null, pose: Pose, movements: Movements): void {
    const wanted = rotationOf(pose);
    if (domino !== this.#domino) {
      this.#drop();
      this.#domino = domino;
      if (domino === null) return;
      this.#block = this.#kit.domino(domino);
      this.#block.quaternion.copy(wanted);
      this.#scene.add(this.#block);
      return;
    }
    const block = this.#block;
    if (!block || block.quaternion.angleTo(wanted) < 0.01) return;
    const from = block.quaternion.clone();
    const step = (share: number) => block.quaternion.slerpQuaternions(from, wanted, eased(share));
    if (prefersReducedMotion()) step(1);
    else movements.run(TURNS, step);
  }

  render(renderer: three.WebGLRenderer, orbit: Orbit, height: number): void {
    if (!this.#block) return;
    renderer.setScissorTest(true);
    renderer.setClearColor("#10201b", 0.45);
    for (const { x, y, size, label, behind } of this.insets) {
      orbit.follow(this.#camera, DISTANCE, behind);
      renderer.setViewport(x, y, size, size);
      // The words below it belong to it, and a tower behind them would hide both.
      renderer.setScissor(x, y - label, size, Math.min(size, height) + label);
      renderer.clear();
      renderer.render(this.#scene, this.#camera);
    }
    renderer.setClearColor(0, 0);
    renderer.setScissorTest(false);
  }

  #drop(): void {
    const faces = this.#block?.children[1];
    if (faces instanceof three.Mesh) faces.geometry.dispose();
    this.#block?.removeFromParent();
    this.#block = null;
  }

  dispose(): void {
    this.#drop();
  }
}
