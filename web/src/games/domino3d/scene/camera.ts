// The camera orbits the tower: angles, distance and target, each animated towards its wanted value.
import * as three from "three";
import { type Cell, cellOf } from "../logic";
import { type Angles, clearView } from "./visibility";

const LOWEST = 0.12;
const HIGHEST = 1.45;
const VIEW = 34;
/** Half of the picture's height at a distance of 1. */
const HALF = Math.tan((VIEW / 2) * (Math.PI / 180));
/** Cells: beyond the middle of the outermost one, so that a ring beside it is in the picture; and at least to each side. */
const MARGIN = 1.1;
const MARGIN_UP = 0.8;
const LEAST = 2.4;
const NEARER = 0.2;
/** Where the camera is at first. */
export const START: Angles = { yaw: -0.95, pitch: 0.62 };

/** Glides: how much of the way that is left is gone in a second, as an exponent. */
const BY_HAND = 13;
const BY_ITSELF = 4;

/** Why cells are to be seen. */
export interface Reason {
  /** The share of them that may be hidden. */
  tolerated?: number;
  /** Whether somebody asked to be shown. */
  asked?: boolean;
}

/** CSS pixels at each edge of the picture that something lies over. */
export interface Covered {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** A camera: its angles, its distance, and what it looks at. */
interface Place extends Angles {
  distance: number;
  x: number;
  y: number;
  z: number;
}

export class Orbit {
  readonly camera = new three.PerspectiveCamera(VIEW, 1, 0.1, 200);
  /** Radians: from which side, anticlockwise from the East, and from how high. */
  yaw = START.yaw;
  pitch = START.pitch;
  zoom = 1;
  /** Whether a person has chosen the side, or the distance: it then stays as it is. */
  turned = false;
  zoomed = false;
  #shown: Place = { ...START, distance: 12, x: 0.5, y: 0, z: 0 };
  #middle: Cell = [0.5, 0, 0.2];
  /** How far each cell is from the middle. */
  #reach: readonly { aside: number; up: number }[] = [{ aside: LEAST, up: MARGIN }];
  /** The part of the picture that nothing covers: its middle, from -1 to 1, and its share of the width and the height. */
  #free = { x: 0, y: 0, wide: 1, tall: 1 };
  #gentle = false;

  constructor() {
    this.camera.up.set(0, 0, 1);
  }

  /** By a person. */
  turn(yaw: number, pitch: number): void {
    this.turned = true;
    this.#gentle = false;
    this.yaw += yaw;
    this.pitch = Math.min(HIGHEST, Math.max(LOWEST, this.pitch + pitch));
  }

  closer(factor: number): void {
    this.zoomed = true;
    this.#gentle = false;
    this.zoom = Math.min(2.6, Math.max(0.45, this.zoom * factor));
  }

  /** Fit again by itself, as at first, from the side where the camera is. */
  reset(): void {
    this.turned = false;
    this.zoomed = false;
    this.zoom = 1;
    this.pitch = START.pitch;
  }

  /**
   * Go softly around the tower to where cells can be seen; stay if no more than the tolerated share of them is hidden.
   * Then go back until they are in the picture. Where a person has chosen the side, or the distance, it changes only if
   * they asked to be shown.
   */
  reveal(cells: readonly Cell[], taken: ReadonlyMap<string, number>, { tolerated, asked }: Reason = {}): void {
    if (asked || !this.turned) this.#goAround(clearView(cells, taken, this, tolerated));
    if ((!asked && this.zoomed) || this.holds(cells)) return;
    this.zoomed = false;
    this.zoom = 1;
    this.frame([...[...taken.keys()].map(cellOf), ...cells]);
  }

  #goAround({ yaw, pitch }: Angles): void {
    this.#gentle = true;
    this.yaw = yaw;
    this.pitch = pitch;
  }

