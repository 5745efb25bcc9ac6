// A person's settings on this device.

export type Theme = "auto" | "light" | "dark";

/** Milliseconds for which each move of a computer is shown before the next. */
export const PACES = { slow: 2000, normal: 1100, fast: 450, instant: 0 } as const;
export type Pace = keyof typeof PACES;

function stored<Value extends string | boolean>(name: string, otherwise: Value): Value {
  const value = localStorage.getItem(name);
  if (value === null) return otherwise;
  return (typeof otherwise === "boolean" ? value === "true" : value) as Value;
}

class Settings {
  theme = $state<Theme>(stored<Theme>("theme", "auto"));
  /** Show what is legal. */
  help = $state(stored<boolean>("help", true));
  /** The same where finding it is part of the game: while a sand timer runs, or everybody builds at once. */
  helpFinding = $state(stored<boolean>("helpFinding", false));
  pace = $state<Pace>(stored<Pace>("pace", "normal"));
  /** Ask before a move is played. */
  confirm = $state(stored("confirm", false));
  sounds = $state(stored("sounds", false));

  start(): void {
    $effect.root(() => {
      $effect(() => {
        localStorage.setItem("theme", this.theme);
        if (this.theme === "auto") delete document.documentElement.dataset.theme;
        else document.documentElement.dataset.theme = this.theme;
      });
      $effect(() => localStorage.setItem("help", String(this.help)));
      $effect(() => localStorage.setItem("helpFinding", String(this.helpFinding)));
      $effect(() => localStorage.setItem("pace", this.pace));
      $effect(() => localStorage.setItem("confirm", String(this.confirm)));
      $effect(() => localStorage.setItem("sounds", String(this.sounds)));
    });
  }
}

export const settings = new Settings();

/** Whether the system asks for less motion. */
export const prefersReducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
