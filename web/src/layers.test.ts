// Imports point one way, and a game's folder knows no other game.
import { expect, it } from "vitest";

/** From the bottom to the top; a layer knows those below it, not those above. The files beside the folders are above all. */
const LAYERS = [
  "connection",
  "app",
  "shuffle",
  "privacy",
  "games",
  "table",
  "review",
  "progress",
  "learning",
  "replay",
  "shelf",
  "admin",
];
/** Folders of `games/` that are not a game. */
const SHARED = ["shared"];
const ALIASES: Readonly<Record<string, string>> = { $app: "app", $connection: "connection" };

const sources = import.meta.glob<string>("./**/*.{ts,svelte}", { eager: true, import: "default", query: "?raw" });
const data = import.meta.glob<string>("./**/*.json", { eager: true, import: "default", query: "?raw" });
const shelves = import.meta.glob<{ title: string }>("./games/*/shelf/en.json", { eager: true, import: "default" });

const words = import.meta.glob<{ options?: object }>("./games/*/messages/en.json", { eager: true, import: "default" });

const layerOf = (path: string): number => {
  const [folder = ""] = path.split("/");
  return /\.\w+$/.test(folder) || folder === "pages" ? LAYERS.length : LAYERS.indexOf(folder);
};
const gameOf = (path: string): string | undefined => {
  const [folder, game = "", ...inner] = path.split("/");
  return folder === "games" && inner.length && !SHARED.includes(game) ? game : undefined;
};

/** The files of the page that a source imports, statically, dynamically or by a glob, from `src/`. */
function imported(path: string, source: string): string[] {
  const specifiers = source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"|"(\.[^"]*\*[^"]*)"/g);
  return [...specifiers].flatMap(([, plain, glob]) => {
    const specifier = plain ?? glob ?? "";
    const [first = "", ...rest] = specifier.split("/");
    if (ALIASES[first]) return [[ALIASES[first], ...rest].join("/")];
    if (!first.startsWith(".")) return [];
    return [new URL(specifier, `file:///src/${path}`).pathname.replace("/src/", "")];
  });
}

/** What is wrong with the imports of a file. */
function faults(path: string, source: string): string[] {
  return imported(path, source)
    .filter((other) => {
      const [game, theirs] = [gameOf(path), gameOf(other)];
      return layerOf(other) > layerOf(path) || (game !== undefined && theirs !== undefined && theirs !== game);
    })
    .map((other) => `${path} imports ${other}`);
}

const files = Object.entries(sources)
  .map(([path, source]) => [path.replace("./", ""), source] as const)
  .filter(([path]) => !path.endsWith(".test.ts"));

it("knows the layer of every file", () => {
  expect(files.length).toBeGreaterThan(150);
  expect(files.map(([path]) => path).filter((path) => layerOf(path) < 0)).toEqual([]);
});

it("finds no import that points upwards or into another game", () => {
  expect(files.flatMap(([path, source]) => faults(path, source))).toEqual([]);
});

it.each([
  ["games/keks/Board.svelte", 'import Notice from "../../table/Notice.svelte";'],
  ["games/keks/Board.svelte", 'import { poseOf } from "../nasenspiel/logic";'],
  ["connection/api.ts", 'import { t } from "$app/i18n.svelte";'],
  ["table/Table.svelte", 'const later = import("../replay/Viewer.svelte");'],
  ["app/i18n.svelte.ts", 'export * from "../pages";'],
])("would find one in %s", (path, source) => {
  expect(faults(path, source)).toHaveLength(1);
});

it.each([
  ["games/keks/Board.svelte", 'import { Moves } from "../shared/moves.svelte";'],
  ["replay/Viewer.svelte", 'import ResumedFrom from "../table/ResumedFrom.svelte";'],
  ["games/domino3d/Board.svelte", 'import box from "$games/domino3d/box.json";'],
])("lets %s import downwards", (path, source) => {
  expect(faults(path, source)).toEqual([]);
});

const games = Object.keys(sources).flatMap((path) => gameOf(path.replace("./", "")) ?? []);

const outside = files.filter(([path]) => !gameOf(path));
const namingIn = (all: readonly (readonly [string, string])[], pattern: RegExp) =>
  all.filter(([, source]) => pattern.test(source)).map(([path]) => path);
const naming = (pattern: RegExp) => namingIn(outside, pattern);
const titles = Object.values(shelves).map(({ title }) => title);
const GAME = new RegExp(`\\b(${[...new Set([...games, ...titles])].join("|")})\\b`, "i");

it("finds no game named outside its folder", () => {
  expect(naming(GAME)).toEqual([]);
});

it("finds no game named in messages outside its folder", () => {
  const messages = Object.entries(data)
    .map(([path, text]) => [path.replace("./", ""), text] as const)
    .filter(([path]) => !gameOf(path));
  expect(messages.length).toBeGreaterThan(20);
  expect(namingIn(messages, GAME)).toEqual([]);
  expect(namingIn([["app/messages/en.json", '{ "credits": "Domino 3D has no author." }']], GAME)).toHaveLength(1);
});

it("finds no option of a game used outside its folder", () => {
  const options = Object.values(words).flatMap((nested) => Object.keys(nested.options ?? {}));
  expect(options.length).toBeGreaterThan(5);
  expect(naming(new RegExp(`\\boptions\\??\\.(${options.join("|")})\\b|options\\["`))).toEqual([]);
});
