// What a person has chosen for this device.

export type Theme = "auto" | "light" | "dark";

function stored<Value extends string | boolean>(name: string, otherwise: Value): Value {
  const found = localStorage.getItem(name);
  if (found === null) return otherwise;
  return (typeof otherwise === "boolean" ? found === "true" : found) as Value;
}

class Settings {
  theme = $state<Theme>(stored<Theme>("theme", "auto"));
  /** Show what is legal. */
  help = $state(stored("help", true));
  /** The same while sand runs: there it would do what the sand is for. */
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

/** Whether things may move about. */
export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
