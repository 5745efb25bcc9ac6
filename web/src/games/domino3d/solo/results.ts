// Results of solo matches.
import { get } from "$connection/api";

export interface Solo {
  /** Of everybody, each once, the best first. */
  best: { player: string; name: string; points: number; at: number }[];
  /** Our own over time, the newest last. */
  mine: { table: string; points: number; at: number }[];
}

/** The results of matches with exactly these options. */
export const resultsWith = (options: Record<string, unknown>): Promise<Solo> =>
  get<Solo>(`/api/solo?game=domino3d&options=${encodeURIComponent(JSON.stringify(options))}`);
