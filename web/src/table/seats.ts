// Seats have a colour and a shape: colour never alone.
import { t } from "$lib/i18n.svelte";
import type { SeatShown } from "$lib/protocol";

export const SHAPES = ["●", "■", "▲", "◆", "⬟", "✚"];
export const colour = (seat: number): string => `var(--seat-${seat % 6})`;
export const shape = (seat: number): string => SHAPES[seat % 6] ?? "●";

export function nameOf(seat: SeatShown | undefined, number: number): string {
  if (!seat) return t("seat.number", { number: number + 1 });
  if (seat.name) return seat.name;
  if (seat.who === "bot") return t("seat.bot", { number: number + 1, level: t(`levels.${seat.bot ?? 0}`) });
  return t("seat.open");
}
