// The placement being prepared: which domino, how it is turned, where it would go, and the server's verdict.
import type { Params } from "$app/i18n.svelte";
import type { Refusal } from "$connection/refusal";
import type { BoardProps, Tried } from "../../contract";
import {
  besides,
  beyond,
  byCells,
  type Cell,
  cellOf,
  cellsName,
  DIRECTIONS,
  type Direction,
  distance,
  filled,
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
  placementsOf,
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
import { facesOf, type Joint, wrongWith } from "../race/race";
import type { Reason } from "../scene/camera";
import { cameraAngles } from "../scene/camera-angles.svelte";
import type { Face, Standing } from "../scene/ghost";
import { clearestJoint, relativeSide } from "../scene/relative-side";
import type { View } from "../view";
import { markName, partsOf } from "../words/sentences";

/** Milliseconds that the ghost must rest before the server is asked about it. */
const RESTS = 110;

export interface Verdict {
  standing: Standing;
  sentence: string;
  faces: Face[];
  /** The points that a fall would cost. */
  lost?: number;
  /** The rule that a refusal is about. */
  rule?: number | null;
  /** The joints whose marks differ: the sentence names the one that is seen best, and its faces are lit up. */
  joints?: readonly Joint[];
}

const allSides = (cell: Cell): Face[] => DIRECTIONS.map((side) => ({ cell, side }));

export class Builder {
  /** Race: the domino chosen from the hand; null: one is to be lifted. */
  chosen = $state<number | null>(null);
  pose = $state.raw<Pose>(START);
  /** The cell that was pointed at. */
  anchor = $state.raw<Cell | null>(null);
  ghost = $state.raw<Placement | null>(null);
  /** Whether the ghost stays where it is when the pointer moves on. */
  pinned = $state(false);
  #judged = $state.raw<Verdict | null>(null);
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
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #known = new Map<string, Verdict>();

  constructor(
    readonly props: BoardProps<View>,
    /** The seat whose table is shown. */
    readonly shown: () => number,
  ) {}

  readonly #placed = $derived.by((): Piece[] => (this.props.view.mode === "race" ? [] : this.props.view.placed));
  /** Race: as a text, so that the moves of the others leave the tower alone. */
  readonly #set = $derived.by(() => {
    const { view } = this.props;
    return view.mode === "race" ? JSON.stringify(view.sets[this.shown()] ?? []) : "";
  });
  readonly pieces = $derived.by((): Piece[] => (this.#set ? JSON.parse(this.#set) : this.#placed));
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
  /** Race: the placements whose marks match. */
  readonly matching = $derived.by(() => {
    const { domino, pieces } = this;
    if (this.props.view.mode !== "race" || domino === null) return this.places;
    return this.places.filter((place) => !wrongWith({ ...place, domino }, pieces).length);
  });
  /** Race: the table is empty. Wherever one points, the first domino goes in the middle. */
  readonly #opening = $derived.by(
    () => this.props.view.mode === "race" && !this.pieces.length && this.domino !== null && this.places.length > 0,
  );
  readonly #supported = $derived.by(() => this.matching.filter((place) => !hangs(place, this.taken)));
  /** With help: the placements that match and do not fall. */
  readonly safe = $derived.by((): Placement[] => (this.props.help && this.building ? this.#supported : []));
  /** The same, with or without help, once for each pair of cells: where it is, it can be turned. */
  readonly distinct = $derived.by(() => byCells(this.#supported));
  /** The free cells beside the tower that these fill. */
  readonly rings = $derived.by((): Cell[] => {
    const filling = new Set(this.safe.flatMap((place) => halves(place).map(nameOf)));
    return this.free.filter((cell) => filling.has(nameOf(cell)));
  });
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

  /** What is to be said about it, from where it is looked at now. */
  readonly verdict = $derived.by((): Verdict | null => {
    const judged = this.#judged;
    const joint = clearestJoint(judged?.joints ?? [], this.taken, cameraAngles);
    if (!judged || !joint) return judged;
    const { t } = this.props;
    const [mark, other] = joint.marks.map((one) => markName(one, t));
    const side = t(`seen.${relativeSide(joint.side, cameraAngles)}`);
    const key = judged.standing === "differs" ? "ghost.differs" : "ghost.clash";
    return { ...judged, sentence: t(key, { side, mark, other }), faces: facesOf([joint]) };
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
    if (nearest && !this.#opening) this.#take(nearest);
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
    const opening = this.#opening ? this.places.toSorted((a, b) => this.#turns(a) - this.#turns(b))[0] : undefined;
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
    if (!this.ghost || this.#opening) return;
    this.pinned = true;
    this.#take(swapped(this.ghost));
    this.#left = this.pose;
  }

  // How.

  turn(axis: Direction, back = false): void {
    for (let i = 0; i < (back ? 3 : 1); i++) this.pose = turned(this.pose, axis);
    this.#left = this.pose;
    this.#snap();
    if (this.ghost && !this.#opening) this.#rest(this.ghost);
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

  /** Race: the dominoes that can be taken back, the last one placed first. */
  readonly liftable = $derived.by((): Piece[] =>
    this.pieces.filter(({ domino }) => this.#legal.has(format({ kind: "lift", domino }))).toReversed(),
  );

  /** Race: choose one to take back from the table; again: the next. */
  lift(): void {
    const at = this.liftable.findIndex(({ domino }) => domino === this.marked?.domino);
    const next = this.liftable[(at + 1) % this.liftable.length];
    if (!next) return;
    this.choose(null);
    this.point(next.at, undefined, true);
  }

  /** The next place where the domino fits, the best one first. */
  fit(): void {
    const places = [this.safe, this.matching, this.places].find((list) => list.length) ?? [];
    const list = byCells(places.toSorted((a, b) => this.#worth(b) - this.#worth(a)));
    const now = this.ghost ? cellsName(this.ghost) : "";
    const at = list.findIndex((place) => cellsName(place) === now);
    const next = list[(at + 1) % list.length];
    if (next) this.put(next);
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

  // What the server says.

  /** A new domino, or the same one in another turn: it is not where the last one was, nor turned like it. */
  startFresh(): void {
    this.#left = START;
    this.clear();
  }

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
    this.asking = false;
    this.#asked++;
    if (!move) {
      this.#judged = null;
      return;
    }
    const known = this.#known.get(move);
    this.#judged = known ?? this.#guess(move);
    if (!known && !this.blind) this.#timer = setTimeout(() => this.#ask(move, this.#asked), RESTS);
  }

  /** At once, from the list of legal moves; the server says why later. */
  #guess(move: string): Verdict {
    const { t } = this.props;
    const filled = this.ghost ? halves(this.ghost).filter((cell) => this.taken.has(nameOf(cell))) : [];
    // That another domino is there can be seen: whoever plays against the sand is told, too.
    if (this.blind && filled.length)
      return { standing: "refused", sentence: t("ghost.filled"), faces: filled.flatMap(allSides) };
    if (this.blind) return { standing: "unknown", sentence: t("ghost.unknown"), faces: [] };
    if (!this.#legal.has(move)) return { standing: "refused", sentence: t("ghost.refused"), faces: [] };
    if (this.props.view.mode === "race" && this.ghostPiece && !this.marked) return this.#allowed(this.ghostPiece);
    const falls = this.ghost !== null && !this.marked && hangs(this.ghost, this.taken);
    return falls
      ? { standing: "falls", sentence: t("ghost.falls"), faces: [] }
      : { standing: "legal", sentence: t(this.marked ? "ghost.lift" : "ghost.legal"), faces: [] };
  }

  /** Race: marks are not checked; with help we say whether they match. */
  #allowed(piece: Piece): Verdict {
    const { t, help } = this.props;
    if (!this.pieces.length) return { standing: "allowed", sentence: t("ghost.first"), faces: [] };
    if (!help) return { standing: "allowed", sentence: t("ghost.allowed"), faces: [] };
    const joints = wrongWith(piece, this.pieces);
    if (!joints.length) return { standing: "legal", sentence: t("ghost.matches"), faces: [] };
    return { standing: "differs", sentence: "", faces: [], joints };
  }

  async #ask(move: string, asked: number): Promise<void> {
    const tried = await this.props.attempt(move);
    const verdict = this.#told(tried, move);
    if (!verdict) return;
    if (asked !== this.#asked || move !== this.move) return;
    this.#known.set(move, verdict);
    this.#judged = verdict;
  }

  #told(tried: Tried<View>, move: string): Verdict | null {
    const { t } = this.props;
    if (!tried.legal) return this.#refused(tried.refusal);
    const guess = this.#guess(move);
    if (this.props.view.mode === "race") return guess;
    const collapsed = tried.events.find((one) => one.event === "collapsed");
    if (collapsed) {
      const lost = Number(collapsed.lost);
      return { standing: "falls", sentence: t("ghost.falls_by", { n: lost }), faces: [], lost };
    }
    const won = tried.events.find((one) => one.event === "won");
    if (!won) return { ...guess, standing: "legal" };
    const n = Number(won.points);
    const sentence = t("ghost.wins", { n, parts: partsOf(n, won.touched as number[], t) });
    return { standing: "legal", sentence, faces: [] };
  }

  /** Null if it is about the table, not about the move. */
  #refused(refusal: Refusal): Verdict | null {
    const { key, params = {}, rule = null } = refusal;
    const own = key.replace(/^domino3d\./, "");
    if (own === key) return null;
    const joints = own === "mismatch" && this.ghostPiece ? wrongWith(this.ghostPiece, this.pieces) : [];
    const sentence = this.props.sentenceFor(refusal);
    return { standing: "refused", sentence, faces: this.#clashing(own, params), rule, joints };
  }

  /** The faces that a refusal is about, other than those of marks that differ. */
  #clashing(key: string, params: Params): Face[] {
    if (typeof params.at !== "string") return [];
    const cell = cellOf(params.at);
    if (key === "unsupported" || key === "column") return [{ cell, side: "D" }];
    if (key === "filled") return allSides(cell);
    if (key !== "same_contact") return [];
    const touching = DIRECTIONS.filter((side) => this.taken.get(nameOf(beyond(cell, side))) === params.domino);
    return touching.map((side) => ({ cell, side }));
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
    const verdict = this.#refused(refusal);
    this.asking = false;
    // What the sand did is told when it has done it, and would stay here until the next move.
    if (refusal.key === "refused.time_is_up") return false;
    if (!verdict || move !== this.move) this.props.say(this.props.sentenceFor(refusal));
    else this.#judged = verdict;
    return false;
  }

  /** Whether a cell is one that the ghost fills, or that was pointed at. */
  isHere(cell: Cell): boolean {
    const name = nameOf(cell);
    if (this.anchor && nameOf(this.anchor) === name) return true;
    return this.ghost !== null && onTable(cell) && halves(this.ghost).some((one) => nameOf(one) === name);
  }
}
