// Pending requests, which survive lost connections and reloads.
import type { Done, EntryShown, RequestRefused } from "./protocol";

export type Answer = Done | RequestRefused;
export type Message = Record<string, unknown> & { type: string; id: string };

interface Pending {
  message: Message;
  answer: (answer: Answer) => void;
  /** The number of the last entry that we had when it was sent; null before that. */
  since: number | null;
}

/** The journal entry that a request becomes. Moves need none: the server plays a move with the same id once. */
const BECOMES: Readonly<Record<string, string>> = {
  sit: "sat",
  give_seed: "seeded",
  leave: "left",
  start: "started",
  go_on: "wenton",
  say: "said",
  ask_takeback: "asked",
  ask_end: "asked",
  agree: "agreed",
  decline: "declined",
  resign: "resigned",
  hand_over: "handed",
  take_back_seat: "returned",
};

/** The journal entry that a request has become since then, if it has; `seats` and `person` are ours. */
export function became(
  message: Message,
  since: number,
  entries: readonly EntryShown[],
  seats: readonly number[],
  person: string | null,
): EntryShown | undefined {
  const kind = BECOMES[message.type];
  return entries.find((entry) => {
    if (entry.number <= since || entry.kind !== kind) return false;
    const { person: speaker, text, seat } = entry.fields ?? {};
    if (kind === "said") return speaker === person && text === message.text;
    if (kind === "started") return true;
    return message.type === "hand_over" ? seat === message.seat : seats.includes(Number(seat));
  });
}

export class Requests {
  #pending = new Map<string, Pending>();

  constructor(readonly table: string) {
    // A move without an answer survives a reload: it is sent again with the same id, and played once.
    const stored = sessionStorage.getItem(`pending ${table}`);
    for (const message of stored ? (JSON.parse(stored) as Message[]) : [])
      this.#pending.set(message.id, { message, answer: () => {}, since: null });
  }

  add(message: Message): Promise<Answer> {
    return new Promise((answer) => {
      this.#pending.set(message.id, { message, answer, since: null });
      if (message.type === "move") this.#store();
    });
  }

  sent(id: string, since: number): void {
    const pending = this.#pending.get(id);
    if (pending) pending.since = since;
  }

  answered(answer: Answer): void {
    const pending = this.#pending.get(answer.id);
    if (!pending) return;
    this.#pending.delete(answer.id);
    if (pending.message.type === "move") this.#store();
    pending.answer(answer);
  }

  /**
   * An entry of our own move is as good as its answer, which may come later than the new position.
   * Ids are chosen by each client: the same one at another seat is not ours.
   */
  confirmMoves(entries: readonly EntryShown[], seats: readonly number[]): void {
    for (const { number, fields } of entries)
      if (fields?.move_id && seats.includes(Number(fields.seat)))
        this.answered({ type: "done", id: String(fields.move_id), entry: number });
  }

  /** The requests to send again after a lost connection, in order; those that have become an entry are answered here. */
  unanswered(entries: readonly EntryShown[], seats: readonly number[], person: string | null): Message[] {
    for (const { message, since } of [...this.#pending.values()]) {
      const entry = since === null ? undefined : became(message, since, entries, seats, person);
      if (entry) this.answered({ type: "done", id: message.id, entry: entry.number });
    }
    return [...this.#pending.values()].map((one) => one.message);
  }

  #store(): void {
    const moves = [...this.#pending.values()].map((one) => one.message).filter((one) => one.type === "move");
    if (moves.length) sessionStorage.setItem(`pending ${this.table}`, JSON.stringify(moves));
    else sessionStorage.removeItem(`pending ${this.table}`);
  }
}
