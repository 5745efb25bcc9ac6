// What a person does at a table, and how the server answers: moves, hints, requests, the text board.
import { type Params, t } from "$app/i18n.svelte";
import { me } from "$app/me.svelte";
import { makeTable, type SeatPlan } from "$app/new-table";
import { router } from "$app/router.svelte";
import { PACES, settings } from "$app/settings.svelte";
import { sound } from "$app/sounds";
import { get } from "$connection/api";
import { type Answer, LiveTable, type ShownPosition } from "$connection/live.svelte";
import type { EntryShown, SeatShown } from "$connection/protocol";
import type { Refusal } from "$connection/refusal";
import type { GameEvent, GameModule, MoveResult, Offer, PlayedMove, RoundOver, Tried } from "../games/contract";
import { nameOf } from "../games/seats";
import { type Factor, factorClause, moveInWords, type Notice, refusalSentence } from "../games/sentences";
import { offerTaken } from "../games/shelf-options";
import { clientSeed, forgetSeed } from "../shuffle/saved-shuffles";
import { type Advice, chanceInWords, toldApart } from "./advice";
import { answersTo, movesOf, type PastPosition, shownAgain, stepsSince } from "./history";

interface Suggested {
  move: string;
  chance: number;
  /** Alone at the table. */
  points?: number | null;
  factors: Factor[];
}

export class Playing {
  game = $state.raw<GameModule | null>(null);
  notice = $state.raw<Notice | null>(null);
  busy = $state(false);
  thinking = $state(false);
  advice = $state.raw<Advice[]>([]);
  /** Whether other moves are as good as the one that is suggested. */
  othersEqual = $state(false);
  /** Which advice is shown, also on the board. */
  shown = $state(0);
  /** The table as text, once it was asked for. */
  board = $state<string | null>(null);
  /** What the board asks for, in the middle of a move; empty: what the game says about the position. */
  prompt = $state("");
  /** The places of the sentence that is being read. */
  lit = $state.raw<readonly string[]>([]);
  /** Whether several seats have been to act at the same time. */
  #atOnce = false;
  /** Whether this connection was made with our cookie. */
  #introduced = me.person !== null;
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

  get hint(): string | null {
    return this.advice[this.shown]?.move ?? null;
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
  get #earlier(): number {
    return this.live.table?.resumes?.moves ?? 0;
  }

  /** The moves played here that still stand. */
  get moves(): EntryShown[] {
    return movesOf(this.live.entries, this.#earlier).flatMap(({ entry, undone }) => (undone ? [] : entry));
  }

  /** Whether something hidden was shown since our last move, or by it. */
  get revealed(): boolean {
    const own = this.moves.findLastIndex(({ fields }) => this.live.you.includes(Number(fields?.seat)));
    const since = own < 0 ? [] : this.moves.slice(own);
    return since.some(({ events }) => this.game?.reveals?.((events ?? []) as unknown as GameEvent[]) ?? false);
  }

  /** The positions before and after each of the last moves; none if another move was made meanwhile. */
  async #positions(last: number): Promise<PastPosition[]> {
    const { key, now } = this.live;
    const after = this.moves.length + this.#earlier - last;
    const { steps } = await get<{ steps: PastPosition[] }>(`/api/tables/${key}/replay?seat=most&after=${after}`);
    return now?.match_version === this.live.now?.match_version ? steps : [];
  }

  /** Whoever comes between two rounds has not seen the last move: fetch the position before it. */
  async fetchBefore(): Promise<void> {
    const [before] = await this.#positions(1);
    const { now } = this.live;
    if (now && before) this.live.before = { ...now, view: before.view };
  }

  /** The moves that followed our last one, where one move follows the other. */
  get answers(): EntryShown[] {
    return this.atOnce || !this.live.you.length ? [] : answersTo(this.live.entries, this.live.you);
  }

