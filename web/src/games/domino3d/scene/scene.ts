// The scene and its cameras. Draws a frame only when something has changed.
import * as three from "three";
import { prefersReducedMotion } from "$app/settings.svelte";
import type { Letters } from "../compass-letters";
import { type Cell, filled, halves, nameOf, type Piece, type Pose } from "../logic";
import { drop, Movements, tumble } from "./animations";
import { Kit, Tower } from "./blocks";
import { type Covered, Orbit, type Reason } from "./camera";
import { Compass } from "./compass";
import { Clash, Edges, type Face, Ghost, type Laid, Owned, type Standing } from "./ghost";
import { ambience, contact, grid, shadows, shineOn, sun } from "./ground";
import { HeldDomino, type Inset } from "./held-domino";
import { type Hit, met } from "./ray-casting";
import { Resolution } from "./resolution";
import { isBehind, nearestRing, Rings } from "./rings";

const COMES_DOWN = 240;
const TUMBLES = 1500;
const BLINKS = 380;
/** How often the faces go off and on before they stay: an even number. */
const BLINKING = 8;
/** CSS pixels. */
const OWNER = 24;
/** Pixels drawn for each CSS pixel along an edge: twice as many smooth the edges. */
const PIXELS = 2;
/** The share of these pixels to draw during a movement without a graphics card. Measured, and preset so that even the
 * first movement is smooth. */
const BY_PROCESSOR = 0.3;
/** Frames that are drawn at first as if something moved, so that everything is compiled when somebody acts. */
const WARMING = 4;

