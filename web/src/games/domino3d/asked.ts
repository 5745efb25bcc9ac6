// Which options mean something in each way to play: only those are asked for.
const ALWAYS = ["mode"];
const TOWER = ["sand", "several", "falls", "contact"];
const BY_MODE: Readonly<Record<string, readonly string[]>> = {
  classic: TOWER,
  solo: [...TOWER, "turns"],
  race: ["referee", "goal"],
};

/** `mode`: what was chosen; nothing: the usual one. */
export default ({ mode }: Readonly<Record<string, unknown>>): readonly string[] => [
  ...ALWAYS,
  ...(BY_MODE[String(mode ?? "classic")] ?? []),
];
