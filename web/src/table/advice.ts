// Hints as people read them: no reason twice, and no list of equally good moves.
import { t, words } from "$app/i18n.svelte";

/** A move that a bot suggests, in words; `worth`: its chance to win or, alone at the table, the expected points. */
export interface Advice {
  move: string;
  words: string;
  worth: string;
  reasons: string[];
}

/** The moves to tell, the best first. `equal`: others are as good as the only one that is told. */
export interface Told {
  moves: Advice[];
  equal: boolean;
}

const MOST = 5;

/** A chance to win as people read it. A search is never certain, so none is told as 0 % or 100 %. */
export function chanceInWords(chance: number): string {
  const percent = (share: number) => share.toLocaleString(words.language, { style: "percent" });
  const shown = Math.round(chance * 100) / 100;
  if (shown >= 1) return t("hint.over", { worth: percent(0.99) });
  return shown <= 0 ? t("hint.under", { worth: percent(0.01) }) : percent(shown);
}

/** Of moves that are told in the same words, which differ in a detail, the best is kept; so is one of equally good ones. */
export function toldApart(bestFirst: readonly Advice[]): Told {
  const different = bestFirst.filter(({ words }, place) => bestFirst.findIndex((one) => one.words === words) === place);
  const moves = different.slice(0, MOST);
  const [best, second] = bestFirst;
  const equal = !!best && best.worth === second?.worth && moves.every(({ worth }) => worth === best.worth);
  return { moves: equal ? moves.slice(0, 1) : moves, equal };
}
