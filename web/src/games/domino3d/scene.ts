// The scene and its cameras. Draws a frame only when something has changed.
import * as three from "three";
import { prefersReducedMotion } from "$app/settings.svelte";
import { Kit, Tower } from "./blocks";
import { Orbit } from "./camera";
import { Compass } from "./compass";
import { Clash, Edges, type Face, Ghost, Glow, type Standing } from "./ghost";
import { ambience, contact, grid, shadows, shineOn, sun } from "./ground";
import { Hand, type Inset } from "./hand";
import type { Letters } from "./letters";
import { type Cell, filled, halves, type Piece, type Pose } from "./logic";
import { drop, Movements, tumble } from "./movement";
import { type Hit, met } from "./pointing";
import { Resolution } from "./resolution";

const COMES_DOWN = 240;
const TUMBLES = 1500;
const BLINKS = 380;
/** CSS pixels. */
const SIGN = 36;
/** Pixels drawn for each CSS pixel along an edge: twice as many smooth the edges. */
const PIXELS = 2;
/** The share of these pixels to draw during a movement without a graphics card. Measured, and preset so that even the
 * first movement is smooth. */
const BY_PROCESSOR = 0.3;
/** Frames that are drawn at first as if something moved, so that everything is compiled when somebody acts. */
const WARMING = 4;

export class Stage {
  readonly orbit = new Orbit();
  readonly #renderer: three.WebGLRenderer;
  readonly #scene = new three.Scene();
  readonly #kit = new Kit();
  readonly #contact = contact();
  readonly #tower: Tower;
  readonly #sun = sun();
  readonly #shadows = shadows();
  readonly #ghost: Ghost;
  readonly #clash = new Clash();
  readonly #glow = new Glow();
  readonly #compass = new Compass();
  readonly #last: Edges;
  readonly #marked: Edges;
  readonly #movements = new Movements();
  readonly #resolution: Resolution;
  readonly #hand: Hand;
  #taken: ReadonlyMap<string, number> = new Map();
  #pieces: readonly Piece[] = [];
  #newest: readonly number[] = [];
  #moving: three.Group | null = null;
  #tumbling = false;
  #asked = 0;
  #first = true;
  #warming = WARMING;
  #then = 0;
  #blink: ReturnType<typeof setInterval> | undefined;
  #size = { width: 1, height: 1 };

  /** A stage on a canvas, or null where there is no WebGL. */
  static on(canvas: HTMLCanvasElement): Stage | null {
    try {
      const context = canvas.getContext("webgl2", { antialias: false, alpha: true });
      return context ? new Stage(canvas, context) : null;
    } catch {
      return null;
    }
  }

  private constructor(canvas: HTMLCanvasElement, context: WebGL2RenderingContext) {
    this.#renderer = new three.WebGLRenderer({ canvas, context, alpha: true });
    this.#resolution = new Resolution(() => this.redraw(), isSoftware(context) ? BY_PROCESSOR : 1);
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = three.PCFShadowMap;
    this.#renderer.toneMapping = three.NeutralToneMapping;
    this.#renderer.autoClear = false;
    this.#renderer.setClearColor(0, 0);
    this.#tower = new Tower(this.#kit, this.#contact);
    this.#ghost = new Ghost(this.#kit);
    this.#last = new Edges(this.#kit.rim, "#ffffff");
    this.#marked = new Edges(this.#kit.hull, "#ffd166");
    this.#hand = new Hand(this.#kit);
    this.#scene.add(...ambience());
    this.#scene.add(this.#shadows, grid(), this.#sun, this.#sun.target, this.#compass.group, this.#tower.group);
    this.#scene.add(this.#last.group, this.#marked.group, this.#glow.group, this.#ghost.group, this.#clash.group);
    canvas.addEventListener("webglcontextrestored", this.redraw);
  }

  resize(width: number, height: number, insets: readonly Inset[]): void {
    this.#size = { width, height };
    this.#hand.insets = insets;
    this.#renderer.setSize(width, height, false);
    this.orbit.resize(width, height, insets.length ? 0.16 : 0);
    this.#ghost.signSize = this.orbit.share(SIGN / height);
    this.redraw();
  }

