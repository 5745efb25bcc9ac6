import type { Params } from "$app/i18n.svelte";
import type { GameEvent, GameModule, RoundOver, Say, Situation } from "../contract";
import Board from "./Board.svelte";
import Diagram from "./Diagram.svelte";
import { finished, type NoxView, playedIn, roundIn } from "./logic";
import { ending, moveInWords, readable, target } from "./sentences";

/** A card that covers one, and in whose display: told apart, because that is what matters. */
function messageOf(event: GameEvent, you: number | null): string | undefined {
  if (event.event === "dealt" && event.starter === you) return "you.dealt";
  if (event.event === "round" && String(event.worth) === String(event.noted)) return "events.round_noted";
  if (event.event === "merged" && event.display === you) return "events.merged_yours";
  if (event.event !== "played") return undefined;
  const who = event.seat === you ? "you" : "events";
  const where = event.display === event.seat ? "own" : event.display === you ? "yours" : "theirs";
  return `${who}.${event.onto ? "covered" : "added"}_${where}`;
}

/** Where a card lies: its display and the card itself, as in a move. */
const placesOf = ({ card, display }: Params): string[] =>
  typeof card === "string" && typeof display === "number" ? [`${card}>${display}`] : [];

function roundOver(
  events: readonly GameEvent[],
  t: Say,
  name: (seat: number) => string,
  you: number | null,
): RoundOver | null {
  const over = roundIn(events);
  if (!over) return null;
  const sixth = (seat: number) => t(seat === you ? "round.sixth_own" : "round.sixth", { name: name(seat) });
  const why = over.display === null ? t("round.no_cards") : sixth(over.display);
  return { round: over.round, points: over.noted, totals: over.totals, why };
}

export default {
  points: (view: NoxView) => view.totals,
  Board,
  Diagram,
  readable,
  seatParams: ["display"],
  paramsBySeat: ["worth", "noted"],
  moveInWords,
  messageOf,
  placesOf,
  roundOver,
  finished,
  aim: (options, t) => t("aim", target(options)),
  todo: (_: Situation<NoxView>, t) => t("todo"),
  ending,
  // A card comes from a hidden hand, and the next one is drawn.
  reveals: (events) => playedIn(events) !== null,
  quiet: ["drawn", "dealt", "round", "over"],
} satisfies GameModule;
