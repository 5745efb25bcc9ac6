// Why something did not work, in the person's language.
import { Refused } from "$connection/api";
import { t, words } from "./i18n.svelte";

export function reasonOf(error: unknown): string {
  if (!(error instanceof Refused) || !words.has(error.refusal.key)) return t("refused.failed");
  return t(error.refusal.key, { ...error.refusal.params });
}
