// A person's settings on this device.

export type Theme = "auto" | "light" | "dark";

function stored<Value extends string | boolean>(name: string, otherwise: Value): Value {
  const value = localStorage.getItem(name);
  if (value === null) return otherwise;
  return (typeof otherwise === "boolean" ? value === "true" : value) as Value;
}

class Settings {
  theme = $state<Theme>(stored<Theme>("theme", "auto"));
  /** Show what is legal. */
  help = $state(stored("help", true));
  /** The same while a sand timer runs, where finding legal moves is part of the game. */
  helpInSand = $state(stored("helpInSand", false));
  sounds = $state(stored("sounds", false));

  start(): void {
    $effect.root(() => {
      $effect(() => {
        localStorage.setItem("theme", this.theme);
        if (this.theme === "auto") delete document.documentElement.dataset.theme;
        else document.documentElement.dataset.theme = this.theme;
      });
      $effect(() => localStorage.setItem("help", String(this.help)));
      $effect(() => localStorage.setItem("helpInSand", String(this.helpInSand)));
      $effect(() => localStorage.setItem("sounds", String(this.sounds)));
    });
  }
}

export const settings = new Settings();

/** Whether the system asks for less motion. */
export const prefersReducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
