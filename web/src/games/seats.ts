// A seat's name, colour and shape. Colour is never the only sign.
import { t } from "$app/i18n.svelte";
import type { SeatShown } from "$connection/protocol";

const SHAPES = ["●", "■", "▲", "◆", "⬟", "✚"];
export const colour = (seat: number): string => `var(--seat-${seat % 6})`;
export const shape = (seat: number): string => SHAPES[seat % 6] ?? "●";

/** The name of a seat. Ours (`you`) is "You"; several computers are numbered among themselves, a lone one needs none. */
export function nameOf(seats: readonly (SeatShown | undefined)[], number: number, you: readonly number[] = []): string {
  const seat = seats[number];
  if (!seat) return t("seat.number", { number: number + 1 });
  if (you.includes(number)) return t("seat.yourself");
  if (seat.name) return seat.name;
  if (seat.who === "person") return t("seat.former");
  if (seat.who !== "bot") return t("seat.open");
  const computers = seats.flatMap((one, place) =>
    one?.who === "bot" && !one.name && !you.includes(place) ? place : [],
  );
  if (computers.length === 1) return t("seat.lone_computer");
  return t("seat.computer", { number: computers.indexOf(number) + 1 });
}

/** With a computer's level, where there is space for it. */
export function fullNameOf(
  seats: readonly (SeatShown | undefined)[],
  number: number,
  you: readonly number[] = [],
): string {
  const [seat, name] = [seats[number], nameOf(seats, number, you)];
  return seat?.who === "bot" && !seat.name ? t("seat.bot", { name, level: t(`levels.${seat.bot ?? 0}`) }) : name;
}