/** On the canvas, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

export class Scene {
  readonly orbit = new Orbit();
  /** Told after each frame where the top of the ghost is. */
  rendered: (ghost: Point | null) => void = () => {};
  readonly #renderer: three.WebGLRenderer;
  readonly #scene = new three.Scene();
  readonly #kit = new Kit();
  readonly #contact = contact();
  readonly #tower: Tower;
  readonly #sun = sun();
  readonly #shadows = shadows();
  readonly #ghost: Ghost;
  readonly #clash = new Clash();
  readonly #rings = new Rings();
  readonly #compass = new Compass();
  readonly #last: Owned;
  readonly #marked: Edges;
  readonly #movements = new Movements();
  readonly #resolution: Resolution;
  readonly #hand: HeldDomino;
  #taken: ReadonlyMap<string, number> = new Map();
  #ghostCells: readonly Cell[] = [];
  #ringed: readonly Cell[] = [];
  #pieces: readonly Piece[] = [];
  #newest: readonly Laid[] = [];
  #moving: three.Group | null = null;
  #tumbling = false;
  /** Whether the next frame only blinks: the picture keeps its resolution. */
  #still = false;
  #asked = 0;
  #first = true;
  #warming = WARMING;
  #then = 0;
  #blink: ReturnType<typeof setInterval> | undefined;
  #size = { width: 1, height: 1 };

  /** A scene on a canvas, or null where there is no WebGL. */
  static on(canvas: HTMLCanvasElement): Scene | null {
    try {
      const context = canvas.getContext("webgl2", { antialias: false, alpha: true });
      return context ? new Scene(canvas, context) : null;
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
    this.#last = new Owned(this.#kit.rim);
    this.#marked = new Edges(this.#kit.hull, "#ffd166");
    this.#hand = new HeldDomino(this.#kit);
    this.#scene.add(...ambience());
    this.#scene.add(this.#shadows, grid(), this.#sun, this.#sun.target, this.#compass.group, this.#tower.group);
    this.#scene.add(this.#last.group, this.#marked.group, this.#rings.group, this.#ghost.group, this.#clash.group);
    canvas.addEventListener("webglcontextrestored", this.redraw);
  }

  resize(width: number, height: number, insets: readonly Inset[], covered: Covered): void {
    this.#size = { width, height };
    this.#hand.insets = insets;
    this.#renderer.setSize(width, height, false);
    this.orbit.resize(width, height, covered);
    this.#last.signSize = this.orbit.share(OWNER / height);
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
    const gliding = this.orbit.glide(this.#first || prefersReducedMotion() ? Number.POSITIVE_INFINITY : passed);
    this.#first = false;
    const moving = this.#movements.step(now) || this.#warming-- > 0;
    if (moving || this.#moving) this.#sun.shadow.needsUpdate = true;
    const ratio = PIXELS * this.#resolution.next(gliding || moving, this.#still);
    this.#still = false;
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
    const free = this.#ringed.filter((cell) => !this.#ghostCells.some((one) => nameOf(one) === nameOf(cell)));
    this.#rings.show(free, this.#isBehind, this.orbit.pixels(height));
    this.#renderer.render(this.#scene, this.orbit.camera);
    this.#hand.render(this.#renderer, this.orbit, height);
    this.rendered(this.#ghostTop());
  }

  /** Where the top of the ghost is on the canvas, if there is one. */
  #ghostTop(): Point | null {
    const [one, other] = this.#ghostCells;
    if (!one || !other || this.#tumbling) return null;
    return this.#seenAt([(one[0] + other[0]) / 2, (one[1] + other[1]) / 2, Math.max(one[2], other[2]) + 0.5]);
  }

  // What is shown.

  /** A new position. A tower that tumbles may do so to the end first. */
  show(pieces: readonly Piece[], last: readonly Laid[]): void {
    this.#pieces = pieces;
    this.#taken = filled(pieces);
    this.#newest = last;
    if (this.#tumbling) return;
    this.#movements.finish();
    this.#settle();
  }

  #settle(): void {
    this.#tower.show(this.#pieces);
    this.#last.show(this.#pieces, this.#newest);
    this.#last.group.visible = true;
    this.#frame();
    this.redraw();
  }

  #frame(): void {
    const cells = this.#pieces.flatMap((piece) => halves(piece));
    if (!this.orbit.zoomed) this.orbit.frame(cells);
    const [xs, ys] = [cells.map((cell) => cell[0]), cells.map((cell) => cell[1])];
    const [x, y] = [middleOf(xs), middleOf(ys)];
    const far = Math.max(3, ...cells.map((cell) => Math.hypot(cell[0] - x, cell[1] - y, cell[2])));
    shineOn(this.#sun, this.#shadows, x, y, far + 3);
    this.#compass.surround(x, y, Math.max(0, ...xs) - x, Math.max(0, ...ys) - y);
  }

  /** Turn the camera until cells can be seen, if they are hidden. */
  reveal(cells: readonly Cell[], why?: Reason): void {
    this.orbit.reveal(cells, this.#taken, why);
    this.redraw();
  }

  /** The whole tower again, and from now on by itself. */
  whole(): void {
    this.orbit.reset();
    this.#frame();
    this.redraw();
  }

  /** The names of the four sides. */
  name(letters: Letters): void {
    this.#compass.name(letters);
    this.redraw();
  }

  ghost(piece: Piece | null, standing: Standing): void {
    this.#ghostCells = piece ? halves(piece) : [];
    this.#ghost.show(piece, standing);
    this.redraw();
  }

  clash(faces: readonly Face[]): void {
    clearInterval(this.#blink);
    this.#clash.show(faces);
    this.#clash.group.visible = true;
    let left = BLINKING;
    if (faces.length && !prefersReducedMotion() && this.#resolution.blinks)
      this.#blink = setInterval(() => {
        this.#clash.group.visible = !this.#clash.group.visible;
        if (--left <= 0) clearInterval(this.#blink);
        this.#still = true;
        this.redraw();
      }, BLINKS);
    this.redraw();
  }

  /** Rings around the places where the domino may go. */
  ring(cells: readonly Cell[]): void {
    this.#ringed = cells;
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

  /** Returns for how many milliseconds. */
  tumbles(piece: Piece): number {
    if (prefersReducedMotion()) return 0;
    const { group, step } = tumble(this.#kit, [...this.#pieces, piece]);
    this.#move(group, [], TUMBLES, step);
    this.#tumbling = true;
    this.#rings.group.visible = false;
    return TUMBLES;
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
      this.#rings.group.visible = true;
      this.#settle();
    });
    this.redraw();
  }

  readonly #isBehind = (cell: Cell): boolean =>
    isBehind(cell, this.orbit.camera.position.toArray() as unknown as Cell, this.#taken);

  /** Where the middle of a cell is on the canvas, in CSS pixels. */
  #seenAt(cell: Cell): Point {
    const { x, y } = new three.Vector3(...cell).project(this.orbit.camera);
    return { x: ((x + 1) / 2) * this.#size.width, y: ((1 - y) / 2) * this.#size.height };
  }

  /** What lies under a point of the canvas (in CSS pixels): a ring nearby, the ghost, the tower or the table. */
  at(x: number, y: number): Hit | null {
    const rings = this.#ringed.map((cell) => ({ ...this.#seenAt(cell), cell, behind: this.#isBehind(cell) }));
    const ring = nearestRing(rings, x, y);
    if (ring) return { cell: ring, side: "D", point: ring };
    const { width, height } = this.#size;
    const near = new three.Vector3((x / width) * 2 - 1, 1 - (y / height) * 2, 0.5).unproject(this.orbit.camera);
    const from = this.orbit.camera.position;
    const towards = near.sub(from).normalize();
    const solid = new Map([...this.#taken, ...this.#ghostCells.map((cell) => [nameOf(cell), -1] as const)]);
    return met({ from: from.toArray() as Cell, towards: towards.toArray() as Cell }, solid);
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
      this.#rings,
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
