// The verdict on the ghost: at once from the list of legal moves, then the server's, which knows the reason.
import type { Params } from "$app/i18n.svelte";
import type { Refusal } from "$connection/refusal";
import type { Tried } from "../../contract";
import { facesOf, type Joint, wrongWith } from "../joints";
import { beyond, type Cell, cellOf, DIRECTIONS, halves, hangs, nameOf, type Piece } from "../logic";
import { cameraAngles } from "../scene/camera-angles.svelte";
import type { Face, Standing } from "../scene/ghost";
import { clearestJoint, relativeSide } from "../scene/relative-side";
import type { View } from "../view";
import { markName, partsOf } from "../words/sentences";
import type { Builder } from "./builder.svelte";

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

export class GhostVerdict {
  #judged = $state.raw<Verdict | null>(null);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #known = new Map<string, Verdict>();

  constructor(readonly builder: Builder) {}

  /** What is to be said about the ghost, from where the tower is looked at now. */
  readonly shown = $derived.by((): Verdict | null => {
    const judged = this.#judged;
    const joint = clearestJoint(judged?.joints ?? [], this.builder.taken, cameraAngles);
    if (!judged || !joint) return judged;
    const { t } = this.builder.props;
    const [mark, other] = joint.marks.map((one) => markName(one, t));
    const side = t(`seen.${relativeSide(joint.side, cameraAngles)}`);
    const key = judged.standing === "differs" ? "ghost.differs" : "ghost.clash";
    return { ...judged, sentence: t(key, { side, mark, other }), faces: facesOf([joint]) };
  });

  /** Forget what the server said about the last position, or about another domino. */
  forget(): void {
    this.#known.clear();
  }

  show(verdict: Verdict): void {
    this.#judged = verdict;
  }

  /** Judge the move of the ghost; once it rests, ask the server. */
  judge(): void {
    clearTimeout(this.#timer);
    const { move } = this.builder;
    this.#asked++;
    if (!move) {
      this.#judged = null;
      return;
    }
    const known = this.#known.get(move);
    this.#judged = known ?? this.#guess(move);
    if (!known && !this.builder.blind) this.#timer = setTimeout(() => this.#ask(move, this.#asked), RESTS);
  }

  /** At once, from the list of legal moves; the server says why later. */
  #guess(move: string): Verdict {
    const { props, ghost, ghostPiece, marked, taken, blind, legal } = this.builder;
    const { t } = props;
    const filled = ghost ? halves(ghost).filter((cell) => taken.has(nameOf(cell))) : [];
    // That another domino is there can be seen: whoever plays against the sand is told, too.
    if (blind && filled.length)
      return { standing: "refused", sentence: t("ghost.filled"), faces: filled.flatMap(allSides) };
    if (blind) return { standing: "unknown", sentence: t("ghost.unknown"), faces: [] };
    if (!legal.has(move)) return { standing: "refused", sentence: t("ghost.refused"), faces: [] };
    if (props.view.mode === "race" && ghostPiece && !marked) return this.#allowed(ghostPiece);
    return ghost !== null && !marked && hangs(ghost, taken)
      ? { standing: "falls", sentence: t("ghost.falls"), faces: [] }
      : { standing: "legal", sentence: t(marked ? "ghost.lift" : "ghost.legal"), faces: [] };
  }

  /** Race: marks are not checked; with help we say whether they match. */
  #allowed(piece: Piece): Verdict {
    const { props, pieces } = this.builder;
    const { t, help } = props;
    if (!pieces.length) return { standing: "allowed", sentence: t("ghost.first"), faces: [] };
    if (!help) return { standing: "allowed", sentence: t("ghost.allowed"), faces: [] };
    const joints = wrongWith(piece, pieces);
    if (!joints.length) return { standing: "legal", sentence: t("ghost.matches"), faces: [] };
    return { standing: "differs", sentence: "", faces: [], joints };
  }

  async #ask(move: string, asked: number): Promise<void> {
    const tried = await this.builder.props.attempt(move);
    const verdict = this.#told(tried, move);
    if (!verdict) return;
    if (asked !== this.#asked || move !== this.builder.move) return;
    this.#known.set(move, verdict);
    this.#judged = verdict;
  }

  #told(tried: Tried<View>, move: string): Verdict | null {
    const { t } = this.builder.props;
    if (!tried.legal) return this.ofRefusal(tried.refusal);
    const guess = this.#guess(move);
    if (this.builder.props.view.mode === "race") return guess;
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

  /** What a refusal says about the ghost; null if it is about the table, not about the move. */
  ofRefusal(refusal: Refusal): Verdict | null {
    const { key, params = {}, rule = null } = refusal;
    const own = key.replace(/^domino3d\./, "");
    if (own === key) return null;
    const { props, ghostPiece, pieces } = this.builder;
    const joints = own === "mismatch" && ghostPiece ? wrongWith(ghostPiece, pieces) : [];
    const sentence = props.sentenceFor(refusal);
    return { standing: "refused", sentence, faces: this.#clashing(own, params), rule, joints };
  }

  /** The faces that a refusal is about, other than those of marks that differ. */
  #clashing(key: string, params: Params): Face[] {
    if (typeof params.at !== "string") return [];
    const cell = cellOf(params.at);
    if (key === "unsupported" || key === "column") return [{ cell, side: "D" }];
    if (key === "filled") return allSides(cell);
    if (key !== "same_contact") return [];
    const touching = DIRECTIONS.filter((side) => this.builder.taken.get(nameOf(beyond(cell, side))) === params.domino);
    return touching.map((side) => ({ cell, side }));
  }
}
