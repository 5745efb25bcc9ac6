// What a person points with.

/** The section of the messages that tells them what to do with it. */
export const pointer = (): "mouse" | "touch" =>
  typeof matchMedia === "function" && matchMedia("(hover: hover) and (pointer: fine)").matches ? "mouse" : "touch";
