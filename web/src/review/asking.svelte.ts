// The review of a table: asked for once, then looked at until it is there.
import { errorSentence } from "$app/error-sentence";
import { get, post } from "$connection/api";
import type { Review } from "./review";

interface State {
  status: "none" | "queued" | "running" | "ready" | "failed";
  progress: number;
  review: Review | null;
}

/** Milliseconds between two looks. */
const PAUSE = 700;

export class Asking {
  state = $state.raw<State | null>(null);
  trouble = $state("");
  /** Whether it was not there when we came. */
  awaited = $state(false);
  readonly #path: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(table: string) {
    this.#path = `/api/tables/${table}/review`;
  }

  get underWay(): boolean {
    return this.state?.status === "queued" || this.state?.status === "running";
  }

  /** An effect: whether there is a review already, and how far it is, until nobody looks any more. */
  follow(): () => void {
    void this.#look(() => get<State>(this.#path));
    return () => clearTimeout(this.#timer);
  }

  start = (): Promise<void> => this.#look(() => post<State>(this.#path));

  async #look(ask: () => Promise<State>): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.state = await ask();
      this.trouble = "";
    } catch (error) {
      this.trouble = errorSentence(error);
    }
    if (!this.underWay) return;
    this.awaited = true;
    this.#timer = setTimeout(() => this.#look(() => get<State>(this.#path)), PAUSE);
  }
}
