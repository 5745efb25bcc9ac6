// Dominoes, squares, groups and the frame, as the board draws them. The server says what is legal.

export const SIDE = 10;
export const PAWNS = 5;

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

/** The 10 by 10 frame, in the middle of where it may still lie. */
export function frame(box: Box): Frame {
  const left = Math.ceil((box.left + box.right - SIDE + 1) / 2);
  const bottom = Math.ceil((box.bottom + box.top - SIDE + 1) / 2);
  return {
    left,
    right: left + SIDE - 1,
    bottom,
    top: bottom + SIDE - 1,
    fixedAcross: box.right - box.left + 1 >= SIDE,
    fixedUp: box.top - box.bottom + 1 >= SIDE,
  };
}

/** The part of the table that is shown, a square: the frame, and all that a domino can reach. */
export function window_(box: Box): Box {
  const reach = (low: number, high: number, from: number, to: number) => {
    const margin = Math.min(2, SIDE - (high - low + 1));
    return [Math.min(from, low - margin), Math.max(to, high + margin)] as const;
  };
  const around = frame(box);
  const [left, right] = reach(box.left, box.right, around.left, around.right);
  const [bottom, top] = reach(box.bottom, box.top, around.bottom, around.top);
  const size = Math.max(right - left, top - bottom);
  const spare = (low: number, high: number) => Math.floor((size - (high - low)) / 2);
  const [west, south] = [left - spare(left, right), bottom - spare(bottom, top)];
  return { left: west, right: west + size, bottom: south, top: south + size };
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

/** The square of "pawn 2,3"; null for the others. */
export function pawnAt(move: string): Square | null {
  const match = /^pawn (-?\d+),(-?\d+)$/.exec(move);
  return match ? { x: Number(match[1]), y: Number(match[2]) } : null;
}