  /** Show once more what has happened since our last move; whoever has not seen it fetches it. */
  showAgain = async (): Promise<void> => {
    const { live } = this;
    if (live.since.length <= 1) {
      const positions = await this.#positions(this.answers.length);
      if (live.now && positions.length) live.since = shownAgain(live.entries, this.answers, positions, live.now);
    }
    live.showAgain();
  };

  /** Light up the places that a sentence is about; none: nothing is read any more. */
  light = (places: readonly string[] = []): void => {
    this.lit = places;
  };

  /** Clear the hints and the notice of the last position. */
  clear(): void {
    this.advice = [];
    this.notice = null;
    if (this.board !== null) void this.showBoard();
  }

  say = (text: string): void => {
    this.notice = text ? { text, rule: null } : null;
  };

  sentenceFor = (refusal: Refusal): string => refusalSentence(this, refusal);

  ask = async (type: string, fields: Record<string, unknown> = {}): Promise<boolean> =>
    this.#showRefusal(await this.live.ask(type, fields));

  /** Write to the others at the table; returns why that was refused, or nothing. */
  chat = async (text: string): Promise<string> => {
    const answer = await this.live.ask("say", { text });
    if (answer.type === "done") return "";
    sound("refused");
    return this.sentenceFor(answer);
  };

  play = async (move: string): Promise<MoveResult> => {
    this.busy = true;
    const answer = await this.live.move(move);
    this.busy = false;
    this.notice = null;
    if (answer.type === "done") return { played: true };
    sound("refused");
    return { played: false, refusal: answer };
  };

  attempt = async (move: string): Promise<Tried<unknown>> => {
    const answer = await this.live.ask("try", { move, seat: this.live.seat });
    if (answer.type === "done") return { legal: true, ...(answer.result as { events: GameEvent[]; view: unknown }) };
    return { legal: false, refusal: answer };
  };

