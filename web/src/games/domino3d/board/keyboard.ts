// What keys do on the board.

import { type Cell, type Direction, directionOf } from "../logic";
import type { Scene } from "../scene/scene";
import type { Builder } from "./builder.svelte";

/** About the upright axis; towards us or away; to the side. */
export type Rotation = "turn" | "tip" | "roll";

export interface Desk {
  builder: Builder;
  scene: Scene | null;
  opposite: () => void;
  help: boolean;
  area: HTMLElement | undefined;
  /** What Enter does when there is nothing to place. */
  playDefault: () => void;
}

/** A quarter turn as it looks from where we stand; flat on a tower with help, the next one that fits. */
export function turnBy(builder: Builder, scene: Scene | null, turn: Rotation, back = false): void {
  const axes: Record<Rotation, Direction> = {
    turn: "U",
    tip: directionOf(scene?.orbit.right ?? [1, 0, 0]),
    roll: directionOf(scene?.orbit.away ?? [0, 1, 0]),
  };
  if (turn === "turn" && builder.props.view.mode !== "race" && builder.ways.length) builder.cycle();
  else builder.turn(axes[turn], back);
}

const TURNS: Record<string, Rotation> = { r: "turn", t: "tip", y: "roll" };

export function keyed(event: KeyboardEvent, desk: Desk): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
  // Holding Enter must not confirm what it has just asked.
  if (event.repeat && event.key === "Enter") return;
  const done = letters(event, desk) || (target === desk.area && arrows(event, desk));
  if (done) event.preventDefault();
}

function letters(event: KeyboardEvent, { builder, scene, opposite, help }: Desk): boolean {
  const key = event.key.toLowerCase();
  const turn = TURNS[key];
  if (key === "o") opposite();
  else if (key === "w") scene?.whole();
  else if (key === "escape") builder.clear();
  else if (turn) turnBy(builder, scene, turn, event.shiftKey);
  else if (!builder.building) return false;
  else if (key === "x") builder.shift();
  else if (key === "n" && help) builder.fit();
  else if (key === "d") builder.next(event.shiftKey);
  else if (key === "l" && builder.pieces.length) builder.lift();
  else return false;
  return true;
}

function arrows(event: KeyboardEvent, { builder, scene, playDefault }: Desk): boolean {
  const away: Cell = scene?.orbit.away ?? [0, 1, 0];
  const right: Cell = scene?.orbit.right ?? [1, 0, 0];
  const ways: Record<string, Cell> = {
    ArrowUp: away,
    ArrowDown: [-away[0], -away[1], 0],
    ArrowRight: right,
    ArrowLeft: [-right[0], -right[1], 0],
    PageUp: [0, 0, 1],
    PageDown: [0, 0, -1],
  };
  const way = ways[event.key];
  if (way && event.shiftKey) orbit(event.key, scene);
  else if (way && builder.building) builder.step(way);
  else if (way) orbit(event.key, scene);
  else if (event.key === "Enter" && builder.move) void builder.place();
  else if (event.key === "Enter") playDefault();
  else if (event.key === "+" || event.key === "-") scene?.orbit.closer(event.key === "+" ? 1.2 : 1 / 1.2);
  else return false;
  scene?.redraw();
  return true;
}

function orbit(key: string, scene: Scene | null): void {
  const step = 0.26;
  if (key === "ArrowLeft" || key === "ArrowRight") scene?.orbit.turn(key === "ArrowLeft" ? -step : step, 0);
  else if (key === "ArrowUp" || key === "ArrowDown") scene?.orbit.turn(0, key === "ArrowUp" ? step : -step);
}
