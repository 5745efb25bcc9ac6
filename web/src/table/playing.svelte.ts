// What a person does at a table, and how the server answers: moves, hints, requests, the text board.
import { type Params, t, words } from "$app/i18n.svelte";
import { me } from "$app/me.svelte";
import { router } from "$app/router.svelte";
import { sound } from "$app/sounds";
import { randomText } from "$connection/api";
import type { Answer, LiveTable } from "$connection/live.svelte";
import type { Refusal } from "$connection/refusal";
import type { GameEvent, GameModule, Outcome, Tried } from "../games/contract";
import { nameOf } from "../games/seats";
import { type Factor, factorClause, moveInWords, type Notice, refusalSentence } from "../games/sentences";

/** A move that a bot suggests, in words; `worth`: its chance to win or, alone at the table, the expected points. */
export interface Advice {
  move: string;
  words: string;
  worth: string;
  reasons: string[];
}

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
  /** Which advice is shown, also on the board. */
  shown = $state(0);
  /** The table as text, once it was asked for. */
  board = $state<string | null>(null);
  /** Whether this connection was made with our cookie. */
  #introduced = me.person !== null;

  constructor(readonly live: LiveTable) {}

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

  nameOf = (seat: number): string => nameOf(this.live.now?.seats[seat], seat);

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

  play = async (move: string): Promise<Outcome> => {
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
    await this.ask("sit", { seat, number: randomText() });
  };

  /** With a number of ours that the server had not seen when it committed to its secret. */
  start = (): Promise<boolean> => this.ask("start", { number: randomText() });

  askHint = async (): Promise<void> => {
    this.thinking = true;
    const { seat } = this.live;
    const position = this.live.now?.position;
    const answer = await this.live.ask("hint", { seat });
    this.thinking = false;
    if (!this.#showRefusal(answer) || answer.type !== "done" || position !== this.live.now?.position) return;
    this.advice = (answer.result as unknown as Suggested[]).map((one) => this.#inWords(one));
    this.shown = 0;
  };

  #inWords({ move, chance, points, factors }: Suggested): Advice {
    return {
      move,
      words: moveInWords(this, move, this.live.now?.view),
      worth:
        points == null
          ? chance.toLocaleString(words.language, { style: "percent" })
          : t("hint.points", { n: Math.round(points) }),
      reasons: factors.map((one) => factorClause(this, one)),
    };
  }

  showBoard = async (): Promise<void> => {
    const answer = await this.live.ask("board");
    this.board = answer.type === "done" ? String(answer.result) : "";
  };

  rematch = async (): Promise<void> => {
    const answer = await this.live.ask("play_again", { number: randomText() });
    if (!this.#showRefusal(answer) || answer.type !== "done") return;
    sessionStorage.setItem(`start ${String(answer.result)}`, "yes");
    router.go(`/table/${String(answer.result)}`);
  };

  /** Before going to the rematch, where seats are rotated: note which seat is ours. */
  rememberSeat = (): void => {
    const { now, you } = this.live;
    const seats = now?.seats.length ?? 0;
    if (you[0] !== undefined) sessionStorage.setItem(`sit ${now?.rematch}`, String((you[0] + seats - 1) % seats));
  };

  /** At an open table: sit down if we come from the last match, start if we made it and every seat is taken. */
  sitOrStart(): void {
    const { now, you, key } = this.live;
    if (now?.status !== "open") return;
    if (!you.length) {
      const place = take(`sit ${key}`);
      if (place !== null) void this.sit(Number(place), "");
    } else if (!now.seats.some((one) => one.who === "open") && take(`start ${key}`)) void this.start();
  }
}

/** What this tab has stored under a name; it is removed. */
function take(name: string): string | null {
  const value = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  return value;
}
