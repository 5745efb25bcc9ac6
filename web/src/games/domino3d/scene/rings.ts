// Rings around the places where the domino may go, and which of them a finger means.
import * as three from "three";
import { type Cell, cellOf } from "../logic";
import { ring } from "./ground";
import { enters } from "./ray-casting";

/** CSS pixels: how wide a ring is drawn. */
const WIDEST = 26;
const NARROWEST = 13;
/** The same as a share of a face: the marks beside it can still be seen. */
const OF_FACE = 0.5;
/** CSS pixels: how far from its middle a finger may miss it. */
export const REACH = 22;
/** The same where the tower hides it: what is before it comes first. */
const REACH_BEHIND = 12;

export interface RingSeen {
  cell: Cell;
  x: number;
  y: number;
  /** Whether the tower hides it. */
  behind: boolean;
}

/** The cell of the ring that is meant by a point of the canvas; null if none is near. */
export function nearestRing(rings: readonly RingSeen[], x: number, y: number): Cell | null {
  const far = (one: RingSeen): number => Math.hypot(one.x - x, one.y - y);
  const near = rings.filter((one) => far(one) <= (one.behind ? REACH_BEHIND : REACH));
  const [best] = near.sort((a, b) => Number(a.behind) - Number(b.behind) || far(a) - far(b));
  return best?.cell ?? null;
}

/** Whether the tower stands between a cell and the eye. */
export function isBehind(cell: Cell, eye: Cell, taken: ReadonlyMap<string, number>): boolean {
  const towards: Cell = [cell[0] - eye[0], cell[1] - eye[1], cell[2] - eye[2]];
  return [...taken.keys()].some((name) => {
    const hit = enters({ from: eye, towards }, cellOf(name));
    return hit !== null && hit.far < 1;
  });
}

/** How wide rings are where the edge of a face has so many pixels. */
export const ringWidth = (face: number): number => Math.min(WIDEST, Math.max(NARROWEST, OF_FACE * face));

/** Rings of the same size near and far; those behind the tower shine through faintly. */
export class Rings {
  readonly group = new three.Group();
  readonly #map = ring();
  readonly #kinds = [1, 0.3].map((opacity) => {
    const material = new three.PointsMaterial({
      map: this.#map,
      size: WIDEST,
      sizeAttenuation: false,
      opacity,
      transparent: true,
      depthTest: false,
      toneMapped: false,
    });
    return new three.Points(new three.BufferGeometry(), material);
  });

  constructor() {
    for (const points of this.#kinds) {
      points.frustumCulled = false;
      points.renderOrder = 5;
    }
    this.group.add(...this.#kinds);
  }

  /** `face`: the pixels of a face's edge. */
  show(cells: readonly Cell[], isBehind: (cell: Cell) => boolean, face: number): void {
    const behind = cells.map(isBehind);
    this.#kinds.forEach((points, i) => {
      points.material.size = ringWidth(face);
      const shown = cells.filter((_, at) => Number(behind[at]) === i);
      points.geometry.dispose();
      points.geometry = new three.BufferGeometry();
      points.geometry.setAttribute("position", new three.Float32BufferAttribute(shown.flat(), 3));
      points.visible = shown.length > 0;
    });
  }

  dispose(): void {
    this.#map.dispose();
    for (const points of this.#kinds) {
      points.geometry.dispose();
      points.material.dispose();
    }
  }
}
