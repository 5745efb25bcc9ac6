import type { Params } from "$app/i18n.svelte";
import type { GameEvent, GameModule, MoveContext, RoundOver, Say, Situation } from "../contract";
import Board from "./Board.svelte";
import Diagram from "./Diagram.svelte";
import { LOOKS } from "./families";
import { FAMILIES, familyOf, finished, goal, type NoxView, numberOf, parse, playedIn, roundIn } from "./logic";

/** Cards are written b4, g14, o13 in the protocol; people read "green 14". */
function readable(params: Params, t: Say): Params {
  const card = (text: string) => t(`cards.${LOOKS[familyOf(text)].key}`, { number: numberOf(text) });
  const read: Params = {};
  for (const name of ["card", "onto"]) {
    const value = params[name];
    if (typeof value === "string" && value) read[name] = card(value);
  }
  if (Array.isArray(params.shows)) read.shows = params.shows.map(card);
  if (typeof params.move === "string") read.move = t("join", { card: card(parse(params.move).card) });
  for (const name of ["colour", "other"])
    if (FAMILIES.some((family) => LOOKS[family].key === params[name])) read[name] = t(`colours.${params[name]}`);
  return read;
}

function moveInWords(move: string, t: Say, { name: nameOf, you }: MoveContext): string {
  const { card, display, onto } = parse(move);
  const key = `${display === you ? "moves_own" : "moves"}.${onto ? "onto" : "beside"}`;
  return t(key, { name: nameOf(display), ...readable({ card, onto }, t) });
}

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

const target = (options: Record<string, unknown>) => ({ target: goal(options) });

/** Who has reached the points that end the match; of several, whoever has most. */
function ending({ view, options, you }: Situation<NoxView>, t: Say, name: (seat: number) => string): string {
  const most = Math.max(...view.totals);
  const best = view.totals.flatMap((total, seat) => (total === most ? seat : []));
  const own = best.length === 1 && best[0] === you;
  return t(own ? "ending_you" : "ending", { names: best.map(name), ...target(options) });
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
