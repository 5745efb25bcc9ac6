// A live table: the state that the server has sent, and requests to it. Reconnects automatically.
// What happens is shown one move after the other: `now` and `entries` are what is shown, which may be behind the server.
import { randomText } from "./api";
import { house, SENT_AWAY } from "./house.svelte";
import { Pacing } from "./pacing.svelte";
import type { EntryShown, Goodbye, HouseNews, News, Now, Ping, Snapshot, TableShown } from "./protocol";
import type { Refusal } from "./refusal";
import { type Answer, type Message, Requests } from "./requests";
import { update } from "./update.svelte";

export type { Answer };

type Frame = Answer | Goodbye | HouseNews | News | Snapshot | Ping;
export type Connection = "connecting" | "open" | "lost" | "gone";

/** The longest wait before the next attempt, in seconds. */
const LONGEST_WAIT = 30;
/** Close codes after which reconnecting is pointless. */
const FINAL = new Set([4401, SENT_AWAY]);
/** The close code after which our person does not exist any more. */
const FORGOTTEN = 4410;
/** Milliseconds of silence, without even a ping, after which a connection counts as lost; and between two checks. */
const SILENCE = 50_000;
const CHECK_INTERVAL = 5000;
/** Entries before which nothing is shown again. */
export const FIRST = new Set(["started", "tookback"]);
/** Milliseconds for which our own last move is shown before what followed is shown again. */
const BEFORE_AGAIN = 600;

/** A position as it is shown: the number of entries before it, and which of them are new. */
export interface ShownPosition {
  count: number;
  now: Now;
  fresh: EntryShown[];
}

export class LiveTable {
  connection = $state<Connection>("connecting");
  table = $state.raw<TableShown | null>(null);
  now = $state.raw<Now | null>(null);
  /** The position before the last move, if we have seen it. */
  before = $state.raw<Now | null>(null);
  entries = $state.raw<EntryShown[]>([]);
  you = $state.raw<number[]>([]);
  /** The entries that came last, for highlights and movement; empty after joining. */
  fresh = $state.raw<EntryShown[]>([]);
  /** Why the table cannot be shown. */
  refused = $state.raw<Refusal | null>(null);
  /** How far the server's clock is ahead of ours, in milliseconds. */
  ahead = 0;

  /** What has happened since our last move, position by position; for whoever watches, since they came. */
  since = $state.raw<ShownPosition[]>([]);
  readonly pacing: Pacing<ShownPosition>;
  /** How many positions are still to be shown again. */
  replayed = $state(0);
  /** Everything that the server has told. */
  #told: EntryShown[] = [];
  #socket: WebSocket | null = null;
  #requests: Requests;
  #tries = 0;
  #lastHeard = 0;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setInterval>;
  #closed = false;

