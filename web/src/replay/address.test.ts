import { describe, expect, it } from "vitest";
import { momentIn } from "./address";

describe("an address", () => {
  it("tells whose knowledge and which move", () =>
    expect(momentIn("?seat=1&move=12")).toEqual({ seat: "1", move: 12, review: false }));
  it("may ask for the review", () => expect(momentIn("?review")).toEqual({ seat: "most", move: 0, review: true }));
  it("may tell nothing", () => expect(momentIn("")).toEqual({ seat: "most", move: 0, review: false }));
  it.each(["?seat=-1&move=-1", "?seat=&move=x", "?seat=all%26after&move=1e9", "?seat=001&move=9999999"])(
    "may make no sense: %s",
    (search) => expect(momentIn(search)).toEqual({ seat: "most", move: 0, review: false }),
  );
});
