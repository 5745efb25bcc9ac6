// The rules beside whatever is on the screen: which game's, and from which rule on.

class Panel {
  game = $state("");
  /** The rule that was asked for; null: from the beginning. */
  rule = $state<number | null>(null);

  show(game: string, rule: number | null = null): void {
    this.game = game;
    this.rule = rule;
  }

  close = (): void => {
    this.game = "";
  };
}

export const panel = new Panel();
