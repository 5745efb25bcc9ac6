// Keys that all boards understand in the same way.

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The direction of an arrow key as steps to the right and upwards; null for other keys. */
export const arrow = (key: string): readonly [number, number] | null => ARROWS[key] ?? null;

/** Whether a modifier is held: the key then belongs to the browser or the system. */
export const hasModifier = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey;

export const confirms = (event: KeyboardEvent): boolean => event.key === "Enter" || event.key === " ";

export const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
