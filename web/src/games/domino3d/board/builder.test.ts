import { expect, it, vi } from "vitest";
import type { BoardProps } from "../../contract";
import { wrongWith } from "../joints";
import { type Piece, type Placement, placementsOf, placementText } from "../logic";
import { cameraAngles } from "../scene/camera-angles.svelte";
import type { View } from "../view";
import { Builder } from "./builder.svelte";

const SAFE: Placement = { at: [2, 0, 0], to: "E", up: "U" };
const HANGS: Placement = { at: [1, 0, 1], to: "E", up: "U" };

function made(more: object = {}) {
  const play = vi.fn(async () => ({ played: true }));
  const view = { mode: "classic", turn: 0, drawn: 5, placed: [{ domino: 0, at: [0, 0, 0], to: "E", up: "U" }] };
  const props = {
    view,
    options: { falls: "penalty" },
    legal: ["2,0,0 E U", "1,0,1 E U", "timeout"],
    you: 0,
    help: true,
    busy: false,
    play,
    attempt: () => new Promise(() => {}),
    t: (key: string) => key,
    ...more,
  };
  return { builder: new Builder(props as unknown as BoardProps<View>, () => 0), play };
}

it("places what stands at once", async () => {
  const { builder, play } = made();
  builder.put(SAFE);
  await builder.place();
  expect(play).toHaveBeenCalledWith("2,0,0 E U");
});

it("asks before it places what would fall, and again after a change of mind", async () => {
  const { builder, play } = made();
  builder.put(HANGS);
  await builder.place();
  expect(builder.asking).toBe(true);
  expect(play).not.toHaveBeenCalled();
  builder.put(SAFE);
  expect(builder.asking).toBe(false);
  builder.put(HANGS);
  await builder.place();
  await builder.place();
  expect(play).toHaveBeenCalledExactlyOnceWith("1,0,1 E U");
});

it("asks without help too, because everybody can see that nothing is under it", async () => {
  const { builder, play } = made({ help: false, clock: { at: 0, sand: 9000 } });
  builder.put(HANGS);
  await builder.place();
  expect(builder.question).toBe("ghost.ask_unsure");
  expect(play).not.toHaveBeenCalled();
});

it("knows what the ghost shows: a second press on it places it", () => {
  const { builder } = made();
  expect(builder.shows(SAFE)).toBe(false);
  builder.put(SAFE);
  expect([builder.shows(SAFE), builder.shows(HANGS)]).toEqual([true, false]);
  expect(builder.revealed?.place).toEqual(SAFE);
});

it("places nothing while something is shown", async () => {
  const { builder, play } = made();
  builder.put(SAFE);
  builder.waiting = true;
  await builder.place();
  expect(play).not.toHaveBeenCalled();
});

/** The same cell filled flat to the East, upright, and flat to the North; and a placement that hangs above it. */
const WAYS = ["2,0,0 E U", "2,0,0 U W", "2,0,0 N U", "2,0,1 E U", "timeout"];

it("turns the domino into the nearest pose that fits where one points", () => {
  const { builder } = made({ legal: ["2,0,0 W D", "2,0,0 U E", "2,0,0 N U", "timeout"] });
  builder.point([2, 0, 0], undefined, true);
  expect(builder.move).toBe("2,0,0 N U");
  expect(builder.pose).toEqual({ to: "N", up: "U" });
});

it("keeps the pose where it fits, and where none does, which is refused", () => {
  const { builder } = made({ legal: WAYS });
  builder.point([2, 0, 0], undefined, true);
  expect(builder.move).toBe("2,0,0 E U");
  builder.point([0, 1, 0], undefined, true);
  expect([builder.pose, builder.verdict?.standing]).toEqual([{ to: "E", up: "U" }, "refused"]);
});

it("goes through all that fits there without falling, and begins again", () => {
  const { builder } = made({ legal: WAYS });
  builder.point([2, 0, 0], undefined, true);
  const seen = [builder.move];
  for (let press = 0; press < 3; press++) {
    builder.cycle();
    seen.push(builder.move);
  }
  expect(seen).toEqual(["2,0,0 E U", "2,0,0 U W", "2,0,0 N U", "2,0,0 E U"]);
});

