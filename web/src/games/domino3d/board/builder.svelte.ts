// The placement being prepared: the domino, its pose and its place.
import {
  byCells,
  type Cell,
  cellOf,
  cellsName,
  type Direction,
  distance,
  format,
  halves,
  hangs,
  lowered,
  middle,
  nameOf,
  onTable,
  type Piece,
  type Placement,
  type Pose,
  parse,
  placementText,
  START,
  snapped,
  stepped,
  swapped,
  touches,
  turnBetween,
  turned,
  worthOf,
} from "../logic";
import type { Reason } from "../scene/camera";
import { GhostVerdict, type Verdict } from "./ghost-verdict.svelte";
import { ShownTower } from "./shown-tower.svelte";

export class Builder extends ShownTower {
  readonly #verdict = new GhostVerdict(this);
  pose = $state.raw<Pose>(START);
  /** The cell that was pointed at. */
  anchor = $state.raw<Cell | null>(null);
  ghost = $state.raw<Placement | null>(null);
  /** Whether the ghost stays where it is when the pointer moves on. */
  pinned = $state(false);
  /** Whether a placement that would fall is to be confirmed. */
  asking = $state(false);
  /** A placement that may be out of sight, and why it is to be seen. */
  revealed = $state.raw<({ place: Placement } & Reason) | null>(null);
  /** Whether something is being shown, and nothing can be placed meanwhile. */
  waiting = $state(false);
  /** A move that is shown where nothing can be placed: in a replay, or when a puzzle is given up. */
  suggested = $state<string | null>(null);
  #point: Cell | undefined;
  /** The pose in which the domino was left: a pointer that only passes by does not change it. */
  #left: Pose = START;

  /** With help: the ways in which the domino fits into the cell that was pointed at; those that fall only if all do. */
  readonly ways = $derived.by((): Placement[] => (this.anchor ? this.waysAt(this.anchor) : []));
  /** Which of them the ghost shows; -1 for none. */
  readonly way = $derived.by((): number => {
    const now = this.ghost ? placementText(this.ghost) : "";
    return this.ways.findIndex((place) => placementText(place) === now);
  });
  readonly ghostPiece = $derived.by((): Piece | null => {
    const move = this.suggested ? parse(this.suggested) : null;
    if (move?.kind === "place") return { ...move.place, domino: move.domino ?? this.domino ?? 0 };
    return this.ghost && this.domino !== null && this.building ? { ...this.ghost, domino: this.domino } : null;
  });
  /** The domino that would be lifted. */
  readonly marked = $derived.by((): Piece | null => {
    const move = this.suggested ? parse(this.suggested) : null;
    if (move?.kind === "lift") return this.pieces.find((piece) => piece.domino === move.domino) ?? null;
    if (!this.lifting || !this.anchor) return null;
    const domino = this.taken.get(nameOf(this.anchor));
    return this.pieces.find((piece) => piece.domino === domino) ?? null;
  });
  readonly move = $derived.by((): string | null => {
    if (this.suggested) return null;
    if (this.marked) return format({ kind: "lift", domino: this.marked.domino });
    if (!this.ghostPiece) return null;
    const domino = this.props.view.mode === "race" ? this.domino : null;
    return format({ kind: "place", domino, place: this.ghostPiece });
  });

  // Where.

  /** Point at a free cell (or, to lift, at a filled one). With help the domino turns into the nearest pose that fits. */
  point(cell: Cell, at: Cell | undefined, pin: boolean): void {
    this.pinned = pin;
    this.#point = at;
    this.anchor = cell;
    this.pose = this.#left;
    const far = (place: Placement) => this.#turns(place) + (at ? distance(middle(place), at) / 10 : 0);
    const nearest = this.ways.toSorted((a, b) => far(a) - far(b))[0];
    if (nearest && !this.opening) this.#take(nearest);
    else this.#snap();
    if (!pin) return;
    this.#left = this.pose;
    if (this.ghost) this.revealed = { place: this.ghost, tolerated: 0.75 };
  }

  waysAt(cell: Cell): Placement[] {
    if (!this.props.help || !this.building) return [];
    const name = nameOf(cell);
    const fills = (place: Placement) => halves(place).some((one) => nameOf(one) === name);
    const safe = this.safe.filter(fills);
    return safe.length ? safe : this.matching.filter(fills);
  }

