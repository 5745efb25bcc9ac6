// The placement being prepared: which domino, how it is turned, where it would go, and the server's verdict.
import type { Params } from "$app/i18n.svelte";
import type { Refusal } from "$connection/refusal";
import type { BoardProps, Tried } from "../contract";
import type { Face, Standing } from "./ghost";
import {
  besides,
  beyond,
  byPose,
  type Cell,
  cellOf,
  DIRECTIONS,
  type Direction,
  filled,
  format,
  halves,
  hangs,
  marksOf,
  nameOf,
  onTable,
  over,
  type Piece,
  type Placement,
  type Pose,
  parse,
  placementsOf,
  placementText,
  poseName,
  START,
  snapped,
  stepped,
  touches,
  turned,
} from "./logic";
import type { View } from "./view";

/** Milliseconds that the ghost must rest before the server is asked about it. */
const RESTS = 110;

export interface Verdict {
  standing: Standing;
  sentence: string;
  faces: Face[];
  /** The rule that a refusal is about. */
  rule?: number | null;
}

export class Builder {
  /** Race: the domino chosen from the hand; null: one is to be lifted. */
  chosen = $state<number | null>(null);
  pose = $state.raw<Pose>(START);
  /** The cell that was pointed at. */
  anchor = $state.raw<Cell | null>(null);
  ghost = $state.raw<Placement | null>(null);
  /** Whether the ghost stays where it is when the pointer moves on. */
  pinned = $state(false);
  verdict = $state.raw<Verdict | null>(null);
  /** A move that is shown where nothing can be placed: in a replay, or when a puzzle is given up. */
  suggested = $state<string | null>(null);
  #point: Cell | undefined;
  /** Where was pointed last; the list of placements begins there. */
  #origin: Cell | null = null;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #known = new Map<string, Verdict>();

  constructor(
    readonly props: BoardProps<View>,
    /** The seat whose table is shown. */
    readonly shown: () => number,
  ) {}

