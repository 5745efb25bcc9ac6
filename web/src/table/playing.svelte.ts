// A person's requests at a table and the server's answers: moves, hints, the shuffle, the next match.
import { t } from "$app/i18n.svelte";
import { me } from "$app/me.svelte";
import { makeTable, type SeatPlan } from "$app/new-table";
import { router } from "$app/router.svelte";
import { sound } from "$app/sounds";
import { get } from "$connection/api";
import type { Answer } from "$connection/live.svelte";
import type { SeatShown } from "$connection/protocol";
import type { Refusal } from "$connection/refusal";
import type { GameEvent, MoveResult, Offer, Tried } from "../games/contract";
import { type Factor, factorClause, moveInWords, type Notice, refusalSentence } from "../games/sentences";
import { offerTaken } from "../games/shelf-options";
import { clientSeed, forgetSeed } from "../shuffle/saved-shuffles";
import { type Advice, chanceInWords, toldApart } from "./advice";
import { type PastPosition, shownAgain } from "./history";
import { ShownMatch } from "./shown-match.svelte";

interface Suggested {
  move: string;
  chance: number;
  /** Alone at the table. */
  points?: number | null;
  factors: Factor[];
}

export class Playing extends ShownMatch {
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
  /** Whether the card of the round that has ended was put away. */
  roundAway = $state(false);
  /** The places of the sentence that is being read. */
  lit = $state.raw<readonly string[]>([]);
  /** Whether this connection was made with our cookie. */
  #introduced = me.person !== null;

  get hint(): string | null {
    return this.advice[this.shown]?.move ?? null;
  }

  /** The positions before and after each of the last moves; none if another move was made meanwhile. */
  async #positions(last: number): Promise<PastPosition[]> {
    const { key, now } = this.live;
    const after = this.moves.length + this.earlier - last;
    const { steps } = await get<{ steps: PastPosition[] }>(`/api/tables/${key}/replay?seat=most&after=${after}`);
    return now?.match_version === this.live.now?.match_version ? steps : [];
  }

  /** Whoever comes between two rounds has not seen the last move: fetch the position before it. */
  async fetchBefore(): Promise<void> {
    const [before] = await this.#positions(1);
    const { now } = this.live;
    if (now && before) this.live.before = { ...now, view: before.view };
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
