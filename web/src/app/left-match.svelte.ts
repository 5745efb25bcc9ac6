// The match that somebody left for the rules or a lesson; those pages link back to it.

class LeftMatch {
  /** The key of its table; empty if there is none. */
  key = $state(sessionStorage.getItem("match") ?? "");

  /** A match is on the screen: link back to this one from now on. */
  remember(key: string): void {
    this.key = key;
    sessionStorage.setItem("match", key);
  }

  /** The match is over: there is nothing to link back to. */
  forget(key: string): void {
    if (this.key !== key) return;
    this.key = "";
    sessionStorage.removeItem("match");
  }
}

export const leftMatch = new LeftMatch();
