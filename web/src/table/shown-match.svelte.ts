// A table's match as its viewer sees it: whose turn it is, what the game says about it, which moves still stand.
import { type Params, t } from "$app/i18n.svelte";
import { me } from "$app/me.svelte";
import { PACES, settings } from "$app/settings.svelte";
import { LiveTable, type ShownPosition } from "$connection/live.svelte";
import type { EntryShown } from "$connection/protocol";
import type { GameEvent, GameModule, PlayedMove, RoundOver } from "../games/contract";
import { nameOf } from "../games/seats";
import { answersTo, movesOf, stepsSince } from "./history";

export class ShownMatch {
  game = $state.raw<GameModule | null>(null);
  /** What the board asks for, in the middle of a move; empty: what the game says about the position. */
  prompt = $state("");
  /** Whether several seats have been to act at the same time. */
  #atOnce = false;
  readonly live: LiveTable;

  constructor(key: string) {
    this.live = new LiveTable(key, (shown) => this.#stay(shown));
  }

  /** Each move of others stays for a moment, and so does an empty board; where all move at once, nobody waits. */
  #stay({ now, fresh }: ShownPosition): number {
    const moved = fresh.some((entry) => ["moved", "started", "wenton"].includes(entry.kind));
    const atOnce = this.#atOnce || (now.to_act ?? []).length > 1;
    return moved && !atOnce ? PACES[settings.pace] : 0;
  }

  get name(): string {
    return this.live.table?.game ?? "";
  }

  get yourTurn(): boolean {
    const { seat, now } = this.live;
    return seat !== null && (now?.to_act?.includes(seat) ?? false) && !now?.seats[seat]?.bot;
  }

  /** Words of this game. */
  words = (inner: string, params?: Params): string => t(`${this.name}.${inner}`, params);

  get person(): string | null {
    return me.person?.id ?? null;
  }

  nameOf = (seat: number): string => nameOf(this.live.now?.seats ?? [], seat, this.live.you);

  /** The reader's seat, for sentences. */
  get you(): number | null {
    return this.live.seat;
  }

  /** Whether a seat of ours is still played by ourselves. */
  get takesPart(): boolean {
    return this.live.you.some((seat) => !this.live.now?.seats[seat]?.bot);
  }

  /** The options of the match. */
  get options(): Record<string, unknown> {
    return this.live.table?.options ?? {};
  }

  get alone(): boolean {
    return this.live.now?.seats.length === 1;
  }

  /** Who begins, in a match that is played again: another seat than last time. */
  get begins(): number | null {
    const { table, entries, now } = this.live;
    if (!table?.rematch_of || this.alone || this.atOnce) return null;
    const first = entries.find((entry) => entry.kind === "moved");
    return first ? Number(first.fields?.seat) : (now?.to_act?.[0] ?? null);
  }

  get unopposed(): boolean {
    return (this.live.now?.seats.filter((one) => one.who === "person").length ?? 0) < 2;
  }

  /** Whether several seats move at once. */
  get atOnce(): boolean {
    this.#atOnce ||= (this.live.now?.to_act ?? []).length > 1;
    return this.#atOnce;
  }

  /** The match version for us: where all move at once, the others' moves do not change it. */
  get ownVersion(): number {
    const { now, entries } = this.live;
    if (!this.atOnce) return now?.match_version ?? 0;
    return entries.findLast((entry) => this.#concernsUs(entry))?.number ?? 0;
  }

  #concernsUs({ kind, fields, events }: EntryShown): boolean {
    if (kind !== "moved") return ["started", "tookback", "wenton", "ended"].includes(kind);
    if (this.live.you.includes(Number(fields?.seat))) return true;
    const told = (events ?? []) as unknown as GameEvent[];
    return this.roundIn(told) !== null;
  }

  get legal(): readonly string[] {
    const { seat, now } = this.live;
    return seat === null ? [] : (now?.legal?.[seat] ?? []);
  }

  /** The moves since our last one. */
  get steps(): PlayedMove[] {
    const { entries, you, now, table } = this.live;
    return stepsSince(entries, you, now?.seats.length ?? 0, table?.resumes?.moves ?? 0);
  }

  /** The aim of the game, in one line. */
  get aim(): string {
    return this.game?.aim?.(this.options, this.words) ?? this.words("aim");
  }

  /** Whether finding what is legal is part of the game: while an hourglass runs, or where the game says so. */
  get mustFind(): boolean {
    const { now, table } = this.live;
    return now?.clock?.sand != null || (this.game?.mustFind?.(table?.options ?? {}) ?? false);
  }

  /** Whether what is legal is shown. */
  get help(): boolean {
    return this.mustFind ? settings.helpFinding : settings.help;
  }

  setHelp = (shown: boolean): void => {
    if (this.mustFind) settings.helpFinding = shown;
    else settings.help = shown;
  };

  get #situation() {
    const { now, table, seat } = this.live;
    return { view: now?.view, options: table?.options ?? {}, legal: this.legal, you: seat, help: this.help };
  }

  /** What to do now, when it is our turn. */
  get todo(): string {
    return this.prompt || (this.game?.todo?.(this.#situation, this.words) ?? t("table.your_turn"));
  }

  /** What is said while we wait for others; empty: who is to move. */
  get waiting(): string {
    return this.game?.waiting?.(this.#situation, this.words, this.nameOf) ?? "";
  }

  /** Why the match ended by its rules, as a sentence. */
  get ending(): string {
    return this.game?.ending?.(this.#situation, this.words, this.nameOf) ?? "";
  }

  /** Whether everybody looks at the result of a round; while the next one is counted down it is on the screen already. */
  get #between(): boolean {
    const pause = this.live.now?.round_break;
    return !!pause && !pause.countdown;
  }

  /** The round that has just ended, while everybody looks at it. */
  get round(): RoundOver | null {
    return this.#between ? this.roundIn(this.steps.at(-1)?.events ?? []) : null;
  }

  /** The round that these events ended. */
  roundIn = (events: readonly GameEvent[]): RoundOver | null =>
    this.game?.roundOver?.(events, this.words, this.nameOf, this.you) ?? null;

  /** What the board shows: between two rounds the end of the last one, though the server shows the next. */
  get view(): unknown {
    const { now, before } = this.live;
    const ended =
      this.#between && before?.view ? this.game?.finished?.(before.view, this.steps.at(-1)?.events ?? []) : null;
    return ended ?? now?.view;
  }

  /** The points of each seat: of the result or, if it has none, so far. */
  get points(): readonly number[] | null {
    const { now } = this.live;
    return now?.result?.scores ?? (now?.view ? (this.game?.points?.(now.view as never) ?? null) : null);
  }

  /** How many moves were played before this table was made, at the one that it resumes. */
  get earlier(): number {
    return this.live.table?.resumes?.moves ?? 0;
  }

  /** The moves played here that still stand. */
  get moves(): EntryShown[] {
    return movesOf(this.live.entries, this.earlier).flatMap(({ entry, undone }) => (undone ? [] : entry));
  }

  /** Whether something hidden was shown since our last move, or by it. */
  get revealed(): boolean {
    const own = this.moves.findLastIndex(({ fields }) => this.live.you.includes(Number(fields?.seat)));
    const since = own < 0 ? [] : this.moves.slice(own);
    return since.some(({ events }) => this.game?.reveals?.((events ?? []) as unknown as GameEvent[]) ?? false);
  }

  /** The moves that followed our last one, where one move follows the other. */
  get answers(): EntryShown[] {
    return this.atOnce || !this.live.you.length ? [] : answersTo(this.live.entries, this.live.you);
  }
}
