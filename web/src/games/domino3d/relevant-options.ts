// The options that apply in each mode; the page shows no others.
const ALWAYS = ["mode"];
const TOWER = ["sand", "several", "falls", "contact"];
const BY_MODE: Readonly<Record<string, readonly string[]>> = {
  classic: TOWER,
  solo: [...TOWER, "turns"],
  race: ["referee", "goal"],
};

/** `mode`: the one that was chosen; without one the default. */
export default ({ mode }: Readonly<Record<string, unknown>>): readonly string[] => [
  ...ALWAYS,
  ...(BY_MODE[String(mode ?? "classic")] ?? []),
];
