// The match that was left to read or to practise: every such page leads back to it.

class LeftMatch {
  /** The key of its table; empty if there is none. */
  key = $state(sessionStorage.getItem("match") ?? "");

  /** A match is on the screen: it is the one to come back to. */
  remember(key: string): void {
    this.key = key;
    sessionStorage.setItem("match", key);
  }

  /** It is over: there is nothing to come back to. */
  forget(key: string): void {
    if (this.key !== key) return;
    this.key = "";
    sessionStorage.removeItem("match");
  }
}

export const leftMatch = new LeftMatch();
