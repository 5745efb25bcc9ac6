// Short wooden sounds, synthesised; off until switched on.
import { settings } from "./settings.svelte";

export type Sound = "own" | "other" | "turn" | "refused" | "end";

/** Knocks on wood: pitch in hertz, time in seconds, volume. */
const KNOCKS: Record<Sound, readonly (readonly [pitch: number, at: number, loud: number])[]> = {
  own: [[420, 0, 0.5]],
  other: [[300, 0, 0.45]],
  turn: [
    [300, 0, 0.4],
    [560, 0.13, 0.5],
  ],
  refused: [
    [150, 0, 0.5],
    [140, 0.09, 0.4],
  ],
  end: [
    [520, 0, 0.45],
    [390, 0.15, 0.45],
    [260, 0.3, 0.55],
  ],
};
/** Milliseconds for which a hidden page collects sounds; only the last one is heard. */
const GATHERED = 1000;
const RINGS = 0.14;

let audio: AudioContext | null = null;
let waiting: ReturnType<typeof setTimeout> | undefined;

export function sound(kind: Sound): void {
  // Browsers block sound until somebody has touched the page, and warn about earlier attempts.
  if (!settings.sounds || !navigator.userActivation?.hasBeenActive) return;
  clearTimeout(waiting);
  if (document.visibilityState === "hidden") waiting = setTimeout(() => knock(kind), GATHERED);
  else knock(kind);
}

function knock(kind: Sound): void {
  audio ??= new AudioContext();
  void audio.resume();
  for (const [pitch, at, loud] of KNOCKS[kind]) strike(audio, pitch, audio.currentTime + at, loud);
}

/** A tone that drops and dies away at once sounds like a block of wood; a second one, out of tune, gives it a body. */
function strike(context: AudioContext, pitch: number, at: number, loud: number): void {
  for (const [ratio, part] of [
    [1, 1],
    [2.71, 0.35],
  ] as const) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(pitch * ratio * 1.25, at);
    tone.frequency.exponentialRampToValueAtTime(pitch * ratio, at + 0.02);
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(loud * part, at + 0.003);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + RINGS / ratio);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + RINGS);
  }
}
