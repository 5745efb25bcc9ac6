// A rulebook as the server sends it: blocks of text, and positions.
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
  annotations: Annotation[];
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

/** The chapters for the table of contents: headings of the second level, each with its anchor. */
export function chapters(blocks: readonly Block[]): { anchor: string; title: string }[] {
  return blocks.flatMap((block, place) =>
    block.kind === "heading" && block.level === 2
      ? [{ anchor: anchorOf(block, place), title: textOf(block.words) }]
      : [],
  );
}

/** The anchor of a heading: a rule's number, or the position of any other heading. */
export const anchorOf = (block: Block, place: number) => (block.rule ? `rule-${block.rule}` : `part-${place}`);
