// The letters of the compass on the table.
import type { BoardProps } from "../contract";

export type Side = "E" | "N" | "S" | "W";
export const SIDES: readonly Side[] = ["E", "N", "S", "W"];
export type Letters = Readonly<Record<Side, string>>;

export const lettersOf = (t: BoardProps["t"]): Letters => ({
  E: t("compass.E"),
  N: t("compass.N"),
  S: t("compass.S"),
  W: t("compass.W"),
});
