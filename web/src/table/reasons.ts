// Why something was refused, in words; what belongs to a game in the game's own.
import type { Refusal } from "$lib/api";
import { type Params, t, words } from "$lib/i18n.svelte";
import type { GameModule } from "../games/contract";

/** Who speaks: a game, its module once it is loaded, and how its seats are called. */
export interface Speaker {
  name: string;
  game: GameModule | null;
  nameOf: (seat: number) => string;
}

/** Parameters as people read them. */
export function spoken({ name, game, nameOf }: Speaker, params: Params): Params {
  const seat = typeof params.seat === "number" ? { seat: nameOf(params.seat) } : {};
  return { ...params, ...game?.spoken?.(params, (inner, more) => t(`${name}.${inner}`, more)), ...seat };
}

export function why(speaker: Speaker, refusal: Refusal): string {
  const [owner, ...rest] = refusal.key.split(".");
  const own = owner === speaker.name ? `${owner}.refusals.${rest.join(".")}` : refusal.key;
  const params = { ...spoken(speaker, refusal.params ?? {}), allowed: refusal.allowed };
  return t(words.has(own) ? own : "refused.failed", params);
}
