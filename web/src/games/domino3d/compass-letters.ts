// The letters of the compass on the table.
import type { Say } from "../contract";

export type Side = "E" | "N" | "S" | "W";
export const SIDES: readonly Side[] = ["E", "N", "S", "W"];
export type Letters = Readonly<Record<Side, string>>;

export const lettersOf = (t: Say): Letters => ({
  E: t("compass.E"),
  N: t("compass.N"),
  S: t("compass.S"),
  W: t("compass.W"),
});
