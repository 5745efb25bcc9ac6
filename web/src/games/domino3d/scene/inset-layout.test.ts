import { expect, it } from "vitest";
import { insetLayout } from "./inset-layout";

/** Canvases: of a phone, of a phone in a race, of a small one, of a phone held sideways, of a desk. */
const SIZES = [
  [366, 382],
  [366, 263],
  [336, 159],
  [496, 326],
  [900, 376],
] as const;

it.each(SIZES)(
  "leaves most of a canvas of %d × %d to the tower, beside or above the domino in the hand",
  (width, height) => {
    const { insets, covered, label } = insetLayout(width, height, 40, true);
    const free = { width: width - covered.left - covered.right, height: height - covered.top - covered.bottom };
    expect(free.width * free.height).toBeGreaterThan(0.45 * width * height);
    for (const { x, y, size } of insets) {
      const beside = x + size <= covered.left;
      const below = y + size <= covered.bottom;
      expect(beside || below).toBe(true);
      expect(y - label).toBeGreaterThanOrEqual(8);
      expect(y + size).toBeLessThanOrEqual(height - (beside ? 40 : 0));
    }
    const [near, far] = insets;
    expect(
      near && far && (near.x >= far.x + far.size || near.y - label >= far.y + far.size || far.x >= near.x + near.size),
    ).toBe(true);
  },
);

it("has no pictures without a domino in the hand", () => {
  expect(insetLayout(366, 382, 40, false).insets).toEqual([]);
});
