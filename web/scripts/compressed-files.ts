import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(js|css|html|svg)$/;
/** A smaller file fits into one packet anyway. */
const MIN_BYTES = 1024;

/** Write a Brotli and a gzip version beside each text file of the build: the server sends what the browser accepts. */
export function compressedFiles(): Plugin {
  return {
    name: "compressed-files",
    apply: "build",
    async writeBundle({ dir = "" }) {
      const names = await readdir(dir, { recursive: true });
      await Promise.all(names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(dir, name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  await Promise.all([
    promisify(brotliCompress)(content).then((compressed) => writeFile(`${file}.br`, compressed)),
    promisify(gzip)(content).then((compressed) => writeFile(`${file}.gz`, compressed)),
  ]);
}