it("leaves the domino as it was when a pointer only passes by", () => {
  const { builder } = made({ legal: ["2,0,0 N U", "timeout"] });
  builder.point([2, 0, 0], undefined, false);
  expect(builder.pose).toEqual({ to: "N", up: "U" });
  builder.clear();
  expect(builder.pose).toEqual({ to: "E", up: "U" });
});

it("shows nothing to whoever plays without help", () => {
  const { builder } = made({ legal: ["2,0,0 N U", "timeout"], help: false });
  builder.point([2, 0, 0], undefined, true);
  expect(builder.pose).toEqual({ to: "E", up: "U" });
  expect([builder.rings, builder.ways]).toEqual([[], []]);
});

it("rings the free cells of placements that do not fall", () => {
  const { builder } = made();
  expect(builder.rings).toEqual([[2, 0, 0]]);
});

it("goes from place to place, those that fall left out", () => {
  const { builder } = made({ legal: [...WAYS, "0,1,0 E U"] });
  const seen = [0, 1, 2, 3, 4].map(() => {
    builder.fit();
    return builder.move;
  });
  expect(seen.slice(0, 4).toSorted()).toEqual(["0,1,0 E U", "2,0,0 E U", "2,0,0 N U", "2,0,0 U W"]);
  expect(seen[4]).toBe(seen[0]);
});

it("shows a fall only where nothing else fits", () => {
  const [stands, falls] = ["0,0,1 U E", "0,0,1 W U"];
  const standing = (...legal: string[]) => {
    const { builder } = made({ legal: [...legal, "timeout"] });
    builder.point([0, 0, 1], undefined, true);
    return [builder.ways.length, builder.verdict?.standing];
  };
  expect(standing(stands, falls)).toEqual([1, "legal"]);
  expect(standing(falls)).toEqual([1, "falls"]);
});

it("lists each place once, those that fall left out", () => {
  const { builder } = made({ legal: ["2,0,0 E U", "3,0,0 W D", "2,0,0 U W", "1,0,1 E U", "timeout"] });
  expect(builder.distinct.map(placementText)).toEqual(["2,0,0 E U", "2,0,0 U W"]);
  expect(builder.distinct.map((place) => builder.worth(place))).toEqual([1, 2]);
});

it("says against the sand, too, that another domino is there", () => {
  const { builder } = made({ help: false, clock: { at: 0, sand: 9000 } });
  builder.put({ at: [1, 0, 0], to: "E", up: "U" });
  expect(builder.verdict).toMatchObject({ standing: "refused", sentence: "ghost.filled" });
  expect(builder.verdict?.faces.map(({ cell }) => cell.join())).toContain("1,0,0");
  builder.put(SAFE);
  expect(builder.verdict?.standing).toBe("unknown");
});

it("puts the first domino of a race in the middle, wherever one points", () => {
  const view = { mode: "race", phase: "build", sets: [[]], hands: [[5]] };
  const legal = ["place 5 0,0,0 E U", "place 5 0,0,0 N U", "give up"];
  const { builder } = made({ view, legal, help: false });
  builder.choose(5);
  builder.point([4, -3, 0], undefined, true);
  expect(builder.move).toBe("place 5 0,0,0 E U");
  builder.turn("U");
  expect(legal).toContain(builder.move);
  builder.shift();
  expect(legal).toContain(builder.move);
});

