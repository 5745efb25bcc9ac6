// Offers the hourglass after a match without it: a first match has none (first-match.json), so that it teaches building.
import type { Offer, Say } from "../../contract";

/** With the hourglass, after a classic match without. */
export function offer(options: Record<string, unknown>, t: Say): Offer | null {
  if (options.mode !== "classic" || options.sand !== 0) return null;
  return { text: t("offer.text"), button: t("offer.button"), options: { ...options, sand: 60 } };
}
