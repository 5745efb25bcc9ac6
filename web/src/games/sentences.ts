// Events, refusals, factors and moves in the reader's language; what belongs to a game in the game's own words.
import { type Params, sentence, t, words } from "$app/i18n.svelte";
import type { Refusal } from "$connection/refusal";
import type { GameEvent, GameModule } from "./contract";

/** A game by its name, its module once it is loaded, and the names of its seats. */
export interface Speaker {
  name: string;
  game: GameModule | null;
  nameOf: (seat: number) => string;
}

/** Something said beside a board, and the rule that it is about. */
export interface Notice {
  text: string;
  rule: number | null;
}

/** A reason for or against a move: a message key of the game and its parameters. */
export interface Factor {
  key: string;
  params: Params;
}

/** Parameters that hold a seat, or a list of seats: people read names. The same as in `games/words.py`. */
const SEATS = ["seat", "starter", "winners", "builder", "checker", "display", "by"];

const wordsOf = (game: string) => (key: string, params?: Params) => t(`${game}.${key}`, params);

/** Parameters as people read them. */
function readable({ name, game, nameOf }: Speaker, params: Params): Params {
  const named: Params = {};
  for (const field of SEATS) {
    const value = params[field];
    if (Array.isArray(value)) named[field] = value.map(nameOf);
    else if (typeof value === "number") named[field] = nameOf(value);
  }
  return { ...params, ...game?.readable?.(params, wordsOf(name)), ...named };
}

/** An event as a sentence; empty where there is none. */
export function eventSentence(speaker: Speaker, event: GameEvent): string {
  const key = `${speaker.name}.events.${event.event}`;
  return words.has(key) ? t(key, readable(speaker, event)) : "";
}

/** A factor as a clause. */
export const factorClause = (speaker: Speaker, { key, params }: Factor): string =>
  t(`${speaker.name}.factors.${key}`, readable(speaker, params));

/** Why something was refused, as a sentence. */
export function refusalSentence(speaker: Speaker, { key, params = {}, allowed }: Refusal): string {
  const [owner, ...rest] = key.split(".");
  const own = `${owner}.refusals.${rest.join(".")}`;
  if (owner === speaker.name && words.has(own)) return sentence(own, readable(speaker, params));
  return t(words.has(key) ? key : "refused.failed", { ...readable(speaker, params), allowed });
}

/** A move as people say it, in the position where it is made. */
export const moveInWords = ({ name, game, nameOf }: Speaker, move: string, view: unknown): string =>
  game?.moveInWords?.(move, wordsOf(name), { view, name: nameOf }) ?? move;