it("shows no place in a race for a domino that matches nowhere", () => {
  const set: Piece[] = [{ domino: 0, at: [0, 0, 0], to: "E", up: "U" }];
  const view = { mode: "race", phase: "build", sets: [set], hands: [[5]] };
  const legal = ["E U", "W U", "E D", "W D", "E N", "W N", "E S", "W S"].map((pose) => `place 5 2,0,0 ${pose}`);
  const places = placementsOf(legal, 5);
  const isWrong = (place: Placement) => wrongWith({ ...place, domino: 5 }, set).length > 0;
  const [wrong, right] = [places.filter(isWrong), places.filter((place) => !isWrong(place))];
  for (const fitting of [right, []]) {
    const kept = [...wrong, ...fitting].map((place) => `place 5 ${placementText(place)}`);
    const { builder } = made({ view, legal: [...kept, "give up"] });
    builder.choose(5);
    builder.put(wrong[0] as Placement);
    expect(builder.verdict?.standing).toBe("differs");
    builder.fit();
    expect(builder.verdict?.standing).toBe(fitting.length ? "legal" : undefined);
    expect(builder.move === null).toBe(!fitting.length);
  }
});

it("tells why a placement that was confirmed is refused", async () => {
  const refusal = { key: "domino3d.same_contact", params: {}, rule: 5 };
  const play = vi.fn(async () => ({ played: false, refusal }));
  const { builder } = made({ play, help: false, clock: { at: 0, sand: 9000 }, sentenceFor: () => "they are alike" });
  builder.put(HANGS);
  await builder.place();
  await builder.place();
  expect(builder.asking).toBe(false);
  expect(builder.verdict?.sentence).toBe("they are alike");
});

it("puts a domino that was tipped down on what is below it", () => {
  const { builder } = made({ legal: ["timeout"] });
  builder.put({ at: [2, 0, 1], to: "D", up: "E" }); // its upper half is beside the tower, too
  builder.turn("N");
  expect(builder.ghost?.at[2]).toBe(0);
  builder.point([0, 0, 1], undefined, true); // on the tower
  builder.turn("E");
  expect(builder.ghost?.at[2]).toBe(1);
});

it("exchanges the halves where the domino is", () => {
  const { builder } = made();
  builder.put(SAFE);
  builder.shift();
  expect(builder.move).toBe("3,0,0 W U");
  builder.shift();
  expect(builder.move).toBe("2,0,0 E U");
});

it("starts fresh with each domino", () => {
  const { builder } = made();
  builder.turn("U");
  builder.put(SAFE);
  builder.startFresh();
  expect([builder.ghost, builder.move, builder.pose]).toEqual([null, null, { to: "E", up: "U" }]);
});

it("names the marks that differ from where they are seen, and lights up these", async () => {
  const refusal = { key: "domino3d.mismatch", params: { at: "2,0,0", side: "N" }, rule: 4 };
  const t = (key: string, { side = "" } = {}) => [key, side].join(" ").trim();
  const { builder } = made({ play: async () => ({ played: false, refusal }), sentenceFor: () => "north", t });
  builder.put(SAFE);
  cameraAngles.yaw = -Math.PI / 2; // from the South
  await builder.place();
  const sides = () => [builder.verdict?.sentence, ...(builder.verdict?.faces.map(({ side }) => side) ?? [])];
  const first = sides();
  expect(first[0]).toMatch(/^ghost.clash seen.(front|top)$/);
  expect(first[1]).toMatch(/[SU]/);
  expect(first).toHaveLength(3);
  cameraAngles.yaw = Math.PI / 2;
  expect(sides()[1]).not.toBe("S");
});

it("chooses what can be taken back, the last one placed first", () => {
  const set = [0, 3, 6].map((domino) => ({ domino, at: [0, domino, 0], to: "E", up: "U" }));
  const view = { mode: "race", phase: "build", sets: [set], hands: [[]] };
  const { builder } = made({ view, legal: ["lift 0", "lift 6", "give up"] });
  const moves = [0, 1, 2].map(() => {
    builder.lift();
    return builder.move;
  });
  expect(moves).toEqual(["lift 6", "lift 0", "lift 6"]);
});

it("leaves it to the hourglass to say that the time is up", async () => {
  const say = vi.fn();
  const refusal = { key: "refused.time_is_up" };
  const { builder } = made({ play: async () => ({ played: false, refusal }), say });
  builder.put(SAFE);
  await builder.place();
  expect(say).not.toHaveBeenCalled();
});
