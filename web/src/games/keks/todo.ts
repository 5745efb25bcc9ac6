// What the bar says when it is our turn.
import type { Say, Situation } from "../contract";
import { GLAZES } from "./glazes";
import { decided, type KeksView } from "./logic";

export function todo({ view, legal, help }: Situation<KeksView>, t: Say): string {
  if (!legal.includes("stop")) return t(help ? "todo.take" : "todo.take_unaided");
  if (legal.length === 1) return t("todo.stop");
  if (decided(view, view.colour ?? "")) return t("todo.spare");
  return t("todo.more", { sign: t(`signs.${GLAZES[view.colour ?? ""]?.sign}`) });
}
