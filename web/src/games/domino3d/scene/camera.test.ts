import * as three from "three";
import { expect, it } from "vitest";
import { type Cell, cellOf, nameOf } from "../logic";
import { Orbit } from "./camera";

/** Along the x axis, four cells high. */
const WALL = new Map(
  [-3, -2, -1, 0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((z): [string, number] => [nameOf([x, 0, z]), 0])),
);

it("is steered by a person until the whole tower is asked for", () => {
  const orbit = new Orbit();
  orbit.turn(0.5, 0.2); // the whole tower still fits
  expect([orbit.turned, orbit.zoomed]).toEqual([true, false]);
  orbit.closer(2);
  expect([orbit.zoomed, orbit.zoom]).toEqual([true, 2]);
  orbit.reset();
  expect([orbit.turned, orbit.zoomed, orbit.zoom, orbit.pitch]).toEqual([false, false, 1, 0.62]);
});

it("goes around the tower to what is hidden behind it", () => {
  const orbit = new Orbit();
  const before = orbit.yaw;
  orbit.reveal([[0, -1, 0]], WALL); // in front of it
  expect(orbit.yaw).toBe(before);
  orbit.reveal([[0, 1, 0]], WALL);
  expect([orbit.yaw, orbit.pitch]).not.toEqual([before, 0.62]);
});

it("stays where a person has turned it, unless they ask to be shown what is hidden", () => {
  const orbit = new Orbit();
  orbit.turn(0.1, 0);
  const { yaw, pitch } = orbit;
  orbit.reveal([[0, 1, 0]], WALL);
  expect([orbit.yaw, orbit.pitch]).toEqual([yaw, pitch]);
  orbit.reveal([[0, -1, 0]], WALL, { asked: true }); // in sight
  expect([orbit.yaw, orbit.pitch]).toEqual([yaw, pitch]);
  orbit.reveal([[0, 1, 0]], WALL, { asked: true });
  expect([orbit.yaw, orbit.pitch]).not.toEqual([yaw, pitch]);
});

/** The share of its way that the camera has left after a tenth of a second. */
function left(move: (orbit: Orbit) => void): number {
  const orbit = new Orbit();
  orbit.glide(Number.POSITIVE_INFINITY);
  const from = orbit.camera.position.clone();
  move(orbit);
  orbit.glide(0.1);
  const soon = orbit.camera.position.clone();
  orbit.glide(Number.POSITIVE_INFINITY);
  return soon.distanceTo(orbit.camera.position) / from.distanceTo(orbit.camera.position);
}

it("follows a hand at once, and moves softly by itself", () => {
  expect(left((orbit) => orbit.turn(0.5, 0))).toBeLessThan(0.35);
  expect(left((orbit) => orbit.reveal([[0, 1, 0]], WALL))).toBeGreaterThan(0.5);
});

/** A flat tower of the end of a match. */
const CELLS = [-4, -2, 0, 2, 4].flatMap((x) => [-3, -1, 1, 3].flatMap((y) => [0, 2].map((z): Cell => [x, y, z])));

const NOTHING = { top: 0, right: 0, bottom: 0, left: 0 };

/** The outermost part of the free picture that a cell takes: 1 is its edge. */
function outermost(width: number, height: number, yaw: number, bottom: number, left: number): number {
  const orbit = new Orbit();
  orbit.resize(width, height, { ...NOTHING, bottom, left });
  orbit.turn(yaw, 0);
  orbit.frame(CELLS);
  orbit.glide(Number.POSITIVE_INFINITY);
  const seen = CELLS.map((cell) => new three.Vector3(...cell).project(orbit.camera));
  const [wide, tall] = [1 - left / width, 1 - bottom / height];
  return Math.max(
    ...seen.flatMap(({ x, y }) => [Math.abs(x - left / width) / wide, Math.abs(y - bottom / height) / tall]),
  );
}

it.each([
  [336, 290, 80, 0],
  [336, 190, 0, 90],
  [900, 400, 0, 160],
])("fills what is free of a picture of %d × %d with the whole tower, from every side", (width, height, below, left) => {
  const sides = [0, 0.4, 0.8, 1.2, 1.6].map((yaw) => outermost(width, height, yaw, below, left));
  expect(Math.max(...sides)).toBeLessThan(1);
  expect(Math.max(...sides)).toBeGreaterThan(0.7);
});

it("goes back for what would be out of the picture, unless a person has chosen the distance", () => {
  const tower = new Map([nameOf([0, 0, 0]), nameOf([1, 0, 0])].map((name) => [name, 0]));
  const high: Cell[] = [
    [0, 0, 3],
    [0, 0, 4],
  ];
  const orbit = new Orbit();
  orbit.resize(336, 270, { ...NOTHING, bottom: 65 });
  orbit.frame([...tower.keys()].map(cellOf));
  expect(orbit.holds(high)).toBe(false);
  orbit.closer(1.3);
  orbit.reveal(high, tower);
  expect([orbit.holds(high), orbit.zoom]).toEqual([false, 1.3]);
  orbit.reveal(high, tower, { asked: true });
  expect([orbit.holds(high), orbit.zoomed]).toEqual([true, false]);
});

it("stays where it is for what is in the picture", () => {
  const tower = new Map([nameOf([0, 0, 0]), nameOf([1, 0, 0])].map((name) => [name, 0]));
  const orbit = new Orbit();
  orbit.resize(900, 400, NOTHING);
  orbit.frame([...tower.keys()].map(cellOf));
  orbit.glide(Number.POSITIVE_INFINITY);
  const before = orbit.camera.position.clone();
  orbit.reveal([[0, -1, 0]], tower, { asked: true });
  orbit.glide(Number.POSITIVE_INFINITY);
  expect(orbit.camera.position).toEqual(before);
});
