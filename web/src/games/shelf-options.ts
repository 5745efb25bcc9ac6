// The options of a match that is begun from the shelf: a game may keep something back until it was asked for.
export type Options = Record<string, unknown>;

const first = import.meta.glob<Options>("./*/first-match.json", { eager: true, import: "default" });
const taken = (game: string): string => `offer taken ${game}`;

export const shelfOptions = (game: string): Options =>
  localStorage.getItem(taken(game)) ? {} : { ...first[`./${game}/first-match.json`] };

/** From now on the shelf begins matches as the game has them. */
export const offerTaken = (game: string): void => localStorage.setItem(taken(game), "yes");

const ways = import.meta.glob<Record<string, Options>>("./*/shelf-ways.json", { eager: true, import: "default" });

/** Other ways to play this game that the shelf offers, by the name of their words. */
export const shelfWays = (game: string): [string, Options][] => Object.entries(ways[`./${game}/shelf-ways.json`] ?? {});
