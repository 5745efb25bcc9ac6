// The camera's angles, from which sentences say left, right, in front and behind.
import { START } from "./camera";
import type { Angles } from "./visibility";

export const cameraAngles: Angles = $state({ ...START });