  /** Show a refusal, if it is one; true if the request was done. */
  #showRefusal(answer: Answer): boolean {
    const refused = answer.type === "refused";
    this.notice = refused ? { text: this.sentenceFor(answer), rule: answer.rule ?? null } : null;
    if (refused) sound("refused");
    return !refused;
  }

  sit = async (seat: number, nickname: string): Promise<void> => {
    await me.need(nickname.trim() || t("me.guest"));
    this.live.person = me.person?.id ?? null;
    // The server reads the cookie when a connection is made: whoever has just got one connects again.
    if (!this.#introduced) this.live.reconnect();
    this.#introduced = true;
    const seed = this.#clientSeed();
    if (seed !== null) await this.ask("sit", { seat, client_seed: seed });
  };

  /** Our part of the shuffle, kept on this device together with the commitment; null if the house shows another now. */
  #clientSeed(): string | null {
    const { table } = this.live;
    const seed = table && clientSeed(table);
    if (seed === null) this.say(t("shuffle.objections.other_commitment"));
    return seed;
  }

  /** Whether we sit without having given our part of the shuffle: whoever made the table had not seen the commitment. */
  get #owesSeed(): boolean {
    const { now, you } = this.live;
    return you.some((seat) => !now?.seats[seat]?.seeded);
  }

  start = async (): Promise<boolean> => {
    if (!this.#owesSeed) return this.ask("start");
    this.#seedSent = true; // with the request itself
    const seed = this.#clientSeed();
    return seed !== null && this.ask("start", { client_seed: seed });
  };

  leave = async (): Promise<void> => {
    if (await this.ask("leave")) forgetSeed(this.live.key);
  };

  askHint = async (): Promise<void> => {
    this.thinking = true;
    const { seat } = this.live;
    const version = this.ownVersion;
    const answer = await this.live.ask("hint", { seat });
    this.thinking = false;
    if (!this.#showRefusal(answer) || answer.type !== "done" || version !== this.ownVersion) return;
    const told = toldApart((answer.result as unknown as Suggested[]).map((one) => this.#inWords(one)));
    this.advice = told.moves;
    this.othersEqual = told.equal;
    this.shown = 0;
  };

  #inWords({ move, chance, points, factors }: Suggested): Advice {
    return {
      move,
      words: moveInWords(this, move, this.live.now?.view),
      worth: points == null ? chanceInWords(chance) : t("hint.points", { n: Math.round(points) }),
      reasons: factors.map((one) => factorClause(this, one)),
    };
  }

  showBoard = async (): Promise<void> => {
    if (this.game?.inWords) {
      this.board = this.game.inWords(this.view, this.words, this.nameOf);
      return;
    }
    const answer = await this.live.ask("board");
    this.board = answer.type === "done" ? String(answer.result) : "";
  };

  rematch = async (): Promise<void> => {
    const answer = await this.live.ask("play_again");
    if (!this.#showRefusal(answer) || answer.type !== "done") return;
    sessionStorage.setItem(`start ${String(answer.result)}`, "yes");
    router.go(`/table/${String(answer.result)}`);
  };

  /** The same match against computers of another level; null where there are none, or no such level. */
  levelBeside(difference: number): number | null {
    const seats = this.live.now?.seats ?? [];
    const levels = seats.flatMap((one) => (one.who === "bot" ? [one.bot ?? 0] : []));
    const level = (levels[0] ?? 0) + difference;
    const others = seats.some((one, seat) => one.who !== "bot" && !this.live.you.includes(seat));
    return levels.length && !others && level >= 1 && level <= 5 ? level : null;
  }

  againstLevel = (level: number): Promise<void> => this.#playAnew(this.options, () => level);

  /** Another way to play that the game offers now; null where others sit at the table, who would be left behind. */
  get offer(): Offer | null {
    const { now, table, you } = this.live;
    const others = now?.seats.some((one, seat) => one.who !== "bot" && !you.includes(seat)) ?? true;
    return others ? null : (this.game?.offer?.(table?.options ?? {}, this.words) ?? null);
  }

  takeOffer = ({ options }: Offer): Promise<void> => {
    offerTaken(this.name);
    return this.#playAnew(options, (one) => one.bot ?? 1);
  };

  /** A new table like this one, against computers of the level that each seat gets. */
  async #playAnew(options: Record<string, unknown>, levelOf: (one: SeatShown) => number): Promise<void> {
    const { now, table, you } = this.live;
    if (!now || !table) return;
    const seats = now.seats.map(
      (one, seat): SeatPlan => (you.includes(seat) ? { who: "me" } : { who: "bot", level: levelOf(one) }),
    );
    const { game, clock, takebacks } = table;
    await makeTable({ game, options, seats, takebacks: takebacks ?? true, clock: clock as { kind: string } });
  }

  /** Before going to the rematch, where seats are rotated: note which seat is ours. */
  rememberSeat = (): void => {
    const { now, you } = this.live;
    const seats = now?.seats.length ?? 0;
    if (you[0] !== undefined) sessionStorage.setItem(`sit ${now?.rematch}`, String((you[0] + seats - 1) % seats));
  };

  /**
   * At an open table: sit down if we come from the last match, give our part of the shuffle if we made the table, and
   * start it when every seat is taken.
   */
  sitOrStart(): void {
    const { now, you, key } = this.live;
    if (now?.status !== "open") return;
    if (!you.length) {
      const place = take(`sit ${key}`);
      if (place !== null) void this.sit(Number(place), "");
    } else if (!now.seats.some((one) => one.who === "open") && take(`start ${key}`)) void this.start();
    else if (this.#owesSeed && !this.#seedSent) this.#sendSeed();
  }

  #seedSent = false;

  #sendSeed(): void {
    this.#seedSent = true;
    const seed = this.#clientSeed();
    if (seed !== null) void this.ask("give_seed", { client_seed: seed });
  }
}

/** What this tab has stored under a name; it is removed. */
function take(name: string): string | null {
  const value = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  return value;
}