  /** Whether all of some cells is in the part of the picture that nothing covers, once the camera is where it goes. */
  holds(cells: readonly Cell[]): boolean {
    const camera = this.camera.clone();
    put(camera, this.#wanted());
    return cells.flatMap(cornersOf).every((corner) => {
      const { x, y } = corner.project(camera);
      const free = this.#free;
      return Math.abs(x - free.x) <= free.wide && Math.abs(y - free.y) <= free.tall;
    });
  }

  /** Look at cells, so that all can be seen. */
  frame(cells: readonly Cell[]): void {
    if (!cells.length) cells = [[0, 0, 0]];
    const low = [0, 1, 2].map((i) => Math.min(...cells.map((cell) => cell[i] ?? 0)));
    const high = [0, 1, 2].map((i) => Math.max(...cells.map((cell) => cell[i] ?? 0)));
    this.#gentle = true;
    const middle = low.map((n, i) => (n + (high[i] ?? 0)) / 2) as unknown as Cell;
    this.#middle = middle;
    this.#reach = cells.map(([x, y, z]) => ({
      // Around a single domino there is room for another one on each side.
      aside: Math.max(LEAST, Math.hypot(x - middle[0], y - middle[1]) + MARGIN),
      up: Math.abs(z - middle[2]) + MARGIN_UP,
    }));
  }

  resize(width: number, height: number, { top, right, bottom, left }: Covered): void {
    this.camera.aspect = width / height;
    const [x, y] = [(left - right) / 2, (top - bottom) / 2];
    this.#free = {
      x: (2 * x) / width,
      y: (-2 * y) / height,
      wide: (width - left - right) / width,
      tall: (height - top - bottom) / height,
    };
    this.camera.setViewOffset(width, height, -x, -y, width, height);
  }

  /** The size, at a distance of 1, of what takes this part of the frame's height. */
  share(part: number): number {
    return part * 2 * HALF;
  }

  /** Glide on for some seconds; false when there. What a person steers follows at once, the rest goes softly. */
  glide(seconds: number): boolean {
    const share = 1 - Math.exp(-seconds * (this.#gentle ? BY_ITSELF : BY_HAND));
    const wanted = this.#wanted();
    let moving = false;
    for (const name of Object.keys(wanted) as (keyof Place)[]) {
      const left = wanted[name] - this.#shown[name];
      if (Math.abs(left) > 0.0015) moving = true;
      this.#shown[name] += left * (Math.abs(left) > 0.0015 ? share : 1);
    }
    put(this.camera, this.#shown);
    return moving && share < 1;
  }

  /** Where the camera goes. */
  #wanted(): Place {
    const [x, y, z] = this.#middle;
    return { yaw: this.yaw, pitch: this.pitch, distance: this.#distance() / this.zoom, x, y, z };
  }

  /** The nearest from which every cell is in the picture, whichever side the camera is on. */
  #distance(): number {
    const [tall, wide] = [this.#free.tall * HALF, this.#free.wide * this.camera.aspect * HALF];
    const [sine, cosine] = [Math.sin(this.pitch), Math.cos(this.pitch)];
    const far = this.#reach.map(({ aside, up }) => {
      const needed = Math.max(aside / wide, (aside * sine + up * cosine) / tall);
      // What is before the middle looks larger.
      return needed + NEARER * aside * cosine;
    });
    return Math.max(...far);
  }

  /** How many pixels of a frame of this height the edge of a cell in the middle takes. */
  pixels(height: number): number {
    return height / (2 * HALF * this.#shown.distance);
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
}

function put(camera: three.PerspectiveCamera, { yaw, pitch, distance, x, y, z }: Place): void {
  camera.position.set(
    x + distance * Math.cos(pitch) * Math.cos(yaw),
    y + distance * Math.cos(pitch) * Math.sin(yaw),
    z + distance * Math.sin(pitch),
  );
  camera.lookAt(x, y, z);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
}

function cornersOf([x, y, z]: Cell): three.Vector3[] {
  const ends = [-0.5, 0.5];
  return ends.flatMap((a) => ends.flatMap((b) => ends.map((c) => new three.Vector3(x + a, y + b, z + c))));
}

/** The nearest direction along an axis of the table. */
function straight([x, y]: Cell): Cell {
  return Math.abs(x) > Math.abs(y) ? [Math.sign(x), 0, 0] : [0, Math.sign(y), 0];
}
