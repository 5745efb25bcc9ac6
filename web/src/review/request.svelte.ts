// Requests the review of a table once, then polls until it is there.
import { errorSentence } from "$app/error-sentence";
import { get, post } from "$connection/api";
import type { Review } from "./review";

interface State {
  status: "none" | "queued" | "running" | "ready" | "failed";
  progress: number;
  review: Review | null;
}

/** Milliseconds between two polls. */
const PAUSE = 700;

export class ReviewRequest {
  state = $state.raw<State | null>(null);
  trouble = $state("");
  /** Whether it was not there at first. */
  awaited = $state(false);
  readonly #path: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(table: string) {
    this.#path = `/api/tables/${table}/review`;
  }

  get underWay(): boolean {
    return this.state?.status === "queued" || this.state?.status === "running";
  }

  /** An effect: poll whether there is a review and how far it is. */
  follow(): () => void {
    void this.look();
    return () => clearTimeout(this.#timer);
  }

  /** See whether it is there, after that has failed. */
  look = (): Promise<void> => this.#poll(() => get<State>(this.#path));

  start = (): Promise<void> => this.#poll(() => post<State>(this.#path));

  async #poll(ask: () => Promise<State>): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.state = await ask();
      this.trouble = "";
    } catch (error) {
      this.trouble = errorSentence(error);
    }
    if (!this.underWay) return;
    this.awaited = true;
    this.#timer = setTimeout(this.look, PAUSE);
  }
}
