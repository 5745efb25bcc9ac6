// Dominoes, squares, groups and the frame, as the board draws them. The server says what is legal.
import type { PlayedMove } from "../contract";
import { clamp } from "../shared/keys";

export const SIDE = 10;
export const PAWNS = 5;
/** Dominoes of a match. */
export const DOMINOES = 54;

export interface View {
  turn: number | null;
  hands: string[][];
  aside: number;
  placed: string[];
  squares: [number, number, number][];
  pawns: { seat: number; at: [number, number] }[];
  reserve: number[];
  asking: [number, number] | null;
  scores: number[];
}
export interface Square {
  x: number;
  y: number;
}
/** A domino on the table or in the air: nose `a` on the square, nose `b` on the next one, after `turn` quarter turns. */
export interface Pose extends Square {
  a: number;
  b: number;
  turn: number;
}

/** East, North, West, South. */
const STEPS: readonly Square[] = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
];
const step = (turn: number): Square => STEPS[((turn % 4) + 4) % 4] ?? { x: 1, y: 0 };

export const key = ({ x, y }: Square): string => `${x},${y}`;

/** The square that has this key. */
export function squareOf(text: string): Square {
  const [x = 0, y = 0] = text.split(",").map(Number);
  return { x, y };
}

export function noses(domino: string): [number, number] {
  const [a = 0, b = 0] = domino.split("-").map(Number);
  return [a, b];
}

/** The two squares of a pose with their noses. */
export function halves(pose: Pose): [Square & { nose: number }, Square & { nose: number }] {
  const { x, y } = step(pose.turn);
  return [
    { x: pose.x, y: pose.y, nose: pose.a },
    { x: pose.x + x, y: pose.y + y, nose: pose.b },
  ];
}

/** The one text of a placement: only East and North are written. */
export function moveText(pose: Pose): string {
  const [first, second] = halves(pose);
  const backwards = pose.turn % 4 > 1;
  const [from, to] = backwards ? [second, first] : [first, second];
  return `${from.nose}-${to.nose} ${pose.turn % 2 ? "N" : "E"} ${key(from)}`;
}

/** A placement as it is drawn: "3-7 E 2,-1". */
export function poseOf(move: string): Pose | null {
  const match = /^(\d)-(\d) ([EN]) (-?\d+),(-?\d+)$/.exec(move);
  if (!match) return null;
  const [, a, b, direction, x, y] = match;
  return { a: Number(a), b: Number(b), x: Number(x), y: Number(y), turn: direction === "N" ? 1 : 0 };
}

/**
 * The ways to hold a domino over a square: those that are allowed, its first half there before its second, beginning
 * with the wanted turn; if none is, all four turns of the first half.
 */
export function poses(domino: string, at: Square, turn: number, allowed: ReadonlySet<string>): Pose[] {
  const [a, b] = noses(domino);
  const turns = [0, 1, 2, 3].map((more) => (turn + more) % 4);
  const first = turns.map((one) => ({ a, b, turn: one, ...at }));
  const second = turns.map((one) => ({ a, b, turn: one, x: at.x - step(one).x, y: at.y - step(one).y }));
  const texts = new Set<string>();
  const fitting = [...first, ...second].filter((pose) => {
    const text = moveText(pose);
    return allowed.has(text) && !texts.has(text) && texts.add(text);
  });
  return fitting.length ? fitting : first;
}

/** How the first domino is held over a square: it lies from West to East, within the part that is shown. */
export function firstPose(domino: string, { x, y }: Square, shown: Box): Pose {
  const [a, b] = noses(domino);
  return { a, b, turn: 0, x: Math.min(x, shown.right - 1), y };
}

export interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** The extent of the layout, both ends included; that of the first domino if nothing lies there. */
export function extent(squares: readonly Square[]): Box {
  if (!squares.length) return { left: 0, right: 1, bottom: 0, top: 0 };
  const [xs, ys] = [squares.map((one) => one.x), squares.map((one) => one.y)];
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}

export interface Frame extends Box {
  /** Whether it can no longer move sideways, or up and down. */
  fixedAcross: boolean;
  fixedUp: boolean;
}

/**
 * The 10 by 10 frame: where it was, moved no more than the layout needs; `from` is its square at the bottom left. At
 * first it lies around the middle of the layout.
 */
export function frame(box: Box, from: Square | null = null): Frame {
  const begin = (low: number, high: number, was: number | undefined) =>
    was === undefined ? Math.ceil((low + high - SIDE + 1) / 2) : clamp(was, high - SIDE + 1, low);
  const left = begin(box.left, box.right, from?.x);
  const bottom = begin(box.bottom, box.top, from?.y);
  return {
    left,
    right: left + SIDE - 1,
    bottom,
    top: bottom + SIDE - 1,
    fixedAcross: box.right - box.left + 1 >= SIDE,
    fixedUp: box.top - box.bottom + 1 >= SIDE,
  };
}

