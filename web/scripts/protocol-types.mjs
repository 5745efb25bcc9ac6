// Makes src/connection/protocol.ts from the server's schema (`make schema`), so that both sides speak of the same messages.
import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const schema = JSON.parse(await readFile(new URL("../../docs/protocol.schema.json", import.meta.url), "utf8"));
const types = await compile({ ...schema, type: "object", additionalProperties: false }, "LiveProtocol", {
  bannerComment: "// Made from docs/protocol.schema.json by `npm run types`. Do not edit.",
  additionalProperties: true,
  unknownAny: true,
  style: { printWidth: 120 },
});
await writeFile(new URL("../src/connection/protocol.ts", import.meta.url), types);
