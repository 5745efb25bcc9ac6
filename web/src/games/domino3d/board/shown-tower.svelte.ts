// The tower that is shown, and where the domino in the hand fits.
import type { BoardProps } from "../../contract";
import { wrongWith } from "../joints";
import {
  besides,
  byCells,
  type Cell,
  filled,
  halves,
  hangs,
  nameOf,
  type Piece,
  type Placement,
  placementsOf,
} from "../logic";
import type { View } from "../view";

export class ShownTower {
  /** Race: the domino chosen from the hand; null: one is to be lifted. */
  chosen = $state<number | null>(null);

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
  readonly legal = $derived.by(() => new Set(this.props.legal));
  /** Race: the placements whose marks match. */
  readonly matching = $derived.by(() => {
    const { domino, pieces } = this;
    if (this.props.view.mode !== "race" || domino === null) return this.places;
    return this.places.filter((place) => !wrongWith({ ...place, domino }, pieces).length);
  });
  /** Race: the table is empty. Wherever one points, the first domino goes in the middle. */
  readonly opening = $derived.by(
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
}
