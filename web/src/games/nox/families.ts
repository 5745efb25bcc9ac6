// Three skeleton families: a colour, a sign on a square of 12 by 12, and a name.
import type { Family } from "./logic";

export interface FamilyLook {
  key: "blue" | "green" | "orange";
  person: string;
  deep: string;
  bright: string;
  pale: string;
  /** The sign: moon, clover, sun. */
  sign: string;
}

export const LOOKS: Record<Family, FamilyLook> = {
  b: {
    key: "blue",
    person: "Ramon",
    deep: "#1f4f96",
    bright: "#7db4f5",
    pale: "#e4eefb",
    sign: "M7.6.6A5.6 5.6 0 1 0 11.4 8 4.6 4.6 0 0 1 7.6.6z",
  },
  g: {
    key: "green",
    person: "Jack",
    deep: "#1f6536",
    bright: "#86d49a",
    pale: "#e5f3e4",
    sign: "M6 6.300C3.3 6.8 1 5.6 1.2 3.700S4 1.8 4.3 2.800C4 .9 8 .9 7.7 2.8 8 1.8 10.6 1.8 10.8 3.700S8.7 6.8 6 6.300zM6 6.300c2.7-.3 4.8 1.2 4.2 2.900s-2.9 1.6-3.4.4L7.6 12H4.400l.8-2.400c-.5 1.2-2.8 1.3-3.4-.4S3.3 6 6 6.300z",
  },
  o: {
    key: "orange",
    person: "Alphonse",
    deep: "#a8480b",
    bright: "#ffb169",
    pale: "#fdebd7",
    sign: "M6 0l1.3 2.4 2.5-1.3-.2 2.800L12 6l-2.4 1.3 1.3 2.5-2.8-.2L6 12 4.7 9.6 2.2 10.900l.2-2.800L0 6l2.4-1.300L1.1 2.200l2.8.2z",
  },
};
