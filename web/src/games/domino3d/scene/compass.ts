// Four letters on the table around the tower, so that texts can speak of north and east.
import * as three from "three";
import { type Letters, SIDES } from "../compass-letters";
import { VECTORS } from "../logic";
import { letter } from "./ground";

/** How far from the tower the letters stand. */
const AWAY = 1.7;

export class Compass {
  readonly group = new three.Group();
  readonly #signs = SIDES.map((side) => {
    const sign = new three.Sprite(new three.SpriteMaterial({ transparent: true, opacity: 0.8, toneMapped: false }));
    sign.material.depthWrite = false;
    sign.scale.setScalar(0.55);
    this.group.add(sign);
    return { side, sign };
  });

  name(letters: Letters): void {
    for (const { side, sign } of this.#signs) {
      sign.material.map?.dispose();
      sign.material.map = letter(letters[side]);
      sign.material.needsUpdate = true;
    }
  }

  /** Around a tower with this middle, that reaches so far to each side. */
  surround(x: number, y: number, wide: number, deep: number): void {
    for (const { side, sign } of this.#signs) {
      const [east, north] = VECTORS[side];
      sign.position.set(x + east * (wide + AWAY), y + north * (deep + AWAY), -0.3);
    }
  }

  dispose(): void {
    for (const { sign } of this.#signs) {
      sign.material.map?.dispose();
      sign.material.dispose();
    }
  }
}
