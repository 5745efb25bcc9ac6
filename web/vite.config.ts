import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { compressedFiles } from "./scripts/compressed-files.ts";
import { joinedWords } from "./scripts/joined-words.ts";

const house = process.env.LUDOTHEQUE_HOUSE ?? "http://127.0.0.1:8000";
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [
    svelte(),
    joinedWords({ page: here("./src/games"), python: here("../src/ludotheque/games") }),
    compressedFiles(),
  ],
  resolve: {
    alias: { $app: here("./src/app"), $connection: here("./src/connection"), $games: here("../src/ludotheque/games") },
  },
  // While developing: `ludotheque serve --port 8000` answers, this page asks.
  server: {
    fs: { allow: [here("..")] },
    // The house looks at Origin and Host: both stay this page's.
    proxy: {
      "/api": { target: house, changeOrigin: false },
      "/live": { target: house, changeOrigin: false, ws: true },
    },
  },
  build: {
    outDir: here("../src/ludotheque/server/web/page"),
    emptyOutDir: true,
    // Three.js: loaded by Domino 3D alone.
    chunkSizeWarningLimit: 700,
    target: "es2022",
    // Fonts and pictures stay files: the content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What the first page needs comes as one file, although other pages need parts of it too.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } } },
  },
});
