// The domino in the hand: which one, how it is turned, over which square it is held.
import { arrow, clamp } from "../shared/keys";
import {
  type Box,
  dominoOf,
  firstPose,
  halves,
  key,
  moveText,
  noses,
  type Pose,
  poseOf,
  poses,
  type Square,
} from "./logic";

/** What the hand has to know at any time. */
export interface Ground {
  dominoes: readonly string[];
  legal: readonly string[];
  allowed: ReadonlySet<string>;
  /** Whether a domino may be put now. */
  able: boolean;
  /** Whether nothing lies on the table: the first domino may lie anywhere, but does not turn. */
  empty: boolean;
  /** The part of the table that is shown. */
  shown: Box;
}

export class DominoInHand {
  cursor = $state.raw<Square>({ x: 0, y: 0 });
  /** The square over which the domino is held; null while it is not over the table. */
  held = $state.raw<Square | null>(null);
  /** Whether it stays where it is until it is laid; otherwise a mouse only shows it. */
  selected = $state(false);
  #picked = $state<string | null>(null);
  /** The turn we would like, and how often we turned it here. */
  #turn = $state(0);
  #turned = $state(0);
  /** Whether we tried to turn it where it fits in one way only. */
  stuck = $state(false);
  readonly #ground: Ground;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  readonly chosen = $derived.by((): string | null => {
    const picked = this.#picked;
    return picked !== null && this.#ground.dominoes.includes(picked) ? picked : null;
  });
  /** The dominoes that have a place now. */
  readonly fitting = $derived.by(() => new Set(this.#ground.legal.map(dominoOf)));
  readonly #ways = $derived.by((): Pose[] => {
    if (!this.#ground.able || !this.chosen || !this.held) return [];
    if (this.#ground.empty) return [firstPose(this.chosen, this.held, this.#ground.shown)];
    return poses(this.chosen, this.held, this.#turn, this.#ground.allowed);
  });
  readonly pose = $derived.by((): Pose | null => this.#ways[this.#turned % Math.max(1, this.#ways.length)] ?? null);
  /** Its text: the first domino fixes where the squares are counted from. */
  readonly move = $derived.by((): string => {
    if (!this.pose) return "";
    return moveText(this.#ground.empty ? { ...this.pose, x: 0, y: 0 } : this.pose);
  });
  readonly fits = $derived.by((): boolean => this.#ground.allowed.has(this.move));
  /** Its two squares with their noses; none while it is not held. */
  readonly over = $derived.by(() => (this.pose ? halves(this.pose) : []));
  /** The placements of the chosen domino. */
  readonly placements = $derived.by((): string[] =>
    this.#ground.able ? this.#ground.legal.filter((one) => dominoOf(one) === this.chosen) : [],
  );

  /** The squares on which it may lie, beside what lies there. */
  readonly places = $derived.by((): Square[] => {
    const squares = this.placements.flatMap((one) => poseOf(one) ?? []).flatMap(halves);
    return [...new Map(squares.map((one) => [key(one), { x: one.x, y: one.y }])).values()];
  });

  covers(at: Square | null): boolean {
    return !!at && this.over.some((half) => half.x === at.x && half.y === at.y);
  }

  /** Take up a domino; one that fits nowhere is not held over the table. */
  choose(domino: string): void {
    this.#picked = domino;
    if (!this.fitting.has(domino)) this.held = null;
    this.#unturned();
  }

  /** The next domino with that nose. */
  chooseNose(nose: number): void {
    const some = this.#ground.dominoes.filter((domino) => noses(domino).includes(nose));
    const next = some[(some.indexOf(this.chosen ?? "") + 1) % some.length];
    if (next) this.choose(next);
  }

  /** Hold it over a square, turned as it is if that can be. */
  hold(at: Square): void {
    this.selected = true;
    if (this.held && at.x === this.held.x && at.y === this.held.y) return;
    if (this.pose) this.#turn = this.pose.turn;
    this.#unturned();
    this.held = at;
  }

  /** A mouse shows it over a square. */
  hover(at: Square): void {
    this.hold(at);
    this.selected = false;
  }

  /** Not over the table any more. */
  lift(): void {
    this.held = null;
    this.selected = false;
    this.#unturned();
  }

  #unturned(): void {
    this.#turned = 0;
    this.stuck = false;
  }

  rotate(): void {
    if (this.#ways.length > 1) this.#turned++;
    else if (this.pose && !this.#ground.empty) this.stuck = true;
    else this.#turn = (this.#turn + 1) % 4;
  }

  /** The next square in an arrow's direction; false for other keys. */
  step(key: string): boolean {
    const by = arrow(key);
    if (!by) return false;
    this.cursor = { x: this.cursor.x + by[0], y: this.cursor.y + by[1] };
    this.stay();
    if (this.#ground.able && this.chosen) this.hold(this.cursor);
    return true;
  }

  /** Keep the cursor on what is shown. */
  stay(): void {
    const { left, right, bottom, top } = this.#ground.shown;
    this.cursor = { x: clamp(this.cursor.x, left, right), y: clamp(this.cursor.y, bottom, top) };
  }

  /** Hold the domino over its next place; without one, take the next that has a place. */
  next(): void {
    if (!this.#ground.able) return;
    if (!this.chosen || !this.fitting.has(this.chosen)) {
      const found = this.#ground.dominoes.find((domino) => this.fitting.has(domino));
      if (found) this.choose(found);
    }
    const all = this.placements;
    this.show(all[(all.indexOf(this.move) + 1) % all.length] ?? "");
  }

  /** Take up the domino of a placement and hold it there. */
  show(move: string): void {
    const pose = poseOf(move);
    if (!pose) return;
    const domino = dominoOf(move);
    this.choose(domino);
    // The same placement, written from the half that comes first in the domino.
    const [a] = noses(domino);
    const [first, second] = halves(pose);
    const from = first.nose === a ? first : second;
    this.#turn = first.nose === a ? pose.turn : pose.turn + 2;
    this.held = this.cursor = { x: from.x, y: from.y };
    this.selected = true;
  }
}
