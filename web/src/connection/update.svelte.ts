// Whether the server has a newer page. File names contain a hash: there is a newer page when the front page no longer
// names the file from which this one was started.

/** Milliseconds between two checks when somebody comes back to the page. */
const CHECK_INTERVAL = 600_000;

class Update {
  /** Whether there is a newer page. */
  available = $state(false);
  /** Whether a part of the page could not be loaded. */
  partMissing = $state(false);
  #own = "";
  #checkedAt = Date.now();

  start(own: string): void {
    this.#own = new URL(own).pathname;
    addEventListener("online", () => this.check());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && Date.now() - this.#checkedAt > CHECK_INTERVAL) this.check();
    });
  }

  /** Ask the server which page it has now. */
  check = async (): Promise<void> => {
    this.#checkedAt = Date.now();
    try {
      const answer = await fetch("/", { cache: "no-cache", headers: { Accept: "text/html" } });
      if (answer.ok && !(await answer.text()).includes(this.#own)) this.available = true;
    } catch {
      // The server cannot be reached, so nothing is known.
    }
  };

  /** A part of the page could not be loaded: the server is away, or has a newer page. */
  partFailed = (): void => {
    this.partMissing = true;
    void this.check();
  };
}

export const update = new Update();