  /** How far the domino must be turned for that. */
  #turns(place: Placement): number {
    return turnBetween(this.pose, place);
  }

  #take(place: Placement): void {
    this.pose = { to: place.to, up: place.up };
    this.ghost = place;
    this.#judge();
  }

  /** The next way in which the domino fits where it is; a quarter turn where nobody says which ways fit. */
  cycle(): void {
    const next = this.ways[(this.way + 1) % this.ways.length];
    this.pinned = true;
    if (next) this.#take(next);
    else this.turn("U");
    this.#left = this.pose;
    // The same place, so from the same side; upright it may reach out of the picture.
    if (this.ghost) this.revealed = { place: this.ghost, tolerated: 1 };
  }

  clear(): void {
    this.suggested = null;
    this.pose = this.#left;
    this.anchor = null;
    this.ghost = null;
    this.pinned = false;
    this.#judge();
  }

  #snap(): void {
    if (!this.anchor) return;
    const opening = this.opening ? this.places.toSorted((a, b) => this.#turns(a) - this.#turns(b))[0] : undefined;
    if (opening) {
      this.anchor = opening.at;
      this.pose = { to: opening.to, up: opening.up };
    }
    this.ghost = opening ?? snapped(this.anchor, this.pose, this.taken, this.#point);
    this.#judge();
  }

  /** One cell on, over the free cells beside the tower (or, to lift, over its own cells). */
  step(towards: Cell): void {
    const cells = this.lifting ? [...this.taken.keys()].map(cellOf) : this.free;
    const first = cells.toSorted((a, b) => Math.hypot(...a) - Math.hypot(...b))[0];
    const next = this.anchor ? stepped(this.anchor, towards, cells) : first;
    if (!next) return;
    this.point(next, undefined, true);
  }

  /** Its halves change places. */
  shift(): void {
    if (!this.ghost || this.opening) return;
    this.pinned = true;
    this.#take(swapped(this.ghost));
    this.#left = this.pose;
  }

  // How.

  turn(axis: Direction, back = false): void {
    for (let i = 0; i < (back ? 3 : 1); i++) this.pose = turned(this.pose, axis);
    this.#left = this.pose;
    this.#snap();
    if (this.ghost && !this.opening) this.#rest(this.ghost);
  }

  /** Put the ghost down on what is below it. */
  #rest(place: Placement): void {
    const low = lowered(place, this.taken);
    const down = place.at[2] - low.at[2];
    if (!down || !this.anchor) return;
    const [x, y, z] = this.anchor;
    this.anchor = [x, y, z - down];
    this.#point = undefined;
    this.#take(low);
  }

  choose(domino: number | null): void {
    this.chosen = domino;
    this.#verdict.forget();
    if (domino === null) this.clear();
    else this.#snap();
  }

  /** Race: another domino of the hand. */
  next(back: boolean): void {
    const { hand, domino } = this;
    const at = domino === null ? -1 : hand.indexOf(domino);
    const other = hand.at(back ? Math.max(at, 0) - 1 : (at + 1) % hand.length);
    if (other !== undefined) this.choose(other);
  }

  /** Race: the dominoes that can be taken back, the last one placed first. */
  readonly liftable = $derived.by((): Piece[] =>
    this.pieces.filter(({ domino }) => this.legal.has(format({ kind: "lift", domino }))).toReversed(),
  );

  /** Race: choose one to take back from the table; again: the next. */
  lift(): void {
    const at = this.liftable.findIndex(({ domino }) => domino === this.marked?.domino);
    const next = this.liftable[(at + 1) % this.liftable.length];
    if (!next) return;
    this.choose(null);
    this.point(next.at, undefined, true);
  }

  /** The next place where the domino fits, the best one first; none where it fits nowhere, which is then said. */
  fit(): void {
    const places = this.safe.length ? this.safe : this.matching;
    const list = byCells(places.toSorted((a, b) => this.#worth(b) - this.#worth(a)));
    const now = this.ghost ? cellsName(this.ghost) : "";
    const at = list.findIndex((place) => cellsName(place) === now);
    const next = list[(at + 1) % list.length];
    if (next) this.put(next);
    else this.clear();
  }

  /** The points for a placement; in a race, how many dominoes it touches. */
  worth(place: Placement): number {
    return this.props.view.mode === "race" ? touches(place, this.taken).length : worthOf(place, this.taken);
  }

  #worth(place: Placement): number {
    return (hangs(place, this.taken) ? 0 : 100) + this.worth(place);
  }

  /** Put the ghost where a list or a hint says. */
  put(place: Placement): void {
    const beside = new Set(this.free.map(nameOf));
    this.anchor = halves(place).find((cell) => beside.has(nameOf(cell))) ?? place.at;
    this.pinned = true;
    this.#take(place);
    this.#left = this.pose;
    this.revealed = { place, asked: true };
  }

  /** Whether this is what the ghost shows. */
  shows(place: Placement): boolean {
    return this.pinned && this.ghost !== null && placementText(this.ghost) === placementText(place);
  }

  hint(text: string): void {
    const move = parse(text);
    if (!this.building) {
      this.suggested = text;
      if (move.kind === "place") this.revealed = { place: move.place, asked: true };
      return;
    }
    if (move.kind === "lift") {
      this.choose(null);
      const piece = this.pieces.find((one) => one.domino === move.domino);
      if (piece) this.point(piece.at, undefined, true);
    }
    if (move.kind !== "place") return;
    if (move.domino !== null) this.chosen = move.domino;
    this.put(move.place);
  }

  // What is said about it.

  get verdict(): Verdict | null {
    return this.#verdict.shown;
  }

  #judge(): void {
    this.asking = false;
    this.#verdict.judge();
  }

  /** A new domino, or the same one in another turn: it is not where the last one was, nor turned like it. */
  startFresh(): void {
    this.#left = START;
    this.clear();
  }

  /** Forget what was said about the last position. */
  forget(): void {
    this.suggested = null;
    this.#verdict.forget();
    if (this.ghost && halves(this.ghost).some((cell) => this.taken.has(nameOf(cell)))) this.clear();
    else this.#judge();
  }

  /** Whether the placement would fall, as far as it is known: that nothing is under it can always be seen. */
  readonly falls = $derived.by(() => {
    if (!this.ghost || this.props.view.mode === "race" || this.props.options.falls === "refuse") return false;
    if (this.verdict?.standing === "refused") return false;
    return this.verdict?.standing === "falls" || hangs(this.ghost, this.taken);
  });
  /** The question that is asked before. */
  readonly question = $derived.by(() => {
    const { t } = this.props;
    const lost = this.verdict?.lost;
    return lost === undefined ? t("ghost.ask_unsure") : t("ghost.ask", { n: lost });
  });

  /** Play the move of the ghost; ask first if it would fall. If it is refused, the ghost stays and says why. */
  async place(): Promise<void> {
    const { move } = this;
    if (!move || this.props.busy || this.waiting) return;
    if (this.verdict?.standing === "refused") return;
    if (this.falls && !this.asking) {
      this.asking = true;
      return;
    }
    const lifted = this.marked?.domino;
    if (!(await this.play(move))) return;
    this.clear();
    if (lifted !== undefined) this.chosen = lifted;
  }

  /** Play a move; true if it was played. A refusal about the table is told above the board, like everything about it. */
  async play(move: string): Promise<boolean> {
    const { played, refusal } = await this.props.play(move);
    if (!refusal) return played;
    const verdict = this.#verdict.ofRefusal(refusal);
    this.asking = false;
    // What the sand did is told when it has done it, and would stay here until the next move.
    if (refusal.key === "refused.time_is_up") return false;
    if (!verdict || move !== this.move) this.props.say(this.props.sentenceFor(refusal));
    else this.#verdict.show(verdict);
    return false;
  }

  /** Whether a cell is one that the ghost fills, or that was pointed at. */
  isHere(cell: Cell): boolean {
    const name = nameOf(cell);
    if (this.anchor && nameOf(this.anchor) === name) return true;
    return this.ghost !== null && onTable(cell) && halves(this.ghost).some((one) => nameOf(one) === name);
  }
}
