// A seat's name, colour and shape. Colour is never the only sign.
import { t } from "$app/i18n.svelte";
import type { SeatShown } from "$connection/protocol";

export const SHAPES = ["●", "■", "▲", "◆", "⬟", "✚"];
export const colour = (seat: number): string => `var(--seat-${seat % 6})`;
export const shape = (seat: number): string => SHAPES[seat % 6] ?? "●";

export function nameOf(seat: SeatShown | undefined, number: number): string {
  if (!seat) return t("seat.number", { number: number + 1 });
  if (seat.name) return seat.name;
  return seat.who === "bot" ? t("seat.computer", { number: number + 1 }) : t("seat.open");
}

/** With a computer's level, where there is space for it. */
export function fullNameOf(seat: SeatShown, number: number): string {
  if (seat.name || seat.who !== "bot") return nameOf(seat, number);
  return t("seat.bot", { number: number + 1, level: t(`levels.${seat.bot ?? 0}`) });
}
