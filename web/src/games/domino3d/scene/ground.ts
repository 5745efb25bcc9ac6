// Light, the table, and soft spots of shadow.
import * as three from "three";
import { PLACES_HIGH, PLACES_LOW } from "../logic";

function texture(size: number, draw: (pen: CanvasRenderingContext2D) => void): three.CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const pen = canvas.getContext("2d");
  if (pen) draw(pen);
  const texture = new three.CanvasTexture(canvas);
  texture.colorSpace = three.SRGBColorSpace;
  texture.anisotropy = 2;
  return texture;
}

/** The dark spot where a block stands on the table. */
export function contact(): three.MeshBasicMaterial {
  const map = texture(128, (pen) => {
    const dark = pen.createRadialGradient(64, 64, 18, 64, 64, 64);
    dark.addColorStop(0, "rgb(6 14 11 / 62%)");
    dark.addColorStop(0.45, "rgb(6 14 11 / 34%)");
    dark.addColorStop(1, "rgb(6 14 11 / 0%)");
    pen.fillStyle = dark;
    pen.fillRect(0, 0, 128, 128);
  });
  return new three.MeshBasicMaterial({ map, transparent: true, depthWrite: false, toneMapped: false });
}

/** Cells of the table as faint lines, only near its middle; its edge where it ends. */
export function grid(): three.LineSegments {
  const [low, high] = [PLACES_LOW - 0.5, PLACES_HIGH + 0.5];
  const reach = (high - low) / 2;
  const centre = (low + high) / 2;
  const points: number[] = [];
  const colours: number[] = [];
  const add = (x: number, y: number, fixed?: number): void => {
    points.push(x, y, -0.498);
    const near = 1 - Math.hypot(x - centre, y - centre) / reach;
    colours.push(1, 1, 1, fixed ?? 0.3 * Math.max(0, near));
  };
  for (let line = low; line <= high; line++)
    for (let from = low; from < high; from++) {
      // In short pieces: each end has a paleness of its own.
      const edge = line === low || line === high ? 0.4 : undefined;
      add(line, from, edge);
      add(line, from + 1, edge);
      add(from, line, edge);
      add(from + 1, line, edge);
    }
  const geometry = new three.BufferGeometry();
  geometry.setAttribute("position", new three.Float32BufferAttribute(points, 3));
  geometry.setAttribute("color", new three.Float32BufferAttribute(colours, 4));
  const material = new three.LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
  material.toneMapped = false;
  return new three.LineSegments(geometry, material);
}

/** Takes shadows and is not to be seen itself: the felt is the page's. */
export function shadows(): three.Mesh {
  const mesh = new three.Mesh(new three.PlaneGeometry(2, 2), new three.ShadowMaterial({ opacity: 0.34 }));
  mesh.position.z = -0.5;
  mesh.receiveShadow = true;
  return mesh;
}

export function sun(): three.DirectionalLight {
  const light = new three.DirectionalLight("#fff3dc", 1.7);
  light.castShadow = true;
  light.shadow.mapSize.set(1024, 1024);
  light.shadow.radius = 5;
  light.shadow.normalBias = 0.03;
  light.shadow.autoUpdate = false;
  return light;
}

/** Light from all around, brighter from above, and a lamp that is mirrored in the lacquer. */
export function ambience(): three.Light[] {
  const sky = new three.HemisphereLight("#fffaf0", "#a89c86", 2.3);
  sky.position.set(0, 0, 1);
  const lamp = new three.DirectionalLight("#ffffff", 0.7);
  lamp.position.set(6, -7, 5);
  return [sky, lamp];
}

/** Let the sun shine on what lies around a middle, and shadows fall no farther than they can. */
export function shineOn(light: three.DirectionalLight, ground: three.Mesh, x: number, y: number, radius: number): void {
  ground.position.set(x, y, ground.position.z);
  ground.scale.set(radius + 2, radius + 2, 1);
  light.position.set(x - 5, y - 4, 12);
  light.target.position.set(x, y, 0);
  light.target.updateMatrixWorld();
  const { camera } = light.shadow;
  [camera.left, camera.right, camera.top, camera.bottom] = [-radius, radius, radius, -radius];
  [camera.near, camera.far] = [0.5, 40];
  camera.updateProjectionMatrix();
  light.shadow.needsUpdate = true;
}

/** A ring with dark edges, to be seen on every colour. */
export function ring(): three.CanvasTexture {
  return texture(128, (pen) => {
    for (const [colour, width] of [
      ["#10201b", 44],
      ["#ffd166", 26],
    ] as const) {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.beginPath();
      pen.arc(64, 64, 40, 0, 2 * Math.PI);
      pen.stroke();
    }
  });
}

/** A sign in a disc, for the ghost: colour is never alone. */
export function badge(sign: string, colour: string): three.CanvasTexture {
  return texture(128, (pen) => {
    pen.fillStyle = colour;
    pen.strokeStyle = "#10201b";
    pen.lineWidth = 8;
    pen.beginPath();
    pen.arc(64, 64, 54, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
    pen.fillStyle = "#10201b";
    pen.font = "bold 84px sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(sign, 64, 69);
  });
}

/** A letter for the table. */
export function letter(text: string): three.CanvasTexture {
  return texture(64, (pen) => {
    pen.fillStyle = "#fff6e6";
    pen.font = "bold 48px sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(text, 32, 35);
  });
}

/** A thick frame for a face that clashes. */
export function frame(colour: string): three.CanvasTexture {
  return texture(128, (pen) => {
    pen.strokeStyle = "#ffffff";
    pen.lineWidth = 26;
    pen.strokeRect(10, 10, 108, 108);
    pen.strokeStyle = colour;
    pen.lineWidth = 16;
    pen.strokeRect(10, 10, 108, 108);
  });
}
