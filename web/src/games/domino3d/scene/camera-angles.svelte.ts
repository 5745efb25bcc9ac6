// From where the tower is looked at: sentences say left and right, in front and behind from there.
import { START } from "./camera";
import type { Angles } from "./visibility";

export const cameraAngles: Angles = $state({ ...START });
