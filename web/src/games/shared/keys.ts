// Keys that all boards understand in the same way.

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** One step to the right and one upwards for an arrow key; null for other keys. */
export const arrow = (key: string): readonly [number, number] | null => ARROWS[key] ?? null;

/** Whether a key belongs to the browser or the system. */
export const foreign = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey;

export const confirms = (event: KeyboardEvent): boolean => event.key === "Enter" || event.key === " ";

export const within = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
