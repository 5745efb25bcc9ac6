// The rules panel: which game's rules it shows, and the rule it starts at.

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