/** How many squares of the table are shown in each direction. */
export const SHOWN = SIDE + 2;

/** The part of the table that is shown: the frame and one square around it, for no domino reaches farther. */
export const partAround = ({ left, right, bottom, top }: Box): Box => ({
  left: left - 1,
  right: right + 1,
  bottom: bottom - 1,
  top: top + 1,
});

/** How far from a square's middle a finger may come down and still mean it, in squares. */
const REACH = 1.2;

/** The square that a finger means: the nearest one to a point, which is in squares from the middle of 0,0. */
export function meant(point: Square, squares: readonly Square[]): Square | null {
  const far = ({ x, y }: Square) => Math.hypot(x - point.x, y - point.y);
  const near = squares.filter((one) => far(one) <= REACH);
  return near.toSorted((one, two) => far(one) - far(two))[0] ?? null;
}

/** All squares of a part of the table, row by row from the top. */
export function squaresIn({ left, right, bottom, top }: Box): Square[][] {
  return Array.from({ length: top - bottom + 1 }, (_, down) =>
    Array.from({ length: right - left + 1 }, (_, along) => ({ x: left + along, y: top - down })),
  );
}

export interface Group {
  nose: number;
  squares: Square[];
}

/** Two or more equal noses connected by edges. */
export function groups(squares: readonly (readonly [number, number, number])[]): Group[] {
  const noseAt = new Map(squares.map(([x, y, nose]) => [key({ x, y }), nose]));
  const seen = new Set<string>();
  const groups: Group[] = [];
  for (const [x, y, nose] of squares) {
    if (seen.has(key({ x, y }))) continue;
    const members = [{ x, y }];
    seen.add(key({ x, y }));
    for (const one of members)
      for (const by of STEPS) {
        const next = { x: one.x + by.x, y: one.y + by.y };
        if (noseAt.get(key(next)) !== nose || seen.has(key(next))) continue;
        seen.add(key(next));
        members.push(next);
      }
    if (members.length > 1) groups.push({ nose, squares: members });
  }
  return groups;
}

export const groupAt = (all: readonly Group[], at: Square): Group | null =>
  all.find((group) => group.squares.some((one) => one.x === at.x && one.y === at.y)) ?? null;

/**
 * The rim of a set of squares as closed lines, drawn inside it. In units of the drawing: x to the right, y downwards,
 * `cell` a square's side, square 0,0 with its top left corner at 0, 0.
 */
export function outline(squares: readonly Square[], cell: number, inset: number): string {
  const inside = new Set(squares.map(key));
  // Edges with the inside on their left, by the corner where they begin; corners are those of the squares, y upwards.
  const edges = new Map<string, number[]>();
  for (const { x, y } of squares) {
    const corners = [
      { x, y, turn: 0, beyond: { x, y: y - 1 } },
      { x: x + 1, y, turn: 1, beyond: { x: x + 1, y } },
      { x: x + 1, y: y + 1, turn: 2, beyond: { x, y: y + 1 } },
      { x, y: y + 1, turn: 3, beyond: { x: x - 1, y } },
    ];
    for (const one of corners)
      if (!inside.has(key(one.beyond))) edges.set(key(one), [...(edges.get(key(one)) ?? []), one.turn]);
  }
  const seen = new Set<string>();
  let path = "";
  for (const [start, turns] of edges)
    for (const turn of turns) if (!seen.has(`${start} ${turn}`)) path += loop(start, turn, edges, seen, cell, inset);
  return path;
}

function loop(
  start: string,
  first: number,
  edges: ReadonlyMap<string, number[]>,
  seen: Set<string>,
  cell: number,
  inset: number,
): string {
  const [x = 0, y = 0] = start.split(",").map(Number);
  const at = { x, y };
  const points: string[] = [];
  let turn = first;
  while (!seen.has(`${key(at)} ${turn}`)) {
    seen.add(`${key(at)} ${turn}`);
    at.x += step(turn).x;
    at.y += step(turn).y;
    const here = edges.get(key(at)) ?? [];
    // Where squares touch at a corner only there are two ways on: stay with the same square, to the left.
    const left = (turn + 1) % 4;
    const next = here.includes(left) ? left : (here[0] ?? turn);
    if (next !== turn) points.push(cornerOf(at, turn, next, cell, inset));
    turn = next;
  }
  return `M${points.join("L")}Z`;
}