  /** Ask for a frame. */
  redraw = (): void => {
    if (!this.#asked) this.#asked = requestAnimationFrame(this.#draw);
  };

  #draw = (now: number): void => {
    this.#asked = 0;
    if (this.#then) this.#resolution.frameTook(now - this.#then);
    const passed = Math.min(0.25, this.#then ? (now - this.#then) / 1000 : 0.016);
    const gliding = this.orbit.glide(this.#first || prefersReducedMotion() ? 1 : 1 - Math.exp(-passed * 13));
    this.#first = false;
    const moving = this.#movements.step(now) || this.#warming-- > 0;
    if (moving || this.#moving) this.#sun.shadow.needsUpdate = true;
    const ratio = PIXELS * this.#resolution.next(gliding || moving);
    if (ratio !== this.#renderer.getPixelRatio()) this.#renderer.setPixelRatio(ratio);
    this.#render();
    this.#then = gliding || moving ? now : 0;
    if (gliding || moving) this.redraw();
  };

  #render(): void {
    const { width, height } = this.#size;
    this.#renderer.setScissorTest(false);
    this.#renderer.setViewport(0, 0, width, height);
    this.#renderer.clear();
    this.#renderer.render(this.#scene, this.orbit.camera);
    this.#hand.render(this.#renderer, this.orbit, height);
  }

  // What is shown.

  /** A new position. A tower that tumbles may do so to the end first. */
  show(pieces: readonly Piece[], last: readonly number[]): void {
    this.#pieces = pieces;
    this.#taken = filled(pieces);
    this.#newest = last;
    if (this.#tumbling) return;
    this.#movements.finish();
    this.#settle();
  }

  #settle(): void {
    this.#tower.show(this.#pieces);
    this.#last.show(this.#pieces.filter((piece) => this.#newest.includes(piece.domino)));
    this.#last.group.visible = true;
    this.#frame();
    this.redraw();
  }

  #frame(): void {
    const cells = this.#pieces.flatMap((piece) => halves(piece));
    this.orbit.frame(cells);
    const [xs, ys] = [cells.map((cell) => cell[0]), cells.map((cell) => cell[1])];
    const [x, y] = [middleOf(xs), middleOf(ys)];
    const far = Math.max(3, ...cells.map((cell) => Math.hypot(cell[0] - x, cell[1] - y, cell[2])));
    shineOn(this.#sun, this.#shadows, x, y, far + 3);
    this.#compass.surround(x, y, Math.max(0, ...xs) - x, Math.max(0, ...ys) - y);
  }

  /** The names of the four sides. */
  name(letters: Letters): void {
    this.#compass.name(letters);
    this.redraw();
  }

  ghost(piece: Piece | null, standing: Standing): void {
    this.#ghost.show(piece, standing);
    this.redraw();
  }

  clash(faces: readonly Face[]): void {
    clearInterval(this.#blink);
    this.#clash.show(faces);
    this.#clash.group.visible = true;
    if (faces.length && !prefersReducedMotion())
      this.#blink = setInterval(() => {
        this.#clash.group.visible = !this.#clash.group.visible;
        this.redraw();
      }, BLINKS);
    this.redraw();
  }

  glow(now: readonly Cell[], turned: readonly Cell[]): void {
    this.#glow.show(now, turned);
    this.redraw();
  }

  mark(pieces: readonly Piece[]): void {
    this.#marked.show(pieces);
    this.redraw();
  }

  /** The domino in the hand, shown large beside the tower. */
  hold(domino: number | null, pose: Pose): void {
    this.#hand.hold(domino, pose, this.#movements);
    this.redraw();
  }

  // What moves.

  comesDown(piece: Piece): void {
    if (prefersReducedMotion() || this.#tumbling) return;
    const others = this.#pieces.filter((one) => one.domino !== piece.domino);
    const { group, step } = drop(this.#kit, piece);
    this.#move(group, others, COMES_DOWN, step);
  }

  tumbles(piece: Piece): void {
    if (prefersReducedMotion()) return;
    const { group, step } = tumble(this.#kit, [...this.#pieces, piece]);
    this.#move(group, [], TUMBLES, step);
    this.#tumbling = true;
    this.#glow.group.visible = false;
  }

  #move(group: three.Group, standing: readonly Piece[], lasts: number, step: (share: number) => void): void {
    this.#movements.finish();
    this.#tower.show(standing);
    this.#last.group.visible = false;
    this.#moving = group;
    this.#scene.add(group);
    this.#movements.run(lasts, step, () => {
      this.#scene.remove(group);
      group.traverse((one) => {
        if (one instanceof three.Mesh && one.geometry !== this.#kit.body) one.geometry.dispose();
      });
      this.#moving = null;
      this.#tumbling = false;
      this.#glow.group.visible = true;
      this.#settle();
    });
    this.redraw();
  }

  /** What lies under a point of the canvas (in CSS pixels). */
  at(x: number, y: number): Hit | null {
    const { width, height } = this.#size;
    const near = new three.Vector3((x / width) * 2 - 1, 1 - (y / height) * 2, 0.5).unproject(this.orbit.camera);
    const from = this.orbit.camera.position;
    const towards = near.sub(from).normalize();
    return met({ from: from.toArray() as Cell, towards: towards.toArray() as Cell }, this.#taken);
  }

  dispose(): void {
    cancelAnimationFrame(this.#asked);
    this.#asked = -1;
    clearInterval(this.#blink);
    this.#resolution.dispose();
    for (const one of [
      this.#tower,
      this.#ghost,
      this.#clash,
      this.#glow,
      this.#last,
      this.#marked,
      this.#compass,
      this.#kit,
    ])
      one.dispose();
    this.#contact.map?.dispose();
    this.#contact.dispose();
    this.#hand.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }
}

/** Whether rendering is done in software. */
function isSoftware(context: WebGL2RenderingContext): boolean {
  const about = context.getExtension("WEBGL_debug_renderer_info");
  return !!about && /swiftshader|llvmpipe|software/i.test(String(context.getParameter(about.UNMASKED_RENDERER_WEBGL)));
}

const middleOf = (numbers: readonly number[]): number =>
  numbers.length ? (Math.min(...numbers) + Math.max(...numbers)) / 2 : 0;
