// The match that somebody left for the rules or a lesson; those pages link back to it.

class LeftMatch {
  /** The key of its table; empty if there is none. */
  key = $state(sessionStorage.getItem("match") ?? "");
  /** The name of its game. */
  game = $state(sessionStorage.getItem("match game") ?? "");

  /** A match is on the screen: link back to this one from now on. */
  remember(key: string, game: string): void {
    this.key = key;
    this.game = game;
    sessionStorage.setItem("match game", game);
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
