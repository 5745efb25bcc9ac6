// The ghost: the domino to be placed, tinted, with an edge that shows the server's verdict.
import * as three from "three";
import { shape } from "../../seats";
import { type Cell, corners, type Direction, middle, type Piece, START } from "../logic";
import { inlays, type Kit, rotationOf, vector } from "./blocks";
import { badge, frame } from "./ground";

/**
 * legal; it would fall; refused; the server has not answered yet. Race, where marks are not checked: it is allowed,
 * or allowed but the marks differ.
 */
export type Standing = "legal" | "falls" | "refused" | "unknown" | "allowed" | "differs";
export interface Face {
  cell: Cell;
  side: Direction;
}

export const COLOURS: Record<Standing, string> = {
  legal: "#79e0a8",
  falls: "#ffbf47",
  refused: "#ff8f78",
  unknown: "#ffffff",
  allowed: "#bcd7ff",
  differs: "#ffbf47",
};
export const SIGNS: Record<Standing, string> = {
  legal: "✓",
  falls: "!",
  refused: "✕",
  unknown: "",
  allowed: "",
  differs: "≠",
};

export class Ghost {
  readonly group = new three.Group();
  readonly #block = new three.Group();
  readonly #body: three.MeshPhongMaterial;
  readonly #inlay: three.MeshPhongMaterial;
  readonly #hull: three.MeshBasicMaterial;
  /** Drawn only where the tower is before it. */
  readonly #through = new three.MeshBasicMaterial({
    transparent: true,
    opacity: 0.45,
    depthFunc: three.GreaterDepth,
    depthWrite: false,
    toneMapped: false,
  });
  #faces: three.Mesh | null = null;
  #domino = -1;

  constructor(kit: Kit) {
    this.#body = new three.MeshPhongMaterial({ color: "#f3ead6", transparent: true, opacity: 0.78 });
    this.#inlay = kit.inlay.clone();
    this.#hull = new three.MeshBasicMaterial({ side: three.BackSide, toneMapped: false });
    const through = new three.Mesh(kit.body, this.#through);
    through.renderOrder = 4;
    this.#block.add(new three.Mesh(kit.body, this.#body), new three.Mesh(kit.hull, this.#hull), through);
    this.group.add(this.#block);
    this.group.visible = false;
  }

  show(piece: Piece | null, standing: Standing): void {
    this.group.visible = piece !== null;
    if (!piece) return;
    if (piece.domino !== this.#domino) this.#mark(piece.domino);
    this.#block.position.copy(vector(middle(piece)));
    this.#block.quaternion.copy(rotationOf(piece));
    this.#hull.color.set(COLOURS[standing]);
    this.#through.color.set(COLOURS[standing]);
    this.#body.color.set("#f3ead6").lerp(new three.Color(COLOURS[standing]), standing === "unknown" ? 0 : 0.45);
  }

  #mark(domino: number): void {
    this.#domino = domino;
    this.#faces?.geometry.dispose();
    this.#faces?.removeFromParent();
    this.#faces = new three.Mesh(inlays([{ domino, at: [0, 0, 0], ...START }], [0.5, 0, 0]), this.#inlay);
    this.#block.add(this.#faces);
  }

  dispose(): void {
    this.#faces?.geometry.dispose();
    for (const one of [this.#body, this.#inlay, this.#hull, this.#through]) one.dispose();
  }
}

/** Faces in a thick frame; those on the far side shine through. */
export class Clash {
  readonly group = new three.Group();
  readonly #map = frame("#c81e1e");
  readonly #near = new three.MeshBasicMaterial({
    map: this.#map,
    transparent: true,
    depthWrite: false,
    side: three.DoubleSide,
  });
  readonly #far: three.MeshBasicMaterial;
  #geometry: three.BufferGeometry | null = null;

  constructor() {
    this.#far = this.#near.clone();
    this.#far.depthTest = false;
    this.#far.opacity = 0.4;
    this.group.renderOrder = 8;
  }

  show(faces: readonly Face[]): void {
    this.#geometry?.dispose();
    this.group.clear();
    if (!faces.length) return;
    const points: number[] = [];
    const uvs: number[] = [];
    const index: number[] = [];
    faces.forEach(({ cell, side }, i) => {
      for (const corner of corners(cell, side, 1.02, 0.515)) points.push(...corner);
      uvs.push(0, 0, 1, 0, 1, 1, 0, 1);
      index.push(...[0, 1, 2, 0, 2, 3].map((n) => n + 4 * i));
    });
    this.#geometry = new three.BufferGeometry();
    this.#geometry.setAttribute("position", new three.Float32BufferAttribute(points, 3));
    this.#geometry.setAttribute("uv", new three.Float32BufferAttribute(uvs, 2));
    this.#geometry.setIndex(index);
    for (const material of [this.#far, this.#near]) {
      const mesh = new three.Mesh(this.#geometry, material);
      mesh.renderOrder = 8;
      this.group.add(mesh);
    }
  }

  dispose(): void {
    this.#geometry?.dispose();
    for (const one of [this.#map, this.#near, this.#far]) one.dispose();
  }
}

/** An edge around dominoes that are to be seen: the last one placed, the one that may be lifted. */
export class Edges {
  readonly group = new three.Group();
  readonly #shape: three.BufferGeometry;
  readonly #material: three.MeshBasicMaterial;

  constructor(shape: three.BufferGeometry, colour: string) {
    this.#shape = shape;
    this.#material = new three.MeshBasicMaterial({ color: colour, side: three.BackSide, toneMapped: false });
  }

  show(pieces: readonly Piece[]): void {
    this.group.clear();
    for (const piece of pieces) {
      const mesh = new three.Mesh(this.#shape, this.#material);
      mesh.position.copy(vector(middle(piece)));
      mesh.quaternion.copy(rotationOf(piece));
      this.group.add(mesh);
    }
  }

  dispose(): void {
    this.#material.dispose();
  }
}

/** A domino that was laid, and by whom; null: it is nobody's. */
export interface Laid {
  domino: number;
  seat: number | null;
}

/** The seats' colours, light enough for the felt; without a seat white. */
const OWNERS = ["#ff8a6e", "#a3b4ff", "#f2bd4d", "#86d9be", "#e3a3cc", "#86cdf0"];

const colourOf = (seat: number | null): string => (seat === null ? undefined : OWNERS[seat % 6]) ?? "#ffffff";

/** Dominoes with an edge and a sign in the colour of whoever laid them. */
export class Owned {
  readonly group = new three.Group();
  readonly #shape: three.BufferGeometry;
  readonly #edges = new Map<number | null, three.MeshBasicMaterial>();
  readonly #signs = new Map<number, three.SpriteMaterial>();
  #size = 0.05;

  constructor(shape: three.BufferGeometry) {
    this.#shape = shape;
  }

  /** The sign's size at a distance of 1. */
  set signSize(size: number) {
    this.#size = size;
    for (const one of this.group.children) if (one instanceof three.Sprite) one.scale.setScalar(size);
  }

  show(pieces: readonly Piece[], laid: readonly Laid[]): void {
    this.group.clear();
    for (const { domino, seat } of laid) {
      const piece = pieces.find((one) => one.domino === domino);
      if (!piece) continue;
      const edge = new three.Mesh(this.#shape, this.#edge(seat));
      edge.position.copy(vector(middle(piece)));
      edge.quaternion.copy(rotationOf(piece));
      this.group.add(edge);
      if (seat === null) continue;
      const sign = new three.Sprite(this.#sign(seat));
      sign.scale.setScalar(this.#size);
      sign.renderOrder = 7;
      sign.position.copy(edge.position);
      sign.position.z += piece.to === "U" || piece.to === "D" ? 1 : 0.5;
      this.group.add(sign);
    }
  }

  #edge(seat: number | null): three.MeshBasicMaterial {
    const color = colourOf(seat);
    const edge =
      this.#edges.get(seat) ?? new three.MeshBasicMaterial({ color, side: three.BackSide, toneMapped: false });
    this.#edges.set(seat, edge);
    return edge;
  }

  #sign(seat: number): three.SpriteMaterial {
    const known = this.#signs.get(seat);
    if (known) return known;
    const map = badge(shape(seat), colourOf(seat));
    const sign = new three.SpriteMaterial({ map, depthTest: false, toneMapped: false, sizeAttenuation: false });
    this.#signs.set(seat, sign);
    return sign;
  }

  dispose(): void {
    for (const sign of this.#signs.values()) sign.map?.dispose();
    for (const one of [...this.#edges.values(), ...this.#signs.values()]) one.dispose();
  }
}