  readonly pieces = $derived.by((): Piece[] => {
    const { view } = this.props;
    return view.mode === "race" ? (view.sets[this.shown()] ?? []) : view.placed;
  });
  readonly taken = $derived(filled(this.pieces));
  readonly free = $derived(besides(this.pieces));
  readonly hand = $derived.by((): number[] => {
    const { view, you } = this.props;
    return view.mode === "race" && you !== null ? (view.hands[you] ?? []) : [];
  });
  readonly domino = $derived.by((): number | null => {
    const { view } = this.props;
    if (view.mode !== "race") return view.drawn;
    return this.chosen !== null && this.hand.includes(this.chosen) ? this.chosen : null;
  });
  /** Whether we may place something now, on the table that is shown. */
  readonly building = $derived.by((): boolean => {
    const { view, legal, you } = this.props;
    if (view.mode !== "race") return view.drawn !== null && legal.includes("timeout");
    return view.phase === "build" && legal.includes("give up") && this.shown() === you;
  });
  readonly lifting = $derived.by(() => this.building && this.props.view.mode === "race" && this.domino === null);
  readonly places = $derived.by(() =>
    placementsOf(this.props.legal, this.props.view.mode === "race" ? this.domino : null),
  );
  /** Whether legality is hidden because a sand timer runs and help is off; illegal moves then show when they are played. */
  readonly blind = $derived.by(() => !this.props.help && this.props.clock?.sand != null);
  readonly #legal = $derived.by(() => new Set(this.props.legal));
  /** With help: the free cells that could be filled as the domino is turned now, and those for other poses. */
  readonly glow = $derived.by((): [Cell[], Cell[]] => {
    if (!this.props.help || !this.building) return [[], []];
    const beside = new Set(this.free.map(nameOf));
    const cells = (places: readonly Placement[]) =>
      new Set(places.flatMap((place) => halves(place).map(nameOf)).filter((name) => beside.has(name)));
    const now = cells(byPose(this.places).get(poseName(this.pose)) ?? []);
    const all = cells(this.places);
    return [[...now].map(cellOf), [...all].filter((name) => !now.has(name)).map(cellOf)];
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

  /** Point at a free cell (or, to lift, at a filled one). */
  point(cell: Cell, at: Cell | undefined, pin: boolean): void {
    this.pinned = pin;
    this.#point = at;
    this.#origin = cell;
    this.anchor = cell;
    this.#snap();
  }

  clear(): void {
    this.suggested = null;
    this.#origin = null;
    this.anchor = null;
    this.ghost = null;
    this.pinned = false;
    this.#judge();
  }

  #snap(): void {
    if (!this.anchor) return;
    this.ghost = snapped(this.anchor, this.pose, this.taken, this.#point);
    this.#judge();
  }

  /** One cell on, over the free cells beside the tower (or, to lift, over its own cells). */
  step(towards: Cell): void {
    const cells = this.lifting ? [...this.taken.keys()].map(cellOf) : this.free;
    const first = cells.toSorted((a, b) => Math.hypot(...a) - Math.hypot(...b))[0];
    const next = this.anchor ? stepped(this.anchor, towards, cells) : first;
    if (next) this.point(next, undefined, true);
  }

  /** The other half into the cell. */
  shift(): void {
    if (!this.anchor || !this.ghost) return;
    const [first, second] = over(this.anchor, this.pose);
    this.ghost = nameOf(this.ghost.at) === nameOf(first.at) ? second : first;
    this.pinned = true;
    this.#judge();
  }

  // How.

  turn(axis: Direction, back = false): void {
    for (let i = 0; i < (back ? 3 : 1); i++) this.pose = turned(this.pose, axis);
    this.#snap();
  }

  choose(domino: number | null): void {
    this.chosen = domino;
    this.#known.clear();
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

  /** Race: take one back from the table. */
  lift(): void {
    if (this.props.view.mode === "race") this.choose(null);
  }

  /** The next legal placement: first those in the cell that was pointed at, then the others. */
  fit(): void {
    const here = this.#origin ? nameOf(this.#origin) : null;
    const isHere = (place: Placement) => halves(place).some((cell) => nameOf(cell) === here);
    const worth = (place: Placement) => this.#worth(place) + (isHere(place) ? 1000 : 0);
    const list = this.places.toSorted((a, b) => worth(b) - worth(a));
    const now = this.ghost ? placementText(this.ghost) : "";
    const at = list.findIndex((place) => placementText(place) === now);
    const next = list[(at + 1) % list.length];
    if (next) this.put(next, isHere(next) ? this.#origin : null);
  }

  #worth(place: Placement): number {
    return (hangs(place, this.taken) ? 0 : 100) + touches(place, this.taken).length;
  }

  /** Put the ghost where a list or a hint says. */
  put(place: Placement, anchor: Cell | null = null): void {
    const beside = new Set(this.free.map(nameOf));
    this.pose = { to: place.to, up: place.up };
    this.anchor = anchor ?? halves(place).find((cell) => beside.has(nameOf(cell))) ?? place.at;
    this.ghost = place;
    this.pinned = true;
    this.#judge();
  }

  hint(text: string): void {
    const move = parse(text);
    if (!this.building) {
      this.suggested = text;
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

  // What the server says.

  /** Forget what was said about the last position. */
  forget(): void {
    this.suggested = null;
    this.#known.clear();
    if (this.ghost && halves(this.ghost).some((cell) => this.taken.has(nameOf(cell)))) this.clear();
    else this.#judge();
  }

  #judge(): void {
    clearTimeout(this.#timer);
    const { move } = this;
    this.#asked++;
    if (!move) {
      this.verdict = null;
      return;
    }
    const known = this.#known.get(move);
    this.verdict = known ?? this.#guess(move);
    if (!known && !this.blind) this.#timer = setTimeout(() => this.#ask(move, this.#asked), RESTS);
  }

  /** At once, from the list of legal moves; the server says why later. */
  #guess(move: string): Verdict {
    const { t } = this.props;
    if (this.blind) return { standing: "unknown", sentence: t("ghost.unknown"), faces: [] };
    if (!this.#legal.has(move)) return { standing: "refused", sentence: t("ghost.refused"), faces: [] };
    const falls = this.ghost !== null && !this.marked && hangs(this.ghost, this.taken);
    return falls
      ? { standing: "falls", sentence: t("ghost.falls"), faces: [] }
      : { standing: "legal", sentence: t(this.marked ? "ghost.lift" : "ghost.legal"), faces: [] };
  }

  async #ask(move: string, asked: number): Promise<void> {
    const tried = await this.props.attempt(move);
    const verdict = this.#told(tried, move);
    if (!verdict) return;
    if (asked !== this.#asked || move !== this.move) return;
    this.#known.set(move, verdict);
    this.verdict = verdict;
  }

  #told(tried: Tried<View>, move: string): Verdict | null {
    const { t } = this.props;
    if (!tried.legal) return this.#refused(tried.refusal);
    const guess = this.#guess(move);
    const collapsed = tried.events.find((one) => one.event === "collapsed");
    if (collapsed) {
      const lost = Number(collapsed.lost);
      return { standing: "falls", sentence: t("ghost.falls_by", { n: lost }), faces: [] };
    }
    const won = tried.events.find((one) => one.event === "won");
    if (!won) return { ...guess, standing: "legal" };
    const sentence = t("ghost.wins", { n: Number(won.points), touched: won.touched as number[] });
    return { standing: "legal", sentence, faces: [] };
  }

  /** Null if it is about the table, not about the move. */
  #refused(refusal: Refusal): Verdict | null {
    const { key, params = {}, rule = null } = refusal;
    const own = key.replace(/^domino3d\./, "");
    if (own === key) return null;
    return { standing: "refused", sentence: this.props.sentenceFor(refusal), faces: this.#clashing(own, params), rule };
  }

  /** The faces that a refusal is about. */
  #clashing(key: string, params: Params): Face[] {
    if (typeof params.at !== "string") return [];
    const cell = cellOf(params.at);
    if (key === "unsupported" || key === "column") return [{ cell, side: "D" }];
    if (key === "filled") return DIRECTIONS.map((side) => ({ cell, side }));
    const joints = DIRECTIONS.filter((side) => this.taken.get(nameOf(beyond(cell, side))) === params.domino);
    if (key === "same_contact") return joints.map((side) => ({ cell, side }));
    if (key !== "mismatch") return [];
    const side = params.side as Direction;
    const beside = joints.map((one) => beyond(cell, one)).filter((one) => this.#shows(one, side) === params.other);
    return [{ cell, side }, ...beside.slice(0, 1).map((one) => ({ cell: one, side }))];
  }

  #shows(cell: Cell, side: Direction): string | undefined {
    const piece = this.pieces.find((one) => halves(one).some((half) => nameOf(half) === nameOf(cell)));
    if (!piece || this.taken.has(nameOf(beyond(cell, side)))) return undefined;
    const half = nameOf(piece.at) === nameOf(cell) ? 0 : 1;
    return marksOf(piece.domino, piece)[half][side];
  }

  /** Play the move of the ghost. If it is refused, the ghost stays and says why. */
  async place(): Promise<void> {
    const { move } = this;
    if (!move || this.props.busy) return;
    if (this.verdict?.standing === "refused") return;
    const lifted = this.marked?.domino;
    if (!(await this.play(move))) return;
    this.clear();
    if (lifted !== undefined) this.chosen = lifted;
  }

  /** Play a move; true if it was played. A refusal about the table is told above the board, like everything about it. */
  async play(move: string): Promise<boolean> {
    const { played, refusal } = await this.props.play(move);
    if (!refusal) return played;
    const verdict = this.#refused(refusal);
    if (!verdict || move !== this.move) this.props.say(this.props.sentenceFor(refusal));
    else this.verdict = verdict;
    return false;
  }

  /** Whether a cell is one that the ghost fills, or that was pointed at. */
  isHere(cell: Cell): boolean {
    const name = nameOf(cell);
    if (this.anchor && nameOf(this.anchor) === name) return true;
    return this.ghost !== null && onTable(cell) && halves(this.ghost).some((one) => nameOf(one) === name);
  }
}
