// Whether the server has a newer page. File names contain a hash: there is a newer page when the front page no longer
// names the file from which this one was started.

/** Milliseconds between two checks when somebody comes back to the page. */
const LOOK_AGAIN = 600_000;

class Update {
  /** Whether there is a newer page. */
  there = $state(false);
  /** Whether a part of the page could not be loaded. */
  partMissing = $state(false);
  #own = "";
  #looked = Date.now();

  start(own: string): void {
    this.#own = new URL(own).pathname;
    addEventListener("online", () => this.look());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && Date.now() - this.#looked > LOOK_AGAIN) this.look();
    });
  }

  /** Ask the server which page it has now. */
  look = async (): Promise<void> => {
    this.#looked = Date.now();
    try {
      const answer = await fetch("/", { cache: "no-cache", headers: { Accept: "text/html" } });
      if (answer.ok && !(await answer.text()).includes(this.#own)) this.there = true;
    } catch {
      // The server cannot be reached, so nothing is known.
    }
  };

  /** A part of the page could not be loaded: the server is away, or has a newer page. */
  missed = (): void => {
    this.partMissing = true;
    void this.look();
  };
}

export const update = new Update();
