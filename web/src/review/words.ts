// The words of a review, which comes later than the page that it stands on.
import { type Nested, words } from "$app/i18n.svelte";

const loaders = import.meta.glob<Nested>("./messages/*.json", { import: "default" });

export const addReviewWords = (): Promise<void> => words.add("./messages", loaders);
