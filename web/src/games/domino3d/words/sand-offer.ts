// The hourglass is for whoever has seen how to build: first-match.json has none, and it is offered at the end.
import type { Offer, Say } from "../../contract";

/** With the hourglass, after a classic match without. */
export function offer(options: Record<string, unknown>, t: Say): Offer | null {
  if (options.mode !== "classic" || options.sand !== 0) return null;
  return { text: t("offer.text"), button: t("offer.button"), options: { ...options, sand: 60 } };
}
