// The shown position, kept in the address, so that a link opens it.
import type { Watching } from "./watching.svelte";

export const addressOf = ({ source, seat, at }: Watching): string => `/replay/${source.key}?seat=${seat}&move=${at}`;

/** The viewpoint, the move, and whether the review is asked for; what is invalid is left out. */
export function momentIn(search: string): { seat: string; move: number; review: boolean } {
  const query = new URLSearchParams(search);
  const seat = query.get("seat") ?? "";
  const move = query.get("move") ?? "";
  return {
    seat: /^(\d{1,2}|all|none)$/.test(seat) ? seat : "most",
    move: /^\d{1,6}$/.test(move) ? Number(move) : 0,
    review: query.has("review"),
  };
}
