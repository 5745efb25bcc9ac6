import { describe, expect, it } from "vitest";
import type { BoardProps } from "../../contract";
import type { Builder } from "../board/builder.svelte";
import { laidIn } from "../board/recently-placed";
import type { Piece } from "../logic";
import type { RaceView, TowerView, View } from "../view";
import { offer } from "./sand-offer";
import { aim, chosenTodo, status, towerEnding, towerTodo } from "./status";

const t = (key: string, params: { n?: number } = {}) => (params.n === undefined ? key : `${key} ${params.n}`);
const start: Piece = { domino: 0, at: [0, 0, 0], to: "E", up: "U", seat: null };
const view: TowerView = {
  mode: "classic",
  turn: 0,
  drawn: 5,
  placed: [start],
  pile: [7, 8],
  scores: [0, 0],
  turns_left: null,
  idle: 0,
};
const situation = { view, options: { sand: 0 }, legal: ["2,0,0 E U", "timeout"], you: 0, help: true };
const todo = (change: object) => towerTodo({ ...situation, ...change }, t);
const ending = (change: object, options = {}) =>
  towerEnding({ ...situation, view: { ...view, ...change }, options }, t);

describe("what to do", () => {
  it("is to find a place, with or without help", () => {
    expect(todo({})).toBe("touch.place");
    expect(todo({ help: false })).toBe("touch.place_unaided");
    expect(todo({ help: false, options: { sand: 60 } })).toBe("touch.place_in_sand");
  });

  it("is to pass where nothing fits, or only what would fall; without help nobody says so", () => {
    expect(todo({ legal: ["timeout"] })).toBe("todo.nowhere");
    expect(todo({ legal: ["2,0,1 E U", "timeout"] })).toBe("todo.nowhere");
    expect(todo({ legal: ["timeout"], help: false })).toBe("touch.place_unaided");
  });

  it("is to place it once a place was chosen where it fits, or may fit", () => {
    const chosen = (change: object, mode = "classic") =>
      chosenTodo({
        building: true,
        pinned: true,
        verdict: { standing: "legal" },
        props: { view: { mode }, t },
        ...change,
      } as unknown as Builder);
    expect(chosen({})).toBe("todo.chosen");
    expect(chosen({ verdict: { standing: "unknown" } })).toBe("todo.chosen");
    expect(chosen({ verdict: { standing: "falls" } })).toBe("");
    expect(chosen({ verdict: { standing: "refused" } })).toBe("");
    expect(chosen({ pinned: false })).toBe("");
    expect(chosen({ building: false })).toBe("");
    expect(chosen({}, "race")).toBe("");
  });

  it("is to draw or to stop after a placement", () => expect(todo({ legal: ["draw", "stop"] })).toBe("todo.more"));
});

describe("the line under the tower", () => {
  const said = (change: object, builder: object = {}) =>
    status({ t, you: 0, options: {}, ...change } as unknown as BoardProps<View>, builder as Builder, 0);

  it("tells alone what drawing risks, and what falls", () => {
    const choice = { view: { ...view, mode: "solo", turns_left: 3 }, legal: ["draw", "stop"] };
    expect(said(choice)).toBe("more.why more.fall");
    expect(said({ ...choice, options: { falls: "refuse" } })).toBe("more.why");
    expect(said({ ...choice, options: { sand: 60 } })).toBe("more.why_sand");
    expect(said({ ...choice, view: { ...choice.view, turns_left: 1 } })).toBe("more.why_last");
  });

  it("tells in a race how many computers still build", () => {
    const race: Partial<RaceView> = { mode: "race", phase: "build", hands: [[], [3], []], sets: [[], [], []] };
    const players = [{}, { bot: 1 }, { bot: 1 }];
    const waiting = (to_act: number[]) => said({ view: { ...race, to_act }, toAct: to_act, legal: [], players });
    expect(waiting([1, 2])).toBe("status.wait_bots 2");
    expect(waiting([1])).toBe("status.wait_bot 2");
  });
});

it("has an aim in each mode", () => {
  expect(aim({ mode: "classic", sand: 60 }, t)).toBe("aims.classic");
  expect(aim({ mode: "race" }, t)).toBe("aims.race");
  expect(aim({ mode: "solo", sand: 0, turns: 5 }, t)).toBe("aims.solo 5");
  expect(aim({ mode: "solo", sand: 60, turns: 10 }, t)).toBe("aims.solo_sand 10");
});

it("says why a match ended", () => {
  expect(ending({ pile: [] })).toBe("endings.all_placed");
  expect(ending({})).toBe("endings.nothing_fits");
  expect(ending({ idle: 6 })).toBe("endings.idle");
  expect(ending({ mode: "solo", turns_left: 0 })).toBe("endings.turns");
  expect(ending({ mode: "solo", turns_left: 0 }, { sand: 60 })).toBe("endings.turns_sand");
  expect(ending({ mode: "solo", turns_left: 3, idle: 9, scores: [4] })).toBe("endings.nothing_fits");
});

it("marks what was laid and still stands, by its owner", () => {
  const placed = (domino: number, seat: number) => ({
    number: domino,
    seat,
    events: [
      { event: "placed", domino, seat },
      { event: "won", seat },
    ],
  });
  const steps = [placed(3, 1), placed(9, 2), { number: 10, seat: 3, events: [{ event: "timeout", seat: 3 }] }];
  expect(laidIn(steps, [start, { ...start, domino: 3 }])).toEqual([{ domino: 3, seat: 1 }]);
  expect(laidIn([], [start])).toEqual([]);
});

describe("the hourglass", () => {
  it("is offered after a classic match without it", () => {
    expect(offer({ mode: "classic", sand: 0, falls: "refuse" }, t)?.options).toEqual({
      mode: "classic",
      sand: 60,
      falls: "refuse",
    });
  });

  it("is not offered to whoever has it, nor in other modes", () => {
    expect(offer({ mode: "classic", sand: 60 }, t)).toBeNull();
    expect(offer({ mode: "solo", sand: 0 }, t)).toBeNull();
    expect(offer({ mode: "race", sand: 0 }, t)).toBeNull();
  });
});
