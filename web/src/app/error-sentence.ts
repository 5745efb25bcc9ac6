// An error as a sentence in the person's language.
import { refusalOf } from "$connection/refusal";
import { t, words } from "./i18n.svelte";

export function errorSentence(error: unknown): string {
  const { key, params } = refusalOf(error);
  return words.has(key) ? t(key, params) : t("refused.failed");
}
