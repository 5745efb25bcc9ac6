// Numbers padded to a fixed width, so that nothing moves when they get another digit.

/** As wide as a digit where figures are tabular. */
const FIGURE_SPACE = "\u2007";

/** A number that takes as much room as one of so many digits, and ends at the same place. */
export const padded = (number: number, digits: number): string => String(number).padStart(digits, FIGURE_SPACE);
