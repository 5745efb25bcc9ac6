// Whether a game is new to whoever uses this device: no match finished, no lesson begun.

const name = (game: string) => `met ${game}`;

export const isNew = (game: string): boolean =>
  localStorage.getItem(name(game)) === null && localStorage.getItem(`lesson ${game}`) === null;

export const haveMet = (game: string): void => localStorage.setItem(name(game), "yes");