  /** `stay`: for how many milliseconds a position stays before the next one is shown. */
  constructor(
    readonly key: string,
    stay: (shown: ShownPosition) => number = () => 0,
  ) {
    this.pacing = new Pacing((shown) => this.#show(shown), stay);
    this.#requests = new Requests(key);
    this.#connect();
    this.#silenceTimer = setInterval(this.#checkSilence, CHECK_INTERVAL);
    addEventListener("online", this.#reconnectNow);
    addEventListener("offline", this.#disconnect);
    document.addEventListener("visibilitychange", this.#reconnectNow);
  }

  /** The number of the last entry that the server has told. */
  get number(): number {
    return this.#told.at(-1)?.number ?? -1;
  }

  /** Our seat; of several, the one to act. */
  get seat(): number | null {
    return this.you.find((seat) => this.now?.to_act?.includes(seat)) ?? this.you[0] ?? null;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#reconnectTimer);
    clearInterval(this.#silenceTimer);
    removeEventListener("online", this.#reconnectNow);
    removeEventListener("offline", this.#disconnect);
    document.removeEventListener("visibilitychange", this.#reconnectNow);
    this.#socket?.close();
  }

  /** Connect again, with the cookie that we have just got. */
  reconnect(): void {
    this.connection = "connecting";
    clearTimeout(this.#reconnectTimer);
    this.#socket?.close();
    this.#connect();
  }

  /** Send a request; its answer comes even if the connection is lost in between. */
  ask(type: string, fields: Record<string, unknown> = {}): Promise<Answer> {
    const message: Message = { type, id: randomText(8), ...fields };
    const answer = this.#requests.add(message);
    if (this.connection === "open") this.#send(message);
    return answer;
  }

  move(move: string, seat: number | null = this.seat): Promise<Answer> {
    return this.ask("move", { match_version: this.now?.match_version ?? 0, move, seat });
  }

  #send(message: Message): void {
    this.#requests.sent(message.id, this.number);
    this.#socket?.send(JSON.stringify(message));
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/live/${this.key}`);
    this.#socket = socket;
    this.#lastHeard = Date.now();
    socket.onopen = () => socket.send(JSON.stringify({ type: "join", since: this.number, legal: true }));
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#lastHeard = Date.now();
      if (socket === this.#socket) this.#receive(JSON.parse(event.data) as Frame, socket);
    };
    socket.onclose = (event) => this.#lost(socket, event.code);
  }

  #lost(socket: WebSocket, code: number): void {
    if (socket !== this.#socket || this.#closed) return;
    if (FINAL.has(code)) {
      this.connection = "gone";
      return;
    }
    if (code === FORGOTTEN) this.#told = []; // whatever names us has to be read again
    this.connection = "lost";
    this.#socket = null;
    const wait = Math.min(LONGEST_WAIT, 2 ** this.#tries++) * (0.5 + Math.random() / 2);
    this.#reconnectTimer = setTimeout(() => this.#connect(), wait * 1000);
  }

  /** The network is gone, which the socket would notice much later. */
  #disconnect = (): void => {
    const socket = this.#socket;
    if (!socket || this.connection === "gone") return;
    this.#lost(socket, 1006);
    socket.close();
  };

  #checkSilence = (): void => {
    if (this.#socket && Date.now() - this.#lastHeard > SILENCE) this.#disconnect();
  };

  #reconnectNow = (): void => {
    if (document.visibilityState === "hidden") return;
    this.#checkSilence();
    if (this.connection !== "lost" || this.#socket) return;
    clearTimeout(this.#reconnectTimer);
    this.#connect();
  };

  #receive(frame: Frame, socket: WebSocket): void {
    switch (frame.type) {
      case "ping":
        socket.send(JSON.stringify({ type: "pong", n: frame.n }));
        break;
      case "snapshot":
        this.table = frame.table;
        this.you = frame.you;
        this.#told = frame.entries;
        this.#synchronize(frame.now.clock?.at);
        this.pacing.clear();
        this.#show({ count: this.#told.length, now: frame.now, fresh: [] });
        this.#joined();
        break;
      case "news":
        if ((frame.entries[0]?.number ?? this.number + 1) > this.number + 1) {
          socket.close(); // something is missing: join again from where we are
          break;
        }
        this.#news(frame);
        this.#joined();
        break;
      case "done":
      case "refused":
        this.#settle(frame);
        break;
      case "house":
        house.hear(frame);
        break;
      case "goodbye":
        break; // the server closes the connection itself
    }
  }

  #joined(): void {
    if (this.connection === "open") return;
    if (this.connection === "lost") void update.check();
    this.#tries = 0;
    this.connection = "open";
    for (const message of this.#requests.unanswered(this.#told, this.you, this.#person)) this.#send(message);
  }

  #news(frame: News): void {
    const fresh = frame.entries.filter((entry) => entry.number > this.number);
    this.#told = [...this.#told, ...fresh];
    // A break has a time even without a clock; take it from new entries only, not from those we catch up with.
    this.#synchronize(frame.now.clock?.at ?? (this.connection === "open" ? fresh.at(-1)?.at : undefined));
    // Our own moves, and entries that undo others, are shown at once.
    if (fresh.some((entry) => this.#isOurs(entry) || entry.kind === "tookback")) this.pacing.flush();
    this.pacing.add({ count: this.#told.length, now: frame.now, fresh });
    this.#requests.confirmMoves(fresh, this.you);
  }

  #isOurs({ fields }: EntryShown): boolean {
    return this.you.includes(Number(fields?.seat ?? -1)) || (!!this.#person && fields?.person === this.#person);
  }

  /** `at`: the server's time now. */
  #synchronize(at: number | undefined): void {
    if (at) this.ahead = at - Date.now();
  }

  #show(shown: ShownPosition): void {
    const { count, now, fresh } = shown;
    this.entries = this.#told.slice(0, count);
    this.fresh = fresh;
    if (now.match_version !== this.now?.match_version) this.before = this.now;
    this.now = now;
    if (this.#person) this.you = seatsOf(now, this.#person);
    if (this.replayed > 0) this.replayed -= 1;
    else this.since = this.#begins(fresh) ? [shown] : [...this.since, shown];
  }

  /** Whether showing again starts after these entries. */
  #begins(fresh: EntryShown[]): boolean {
    return (
      !fresh.length || fresh.some((entry) => FIRST.has(entry.kind) || (entry.kind === "moved" && this.#isOurs(entry)))
    );
  }

  /** Show once more what has happened since our last move. */
  showAgain(): void {
    const [first, ...rest] = this.since;
    if (!first || !rest.length || this.pacing.behind) return;
    this.replayed = this.since.length;
    this.pacing.clear();
    this.pacing.add({ ...first, fresh: [] });
    this.pacing.hold(BEFORE_AGAIN);
    for (const shown of rest) this.pacing.add(shown);
  }

  #person: string | null = null;

  /** The person at this screen, by whom we know our seats. */
  set person(id: string | null) {
    this.#person = id;
    if (id && this.now) this.you = seatsOf(this.now, id);
  }

  #settle(frame: Answer): void {
    if (!frame.id) {
      if (frame.type === "refused") this.refused = frame;
      return;
    }
    this.#requests.answered(frame);
  }
}

const seatsOf = (now: Now, person: string): number[] =>
  now.seats.flatMap((seat, number) => (seat.person === person ? [number] : []));
