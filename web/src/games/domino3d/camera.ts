// The camera orbits the tower: angles, distance and target, each animated towards its wanted value.
import * as three from "three";
import type { Cell } from "./logic";

const LOWEST = 0.12;
const HIGHEST = 1.45;
const VIEW = 34;

export class Orbit {
  readonly camera = new three.PerspectiveCamera(VIEW, 1, 0.1, 200);
  /** Radians: from which side, anticlockwise from the East, and from how high. */
  yaw = -0.95;
  pitch = 0.62;
  zoom = 1;
  #shown = { yaw: -0.95, pitch: 0.62, distance: 12, x: 0.5, y: 0, z: 0 };
  #middle: Cell = [0.5, 0, 0.2];
  #radius = 2;
  #lift = 0;

  constructor() {
    this.camera.up.set(0, 0, 1);
  }

  turn(yaw: number, pitch: number): void {
    this.yaw += yaw;
    this.pitch = Math.min(HIGHEST, Math.max(LOWEST, this.pitch + pitch));
  }

  closer(factor: number): void {
    this.zoom = Math.min(2.6, Math.max(0.45, this.zoom * factor));
  }

  /** Look at cells, so that all can be seen. */
  frame(cells: readonly Cell[]): void {
    if (!cells.length) cells = [[0, 0, 0]];
    const low = [0, 1, 2].map((i) => Math.min(...cells.map((cell) => cell[i] ?? 0)));
    const high = [0, 1, 2].map((i) => Math.max(...cells.map((cell) => cell[i] ?? 0)));
    this.#middle = low.map((n, i) => (n + (high[i] ?? 0)) / 2) as unknown as Cell;
    this.#radius = 1.8 + Math.hypot(...low.map((n, i) => (high[i] ?? 0) - n)) * 0.33;
  }

  /** `lift`: the part of the height that is covered below. */
  resize(width: number, height: number, lift: number): void {
    this.camera.aspect = width / height;
    this.#lift = lift;
    this.camera.setViewOffset(width, height, 0, (height * lift) / 2, width, height);
  }

  /** The size, at a distance of 1, of what takes this part of the frame's height. */
  share(part: number): number {
    return part * 2 * Math.tan((VIEW / 2) * (Math.PI / 180));
  }

  /** Glide on; false when there. `share`: of the way that is left, 1 for at once. */
  glide(share: number): boolean {
    const narrow = Math.min(1, this.camera.aspect) * (1 - this.#lift);
    const distance = this.#radius / Math.sin((VIEW / 2) * (Math.PI / 180)) / narrow / this.zoom;
    const [x, y, z] = this.#middle;
    const wanted = { yaw: this.yaw, pitch: this.pitch, distance, x, y, z };
    let moving = false;
    for (const name of Object.keys(wanted) as (keyof typeof wanted)[]) {
      const left = wanted[name] - this.#shown[name];
      if (Math.abs(left) > 0.0015) moving = true;
      this.#shown[name] += left * (Math.abs(left) > 0.0015 ? share : 1);
    }
    this.#place();
    return moving && share < 1;
  }

  /** The direction on the table that leads away from us, and the one to our right. */
  get away(): Cell {
    return straight([-Math.cos(this.yaw), -Math.sin(this.yaw), 0]);
  }

  get right(): Cell {
    const [x, y] = this.away;
    return [y, -x, 0];
  }

  /** Look at a point from the same side, or from the opposite one, with another camera. */
  follow(other: three.PerspectiveCamera, distance: number, behind: boolean): void {
    const { yaw, pitch } = this.#shown;
    const side = behind ? yaw + Math.PI : yaw;
    const height = behind ? -pitch : pitch;
    other.position.setFromSphericalCoords(distance, Math.PI / 2 - height, 0);
    other.position.set(
      distance * Math.cos(height) * Math.cos(side),
      distance * Math.cos(height) * Math.sin(side),
      distance * Math.sin(height),
    );
    other.up.set(0, 0, 1);
    other.lookAt(0, 0, 0);
  }

  #place(): void {
    const { yaw, pitch, distance, x, y, z } = this.#shown;
    this.camera.position.set(
      x + distance * Math.cos(pitch) * Math.cos(yaw),
      y + distance * Math.cos(pitch) * Math.sin(yaw),
      z + distance * Math.sin(pitch),
    );
    this.camera.lookAt(x, y, z);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }
}

/** The nearest direction along an axis of the table. */
function straight([x, y]: Cell): Cell {
  return Math.abs(x) > Math.abs(y) ? [Math.sign(x), 0, 0] : [0, Math.sign(y), 0];
}
