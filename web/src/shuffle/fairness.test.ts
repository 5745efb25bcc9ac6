// The same values as the doctests of `ludotheque/fairness.py`.
import { describe, expect, it } from "vitest";
import { check, parts } from "./fairness";

const secret = "00112233445566778899aabbccddeeff".repeat(2);
const fair = {
  table: "T7",
  commitment: "690c6e6b9cfb6c4c7bb3aaa7cceb640866e2d304f1e5e47113b050613b275e69",
  secret,
  numbers: ["7", null, "né"],
};
const seed = "f139f90c929df3ff67295e8c91483360abab01ff8d12f90c7a2e21675b8fe11f";

it("puts the parts together as netstrings", () =>
  expect(parts(["ludotheque-seed-1", "T7", "7", null, "né"])).toBe("17:ludotheque-seed-1,2:T7,1:7,-,3:né,"));

describe("a shuffle", () => {
  it("is in order", async () =>
    expect(await check(seed, fair)).toMatchObject({ commitmentFits: true, seedFits: true }));
  it("is not, with another secret", async () =>
    expect(await check(seed, { ...fair, secret: secret.replace("0", "1") })).toMatchObject({
      commitmentFits: false,
      seedFits: false,
    }));
  it("is not, with another number", async () =>
    expect(await check(seed, { ...fair, numbers: ["8", null, "né"] })).toMatchObject({
      commitmentFits: true,
      seedFits: false,
    }));
  it("is not, with another seed", async () => expect((await check(seed.replace("f", "e"), fair)).seedFits).toBe(false));
});
