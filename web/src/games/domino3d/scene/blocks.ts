// Dominoes as three.js objects: one rounded body for all, the marks as quads with one texture.
import * as three from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import {
  type Cell,
  corners,
  type Direction,
  halves,
  MARKS,
  type Mark,
  marksOf,
  middle,
  ownDirections,
  type Piece,
  type Pose,
  START,
  VECTORS,
} from "../logic";
import { FIELD, IVORY, LOOKS, ROUNDING } from "../marks";

const TILE = 256;
/** What is left between two blocks. */
const GAP = 0.03;
const HALF = (1 - GAP) / 2;

function atlas(): three.CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = TILE * MARKS.length;
  canvas.height = TILE;
  const pen = canvas.getContext("2d");
  if (pen) for (const mark of MARKS) drawTile(pen, mark, MARKS.indexOf(mark) * TILE);
  const texture = new three.CanvasTexture(canvas);
  texture.colorSpace = three.SRGBColorSpace;
  texture.anisotropy = 2;
  return texture;
}

function drawTile(pen: CanvasRenderingContext2D, mark: Mark, x: number): void {
  const look = LOOKS[mark];
  pen.setTransform(TILE / 100, 0, 0, TILE / 100, x, 0);
  pen.fillStyle = IVORY;
  pen.fillRect(0, 0, 100, 100);
  pen.fillStyle = look.field;
  pen.beginPath();
  pen.roundRect(0, 0, 100, 100, ROUNDING);
  pen.fill();
  pen.fillStyle = look.sign;
  pen.fill(new Path2D(look.path), "evenodd");
}

/** What all dominoes share; made once for a scene. */
export class Kit {
  readonly body = new RoundedBoxGeometry(2 - GAP, 1 - GAP, 1 - GAP, 3, 0.09);
  readonly hull = new RoundedBoxGeometry(2.13, 1.13, 1.13, 2, 0.12);
  readonly rim = new RoundedBoxGeometry(2.05, 1.05, 1.05, 2, 0.1);
  readonly ivory = new three.MeshPhongMaterial({ color: IVORY, specular: "#6b6658", shininess: 70 });
  readonly inlay: three.MeshPhongMaterial;
  readonly texture = atlas();

  constructor() {
    this.inlay = new three.MeshPhongMaterial({
      map: this.texture,
      specular: "#55524a",
      shininess: 60,
      // A little light of their own, so that signs can be read in the shade too.
      emissive: "#ffffff",
      emissiveMap: this.texture,
      emissiveIntensity: 0.2,
    });
  }

  /** A domino in its own frame: half 0 to the West of the origin, half 1 to the East. */
  domino(domino: number): three.Group {
    const group = new three.Group();
    const body = new three.Mesh(this.body, this.ivory);
    body.castShadow = true;
    body.receiveShadow = true;
    const faces = new three.Mesh(inlays([{ domino, at: [0, 0, 0], ...START }], [0.5, 0, 0]), this.inlay);
    faces.receiveShadow = true;
    group.add(body, faces);
    return group;
  }

  dispose(): void {
    for (const one of [this.body, this.hull, this.rim, this.ivory, this.inlay, this.texture]) one.dispose();
  }
}

export function rotationOf(pose: Pose): three.Quaternion {
  const own = ownDirections(pose);
  const basis = new three.Matrix4().makeBasis(vector(VECTORS[own.E]), vector(VECTORS[own.N]), vector(VECTORS[own.U]));
  return new three.Quaternion().setFromRotationMatrix(basis);
}

export const vector = (cell: Cell): three.Vector3 => new three.Vector3(...cell);

function matrixOf(piece: Piece): three.Matrix4 {
  return new three.Matrix4().compose(vector(middle(piece)), rotationOf(piece), new three.Vector3(1, 1, 1));
}

/** All marks of some dominoes as one geometry. */
export function inlays(pieces: readonly Piece[], origin: Cell = [0, 0, 0]): three.BufferGeometry {
  const points: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const index: number[] = [];
  for (const piece of pieces) {
    const marks = marksOf(piece.domino, piece);
    halves(piece).forEach((cell, half) => {
      for (const [side, mark] of Object.entries(marks[half] ?? {}) as [Direction, Mark][]) {
        const first = points.length / 3;
        for (const corner of corners(cell, side, FIELD, HALF + 0.004))
          points.push(corner[0] - origin[0], corner[1] - origin[1], corner[2] - origin[2]);
        for (let i = 0; i < 4; i++) normals.push(...VECTORS[side]);
        const [left, right] = [MARKS.indexOf(mark) / 5 + 0.0006, (MARKS.indexOf(mark) + 1) / 5 - 0.0006];
        uvs.push(left, 0, right, 0, right, 1, left, 1);
        index.push(first, first + 1, first + 2, first, first + 2, first + 3);
      }
    });
  }
  const geometry = new three.BufferGeometry();
  geometry.setAttribute("position", new three.Float32BufferAttribute(points, 3));
  geometry.setAttribute("normal", new three.Float32BufferAttribute(normals, 3));
  geometry.setAttribute("uv", new three.Float32BufferAttribute(uvs, 2));
  geometry.setIndex(index);
  return geometry;
}

const MOST = 40;

/** A standing tower: all bodies in one call, all marks in another, a soft dark spot under each cell on the table. */
export class Tower {
  readonly group = new three.Group();
  readonly #bodies: three.InstancedMesh;
  readonly #faces: three.Mesh;
  readonly #contact: three.InstancedMesh;

  constructor(kit: Kit, contact: three.Material) {
    this.#bodies = new three.InstancedMesh(kit.body, kit.ivory, MOST);
    this.#faces = new three.Mesh(new three.BufferGeometry(), kit.inlay);
    this.#contact = new three.InstancedMesh(new three.PlaneGeometry(1.9, 1.9), contact, 2 * MOST);
    this.#bodies.castShadow = true;
    for (const mesh of [this.#bodies, this.#faces]) mesh.receiveShadow = true;
    for (const mesh of [this.#bodies, this.#contact]) mesh.frustumCulled = false;
    this.group.add(this.#contact, this.#bodies, this.#faces);
  }

  show(pieces: readonly Piece[]): void {
    this.#bodies.count = pieces.length;
    pieces.forEach((piece, i) => {
      this.#bodies.setMatrixAt(i, matrixOf(piece));
    });
    this.#bodies.instanceMatrix.needsUpdate = true;
    this.#faces.geometry.dispose();
    this.#faces.geometry = inlays(pieces);
    const low = pieces.flatMap((piece) => halves(piece)).filter((cell) => cell[2] === 0);
    this.#contact.count = low.length;
    low.forEach((cell, i) => {
      this.#contact.setMatrixAt(i, new three.Matrix4().makeTranslation(cell[0], cell[1], -0.492));
    });
    this.#contact.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.#bodies.dispose();
    this.#contact.dispose();
    this.#faces.geometry.dispose();
    this.#contact.geometry.dispose();
  }
}
