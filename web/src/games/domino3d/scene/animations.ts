// Animations: a domino comes down; a tower tumbles and is put back.
import * as three from "three";
import { middle, type Piece } from "../logic";
import { type Kit, rotationOf, vector } from "./blocks";

interface Running {
  began: number;
  lasts: number;
  step: (share: number) => void;
  end: () => void;
}

export class Movements {
  #running: Running[] = [];

  /** `step` gets the share of the time that has passed, 1 at last; then `end` comes, also when it is cut short. */
  run(lasts: number, step: (share: number) => void, end: () => void = () => {}): void {
    this.#running.push({ began: performance.now(), lasts, step, end });
    step(0);
  }

  /** Go on; false when nothing moves any more. */
  step(now: number): boolean {
    for (const one of [...this.#running]) {
      const share = Math.min(1, Math.max(0, (now - one.began) / one.lasts));
      one.step(share);
      if (share === 1) this.#end(one);
    }
    return this.#running.length > 0;
  }

  /** Finish all animations at once. */
  finish(): void {
    for (const one of [...this.#running]) {
      one.step(1);
      this.#end(one);
    }
  }

  #end(one: Running): void {
    this.#running = this.#running.filter((other) => other !== one);
    one.end();
  }
}

export const eased = (share: number): number => 1 - (1 - share) ** 3;

/** A domino that comes down from above to where it lies. */
export function drop(kit: Kit, piece: Piece): { group: three.Group; step: (share: number) => void } {
  const group = kit.domino(piece.domino);
  const place = vector(middle(piece));
  group.quaternion.copy(rotationOf(piece));
  const step = (share: number): void => {
    group.position.copy(place);
    group.position.z += 1.6 * (1 - share ** 2);
  };
  step(0);
  return { group, step };
}

const FALL = 0.6;
const GRAVITY = 26;

/** A pseudo-random number from -1 to 1, always the same for the same argument. */
const chance = (seed: number): number => ((Math.sin(seed * 127.1) * 43758.5453) % 1) * 1;

/** A tower that tumbles, then goes back to where it was; the last piece made it fall and vanishes. */
export function tumble(kit: Kit, pieces: readonly Piece[]): { group: three.Group; step: (share: number) => void } {
  const group = new three.Group();
  const falling = pieces.map((piece, i) => new Falling(kit, piece, i === pieces.length - 1));
  for (const one of falling) group.add(one.block);
  const step = (share: number): void => {
    for (const one of falling) {
      if (share < FALL) one.fall((share / FALL) * 0.75);
      else one.back(0.75, eased((share - FALL) / (1 - FALL)));
    }
  };
  step(0);
  return { group, step };
}

class Falling {
  readonly block: three.Group;
  readonly #place: three.Vector3;
  readonly #lies: three.Quaternion;
  readonly #speed: three.Vector3;
  readonly #axis: three.Vector3;
  readonly #spin: number;

  constructor(
    kit: Kit,
    piece: Piece,
    readonly guilty: boolean,
  ) {
    const seed = piece.domino + 1;
    this.block = kit.domino(piece.domino);
    this.#place = vector(middle(piece));
    this.#lies = rotationOf(piece);
    const wild = guilty ? 1.3 : Math.min(1, 0.12 + this.#place.z * 0.35);
    this.#speed = new three.Vector3(chance(seed) * 4, chance(seed + 50) * 4, 1.2 + chance(seed + 90)).multiplyScalar(
      wild,
    );
    this.#axis = new three.Vector3(chance(seed + 7), chance(seed + 8), chance(seed + 9) / 2).normalize();
    this.#spin = wild * 7;
  }

  fall(seconds: number): void {
    const at = this.#place.clone().addScaledVector(this.#speed, seconds);
    at.z = Math.max(Math.min(0, this.#place.z), at.z - (GRAVITY / 2) * seconds ** 2);
    const turn = this.#spin * Math.min(seconds, 0.5);
    this.block.position.copy(at);
    this.block.quaternion.setFromAxisAngle(this.#axis, turn).multiply(this.#lies);
  }

  back(seconds: number, share: number): void {
    this.fall(seconds);
    if (this.guilty) {
      this.block.scale.setScalar(Math.max(0.001, 1 - share));
      return;
    }
    this.block.position.lerp(this.#place, share);
    this.block.quaternion.slerp(this.#lies, share);
  }
}
