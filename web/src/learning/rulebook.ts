// A rulebook as the house tells it: blocks of words, and positions.
import { get } from "$connection/api";
import type { Annotation } from "../games/contract";

export interface Piece {
  kind: "plain" | "strong" | "em" | "code" | "link";
  text: string;
  href?: string;
}

export interface Block {
  kind: "heading" | "paragraph" | "reading" | "list" | "table" | "diagram";
  words?: Piece[];
  rule?: number;
  level?: number;
  ordered?: boolean;
  items?: Piece[][];
  head?: Piece[][];
  rows?: Piece[][][];
  name?: string;
}

export interface DiagramShown {
  view: unknown;
  options: Record<string, unknown>;
  you: number | null;
  marks: Annotation[];
  text: string;
}

export interface Rulebook {
  game: string;
  language: string;
  title: string;
  blocks: Block[];
  diagrams: Record<string, DiagramShown>;
}

export const rulebookOf = (game: string, language: string) =>
  get<Rulebook>(`/api/rulebook?game=${encodeURIComponent(game)}&language=${language}`);

export const textOf = (words: readonly Piece[] = []) => words.map((piece) => piece.text).join("");

/** The chapters, for the list at the top: headings of the second level, each with the name of its anchor. */
export function chapters(blocks: readonly Block[]): { anchor: string; title: string }[] {
  return blocks.flatMap((block, place) =>
    block.kind === "heading" && block.level === 2
      ? [{ anchor: anchorOf(block, place), title: textOf(block.words) }]
      : [],
  );
}

/** Where a link to a heading leads: a rule has its number, everything else its place. */
export const anchorOf = (block: Block, place: number) => (block.rule ? `rule-${block.rule}` : `part-${place}`);
