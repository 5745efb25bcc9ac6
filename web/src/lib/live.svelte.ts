// One table, live: what the house has told us, and what we ask. Comes back by itself when the connection is lost.
import { randomText } from "./api";
import type { Done, EntryShown, Goodbye, News, Now, Picture, Ping, Refusal, TableShown } from "./protocol";

type Frame = Done | Goodbye | News | Picture | Ping | Refusal;
export type Answer = Done | Refusal;
export type Connection = "connecting" | "open" | "lost" | "gone";

/** Seconds to wait before the next try, at most. */
const LONGEST_WAIT = 30;
/** Close codes after which coming back makes no sense. */
const FINAL = new Set([4401, 4403]);

interface Pending {
  message: Record<string, unknown>;
  answer: (answer: Answer) => void;
}

export class LiveTable {
  connection = $state<Connection>("connecting");
  table = $state.raw<TableShown | null>(null);
  now = $state.raw<Now | null>(null);
  entries = $state.raw<EntryShown[]>([]);
  you = $state.raw<number[]>([]);
  /** The entries that came last, for marks and movement; empty after joining. */
  fresh = $state.raw<EntryShown[]>([]);
  /** Why the table cannot be shown. */
  refused = $state.raw<Refusal | null>(null);
  /** House time less ours, in milliseconds. */
  ahead = 0;

  #socket: WebSocket | null = null;
  #pending = new Map<string, Pending>();
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(readonly key: string) {
    this.#restore();
    this.#connect();
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  get number(): number {
    return this.entries.at(-1)?.number ?? -1;
  }

  /** Our seat: of several the one to act. */
  get seat(): number | null {
    return this.you.find((seat) => this.now?.to_act?.includes(seat)) ?? this.you[0] ?? null;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#socket?.close();
  }

  /** Connect again, as somebody who has just got a name. */
  reconnect(): void {
    this.connection = "connecting";
    this.#socket?.close();
    this.#connect();
  }

  /** Ask something; the answer comes even if the connection is lost in between. */
  ask(type: string, fields: Record<string, unknown> = {}): Promise<Answer> {
    const id = randomText(8);
    return this.#send({ type, id, ...fields });
  }

  move(move: string, seat: number | null = this.seat): Promise<Answer> {
    return this.ask("move", { position: this.now?.position ?? 0, move, seat });
  }

  #send(message: Record<string, unknown>): Promise<Answer> {
    return new Promise((answer) => {
      this.#pending.set(String(message.id), { message, answer });
      if (message.type === "move") this.#store();
      if (this.connection === "open") this.#socket?.send(JSON.stringify(message));
    });
  }

  // A move that was not answered yet survives a reload; it is sent again with the same id, and played once.

  #store(): void {
    const moves = [...this.#pending.values()].map((one) => one.message).filter((one) => one.type === "move");
    if (moves.length) sessionStorage.setItem(`pending ${this.key}`, JSON.stringify(moves));
    else sessionStorage.removeItem(`pending ${this.key}`);
  }

  #restore(): void {
    const stored = sessionStorage.getItem(`pending ${this.key}`);
    for (const message of stored ? (JSON.parse(stored) as Record<string, unknown>[]) : [])
      this.#pending.set(String(message.id), { message, answer: () => {} });
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/live/${this.key}`);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "join", since: this.number, legal: true }));
    socket.onmessage = (event: MessageEvent<string>) => this.#hear(JSON.parse(event.data) as Frame, socket);
    socket.onclose = (event) => this.#lost(socket, event.code);
  }

  #lost(socket: WebSocket, code: number): void {
    if (socket !== this.#socket || this.#closed) return;
    if (FINAL.has(code)) {
      this.connection = "gone";
      return;
    }
    this.connection = "lost";
    const wait = Math.min(LONGEST_WAIT, 2 ** this.#tries++) * (0.5 + Math.random() / 2);
    this.#timer = setTimeout(() => this.#connect(), wait * 1000);
  }

  #hurry = (): void => {
    if (this.connection !== "lost" || document.visibilityState === "hidden") return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  #hear(frame: Frame, socket: WebSocket): void {
    switch (frame.type) {
      case "ping":
        socket.send(JSON.stringify({ type: "pong", n: frame.n }));
        break;
      case "picture":
        this.table = frame.table;
        this.you = frame.you;
        this.#show(frame.entries, frame.now, []);
        this.#joined(socket);
        break;
      case "news":
        if ((frame.entries[0]?.number ?? this.number + 1) > this.number + 1) {
          socket.close(); // something is missing: join again from where we are
          break;
        }
        this.#news(frame);
        this.#joined(socket);
        break;
      case "done":
      case "refused":
        this.#answered(frame);
        break;
      case "goodbye":
        break; // the house closes the connection itself
    }
  }

  #joined(socket: WebSocket): void {
    this.#tries = 0;
    if (this.connection === "open") return;
    this.connection = "open";
    for (const { message } of this.#pending.values()) socket.send(JSON.stringify(message));
  }

  #news(frame: News): void {
    const fresh = frame.entries.filter((entry) => entry.number > this.number);
    this.#show([...this.entries, ...fresh], frame.now, fresh);
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

  /** Whose screen this is: so we know our seats when we sit down. */
  set person(id: string | null) {
    this.#person = id;
    if (id && this.now) this.you = seatsOf(this.now, id);
  }

  #answered(frame: Answer): void {
    if (!frame.id) {
      if (frame.type === "refused") this.refused = frame;
      return;
    }
    const pending = this.#pending.get(frame.id);
    this.#pending.delete(frame.id);
    this.#store();
    pending?.answer(frame);
  }
}

const seatsOf = (now: Now, person: string): number[] =>
  now.seats.flatMap((seat, number) => (seat.person === person ? [number] : []));
