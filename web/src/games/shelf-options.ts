// Options and level of a match started from the shelf; a game may leave something out of somebody's first match.
export type Options = Record<string, unknown>;

/** The computer's level that was chosen last; null: none was. */
export const lastLevel = {
  get: (): number | null => Number(localStorage.getItem("level")) || null,
  set: (number: number): void => localStorage.setItem("level", String(number)),
};

const levels = import.meta.glob<number>("./*/first-level.json", { eager: true, import: "default" });

/** The computer's level: the last one that was chosen or, for a first match, one that plays weakly but sensibly. */
export const shelfLevel = (game: string): number => lastLevel.get() ?? levels[`./${game}/first-level.json`] ?? 2;

const first = import.meta.glob<Options>("./*/first-match.json", { eager: true, import: "default" });
const taken = (game: string): string => `offer taken ${game}`;

export const shelfOptions = (game: string): Options =>
  localStorage.getItem(taken(game)) ? {} : { ...first[`./${game}/first-match.json`] };

/** Start this game's matches with its default options from now on. */
export const offerTaken = (game: string): void => localStorage.setItem(taken(game), "yes");

const presets = import.meta.glob<Record<string, Options>>("./*/shelf-presets.json", { eager: true, import: "default" });

/** Sets of options that the shelf offers besides the default ones, by name. */
export const shelfPresets = (game: string): [string, Options][] =>
  Object.entries(presets[`./${game}/shelf-presets.json`] ?? {});
