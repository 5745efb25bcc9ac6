// A live table: what the server has sent and what we ask of it. Reconnects by itself.
import { randomText } from "./api";
import type { EntryShown, Goodbye, News, Now, Ping, Snapshot, TableShown } from "./protocol";
import type { Refusal } from "./refusal";
import { type Answer, type Message, Requests } from "./requests";
import { update } from "./update.svelte";

export type { Answer };

type Frame = Answer | Goodbye | News | Snapshot | Ping;
export type Connection = "connecting" | "open" | "lost" | "gone";

/** The longest wait before the next attempt, in seconds. */
const LONGEST_WAIT = 30;
/** Close codes after which reconnecting is pointless. */
const FINAL = new Set([4401, 4403]);
/** Milliseconds of silence, without even a ping, after which a connection counts as lost; and between two checks. */
const SILENCE = 50_000;
const CHECK_INTERVAL = 5000;

export class LiveTable {
  connection = $state<Connection>("connecting");
  table = $state.raw<TableShown | null>(null);
  now = $state.raw<Now | null>(null);
  entries = $state.raw<EntryShown[]>([]);
  you = $state.raw<number[]>([]);
  /** The entries that came last, for highlights and movement; empty after joining. */
  fresh = $state.raw<EntryShown[]>([]);
  /** Why the table cannot be shown. */
  refused = $state.raw<Refusal | null>(null);
  /** How far the server's clock is ahead of ours, in milliseconds. */
  ahead = 0;

  #socket: WebSocket | null = null;
  #requests: Requests;
  #tries = 0;
  #lastHeard = 0;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setInterval>;
  #closed = false;

  constructor(readonly key: string) {
    this.#requests = new Requests(key);
    this.#connect();
    this.#silenceTimer = setInterval(this.#checkSilence, CHECK_INTERVAL);
    addEventListener("online", this.#reconnectNow);
    addEventListener("offline", this.#disconnect);
    document.addEventListener("visibilitychange", this.#reconnectNow);
  }

  get number(): number {
    return this.entries.at(-1)?.number ?? -1;
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
    return this.ask("move", { position: this.now?.position ?? 0, move, seat });
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
    this.connection = "lost";
    this.#socket = null;
    const wait = Math.min(LONGEST_WAIT, 2 ** this.#tries++) * (0.5 + Math.random() / 2);
    this.#reconnectTimer = setTimeout(() => this.#connect(), wait * 1000);
  }

  /** The network is gone; the socket itself would notice much later. */
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
        this.#show(frame.entries, frame.now, []);
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
      case "goodbye":
        break; // the server closes the connection itself
    }
  }

  #joined(): void {
    if (this.connection === "open") return;
    if (this.connection === "lost") void update.check();
    this.#tries = 0;
    this.connection = "open";
    for (const message of this.#requests.unanswered(this.entries, this.you, this.#person)) this.#send(message);
  }

  #news(frame: News): void {
    const fresh = frame.entries.filter((entry) => entry.number > this.number);
    this.#show([...this.entries, ...fresh], frame.now, fresh);
    this.#requests.confirmMoves(fresh, this.you);
  }

  #show(entries: EntryShown[], now: Now, fresh: EntryShown[]): void {
    const clock = now.clock?.at ?? entries.at(-1)?.at;
    if (now.clock && clock) this.ahead = clock - Date.now();
    this.entries = entries;
    this.fresh = fresh;
    this.now = now;
    if (this.#person) this.you = seatsOf(now, this.#person);
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
