// The words of a review, which is loaded after the page around it.
import { type Nested, words } from "$app/i18n.svelte";

const loaders = import.meta.glob<Nested>("./messages/*.json", { import: "default" });

export const addReviewWords = (): Promise<void> => words.add("./messages", loaders);