function cornerOf(at: Square, before: number, after: number, cell: number, inset: number): string {
  const [one, two] = [step(before + 1), step(after + 1)]; // to the left of both edges
  const x = at.x * cell + (one.x + two.x) * inset;
  const y = -(at.y - 1) * cell - (one.y + two.y) * inset;
  return `${x} ${y}`;
}

export type Order = "number" | "fitting" | `${number}`;

/** A hand in the wanted order: as dealt, what fits first, or those with one nose first. */
export function sorted(hand: readonly string[], order: Order, fitting: ReadonlySet<string>): string[] {
  if (order === "number") return [...hand];
  const first = (domino: string) => (order === "fitting" ? fitting.has(domino) : noses(domino).includes(Number(order)));
  return [...hand.filter(first), ...hand.filter((domino) => !first(domino))];
}

/** The domino of a placement, smaller nose first. */
export function dominoOf(move: string): string {
  const pose = poseOf(move);
  if (!pose) return "";
  return pose.a <= pose.b ? `${pose.a}-${pose.b}` : `${pose.b}-${pose.a}`;
}

/** The answers about a group in the order in which they are offered: from the reserve, from elsewhere, none. */
export function answers(legal: readonly string[]): string[] {
  const rank = (move: string) => (move === "pawn" ? 0 : move === "skip" ? 2 : 1);
  return legal
    .filter((move) => move === "skip" || move.startsWith("pawn"))
    .toSorted((one, two) => rank(one) - rank(two));
}

/** The digit that chooses an answer: no pawn is always 0. */
export const digitOf = (answer: string, place: number): number => (answer === "skip" ? 0 : place + 1);

/** The groups that carry the pawns of each seat, largest first: their noses are its points. */
export function groupsOwned({ squares, pawns, hands }: Pick<View, "squares" | "pawns" | "hands">): Group[][] {
  const all = groups(squares);
  return hands.map((_, seat) =>
    pawns
      .flatMap(({ seat: owner, at: [x, y] }) => (owner === seat ? (groupAt(all, { x, y }) ?? []) : []))
      .toSorted((one, two) => two.squares.length - one.squares.length),
  );
}

/** The square of "pawn 2,3"; null for the others. */
export function pawnAt(move: string): Square | null {
  const match = /^pawn (-?\d+),(-?\d+)$/.exec(move);
  return match ? { x: Number(match[1]), y: Number(match[2]) } : null;
}

/** Something of a seat on a square. */
export interface Owned {
  seat: number;
  at: Square;
}

/** What was laid, put and sent back in some moves, and by or to whom. */
export interface Marks {
  dominoes: { seat: number; move: string }[];
  put: Owned[];
  returned: Owned[];
}

export function marksOf(steps: readonly PlayedMove[]): Marks {
  const marks: Marks = { dominoes: [], put: [], returned: [] };
  for (const event of steps.flatMap((step) => step.events)) {
    const seat = Number(event.seat);
    if (event.event === "placed") marks.dominoes.push({ seat, move: String(event.move) });
    else if (event.event === "put") marks.put.push({ seat, at: squareFrom(event.at) });
    else if (event.event === "returned") marks.returned.push({ seat, at: squareFrom(event.at) });
  }
  return marks;
}

/** A square of an event: [x, y]. */
function squareFrom(at: unknown): Square {
  const [x = 0, y = 0] = Array.isArray(at) ? at.map(Number) : [];
  return { x, y };
}

/** The squares of places that a sentence is about: "2,3", or "group 2,3" for all squares of a group. */
export function squaresAt(places: readonly string[], all: readonly Group[]): Square[] {
  const squares = new Map<string, Square>();
  for (const place of places) {
    const at = squareOf(place.replace("group ", ""));
    const members = place.startsWith("group ") ? groupAt(all, at)?.squares : undefined;
    for (const one of members ?? [at]) squares.set(key(one), one);
  }
  return [...squares.values()];
}

/** The largest width at which so many dominoes lie in a box without scrolling, within limits. */
export function dominoWidth(width: number, height: number, count: number, gap = 4, least = 60, most = 124): number {
  for (let columns = 1; columns <= count; columns++) {
    const wide = Math.min(most, (width + gap) / columns - gap);
    if (wide < least) break;
    if (Math.ceil(count / columns) * (heightOf(wide) + gap) <= height + gap) return Math.floor(wide);
  }
  return least;
}

/** A domino's height in the tray: two squares lie side by side, and an edge around them. */
export const heightOf = (width: number): number => Math.round((width - 6) * 0.525) + 6;
