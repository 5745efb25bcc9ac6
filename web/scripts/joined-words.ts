// Words that stand in several folders come as one file for each language: a game's own together with those that Python
// says too, and those of the frame together with what the shelf says about every game, under `games`.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Plugin } from "vite";

type Words = Record<string, unknown>;
const FRAME = /\/src\/app\/messages\/\w+\.json$/;
const GAME = /\/src\/games\/(\w+)\/messages\/\w+\.json$/;

/** `games`: the folders of the games in the page and in Python. */
export function joinedWords(games: { page: string; python: string }): Plugin {
  return {
    name: "joined-words",
    enforce: "pre",
    load(id) {
      const read = (path: string): Words => {
        this.addWatchFile(path);
        return JSON.parse(readFileSync(path, "utf-8"));
      };
      const language = basename(id);
      const game = GAME.exec(id)?.[1];
      if (game) {
        const [own, shared] = [read(id), read(`${games.python}/${game}/words/${language}`)];
        const twice = Object.keys(own).filter((section) => section in shared);
        if (twice.length) this.error(`${id}: ${twice} stand in the words shared with Python too`);
        return JSON.stringify({ ...own, ...shared });
      }
      if (!FRAME.test(id)) return null;
      const shelf = readdirSync(games.page).flatMap((name) => {
        const path = `${games.page}/${name}/shelf/${language}`;
        return existsSync(path) ? [[name, read(path)]] : [];
      });
      return JSON.stringify({ ...read(id), games: Object.fromEntries(shelf) });
    },
  };
}
