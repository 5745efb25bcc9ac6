// The same value as the doctest of `ludotheque/commitment_chain.py`.
import { expect, it } from "vitest";
import { entryHash } from "./chain";

it("hashes an entry as the house does", async () =>
  expect(await entryHash({ number: 0, previous: "0".repeat(64) }, "11".repeat(32))).toBe(
    "5c05213268e973e9840a224ae935dc18ca4883f12c7b6644291636b96c916279",
  ));
