// The numbered rules of a game, from its README: the same numbers that refusals name.

const pages = import.meta.glob<string>("../../../src/ludotheque/games/*/README.md", {
  query: "?raw",
  import: "default",
});

export interface Rule {
  number: number;
  text: string;
}

export function numbered(readme: string): Rule[] {
  const found: Rule[] = [];
  let inside = false;
  for (const line of readme.split("\n")) {
    if (line.startsWith("## ")) inside = line.startsWith("## Rules");
    const start = inside ? /^(\d+)\. (.*)/.exec(line) : null;
    const last = found.at(-1);
    if (start) found.push({ number: Number(start[1]), text: start[2] ?? "" });
    else if (inside && last && /^\s+\S/.test(line)) last.text += ` ${line.trim()}`;
  }
  return found;
}

export interface Piece {
  kind: "plain" | "strong" | "em" | "code";
  text: string;
}

/** Pieces of a paragraph: plain, **strong**, *slanted* or `code`. */
export function pieces(text: string): Piece[] {
  return text
    .split(/(\*\*.+?\*\*|\*.+?\*|`.+?`)/)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith("**")) return { kind: "strong", text: part.slice(2, -2).replaceAll("*", "") };
      if (part.startsWith("*")) return { kind: "em", text: part.slice(1, -1) };
      if (part.startsWith("`")) return { kind: "code", text: part.slice(1, -1) };
      return { kind: "plain", text: part };
    });
}

export async function rulesOf(game: string): Promise<Rule[]> {
  const page = pages[`../../../src/ludotheque/games/${game}/README.md`];
  return page ? numbered(await page()) : [];
}
