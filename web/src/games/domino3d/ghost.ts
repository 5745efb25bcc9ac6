// The ghost: the domino to be placed, tinted, with an edge and a sign that show the server's verdict.
import * as three from "three";
import { inlays, type Kit, rotationOf, vector } from "./blocks";
import { badge, frame, spark } from "./ground";
import { type Cell, corners, type Direction, middle, type Piece, START } from "./logic";

/** legal; it would fall; refused; the server has not answered yet. */
export type Standing = "legal" | "falls" | "refused" | "unknown";
export interface Face {
  cell: Cell;
  side: Direction;
}

const COLOURS: Record<Standing, string> = {
  legal: "#79e0a8",
  falls: "#ffbf47",
  refused: "#ff8f78",
  unknown: "#ffffff",
};
const SIGNS: Record<Standing, string> = { legal: "✓", falls: "!", refused: "✕", unknown: "" };

export class Ghost {
  readonly group = new three.Group();
  readonly #block = new three.Group();
  readonly #body: three.MeshPhongMaterial;
  readonly #inlay: three.MeshPhongMaterial;
  readonly #hull: three.MeshBasicMaterial;
  readonly #sign = new three.Sprite(
    new three.SpriteMaterial({ depthTest: false, toneMapped: false, sizeAttenuation: false }),
  );
  readonly #badges = new Map<Standing, three.Texture>();
  #faces: three.Mesh | null = null;
  #domino = -1;

  constructor(kit: Kit) {
    this.#body = new three.MeshPhongMaterial({ color: "#f3ead6", transparent: true, opacity: 0.78 });
    this.#inlay = kit.inlay.clone();
    this.#hull = new three.MeshBasicMaterial({ side: three.BackSide, toneMapped: false });
    this.#block.add(new three.Mesh(kit.body, this.#body), new three.Mesh(kit.hull, this.#hull));
    this.#sign.renderOrder = 9;
    this.group.add(this.#block, this.#sign);
    this.group.visible = false;
  }

  /** The sign's size at a distance of 1; it looks the same near and far. */
  set signSize(size: number) {
    this.#sign.scale.setScalar(size);
  }

  show(piece: Piece | null, standing: Standing): void {
    this.group.visible = piece !== null;
    if (!piece) return;
    if (piece.domino !== this.#domino) this.#mark(piece.domino);
    this.#block.position.copy(vector(middle(piece)));
    this.#block.quaternion.copy(rotationOf(piece));
    this.#hull.color.set(COLOURS[standing]);
    this.#body.color.set("#f3ead6").lerp(new three.Color(COLOURS[standing]), standing === "unknown" ? 0 : 0.45);
    this.#sign.visible = standing !== "unknown";
    if (this.#sign.visible) {
      this.#sign.material.map = this.#badge(standing);
      this.#sign.material.needsUpdate = true;
    }
    const high = Math.max(0, piece.to === "U" || piece.to === "D" ? 0.5 : 0);
    this.#sign.position.copy(this.#block.position);
    this.#sign.position.z += 1 + high;
  }

  #mark(domino: number): void {
    this.#domino = domino;
    this.#faces?.geometry.dispose();
    this.#faces?.removeFromParent();
    this.#faces = new three.Mesh(inlays([{ domino, at: [0, 0, 0], ...START }], [0.5, 0, 0]), this.#inlay);
    this.#block.add(this.#faces);
  }

  #badge(standing: Standing): three.Texture {
    const sign = this.#badges.get(standing) ?? badge(SIGNS[standing], COLOURS[standing]);
    this.#badges.set(standing, sign);
    return sign;
  }

  dispose(): void {
    this.#faces?.geometry.dispose();
    for (const one of [this.#body, this.#inlay, this.#hull, this.#sign.material, ...this.#badges.values()])
      one.dispose();
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

/** Places where the domino fits: a full spark as it is turned now, a ring when it is turned otherwise. */
export class Glow {
  readonly group = new three.Group();
  readonly #kinds = [true, false].map((full) => {
    const material = new three.PointsMaterial({
      map: spark(full),
      size: full ? 1 : 0.8,
      transparent: true,
      depthWrite: false,
      toneMapped: false,
    });
    return new three.Points(new three.BufferGeometry(), material);
  });

  constructor() {
    for (const points of this.#kinds) {
      points.frustumCulled = false;
      points.renderOrder = 5;
    }
    this.group.add(...this.#kinds);
  }

  show(now: readonly Cell[], turned: readonly Cell[]): void {
    [now, turned].forEach((cells, i) => {
      const points = this.#kinds[i];
      if (!points) return;
      points.geometry.dispose();
      points.geometry = new three.BufferGeometry();
      points.geometry.setAttribute("position", new three.Float32BufferAttribute(cells.flat(), 3));
      points.visible = cells.length > 0;
    });
  }

  dispose(): void {
    for (const points of this.#kinds) {
      points.geometry.dispose();
      points.material.map?.dispose();
      points.material.dispose();
    }
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
