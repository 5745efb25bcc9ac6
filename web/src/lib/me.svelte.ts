// Who sits before this screen.
import { get, type Person, patch, post, Refused } from "./api";
import { words } from "./i18n.svelte";

class Me {
  person = $state.raw<Person | null>(null);
  /** Whether the house has been asked. */
  known = $state(false);

  async load(): Promise<void> {
    try {
      this.person = await get<Person>("/api/me");
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.person = null;
    }
    this.known = true;
  }

  /** A name is enough; without one the house chooses. */
  async introduce(name: string): Promise<Person> {
    this.person = this.person
      ? await patch<Person>("/api/me", { name })
      : await post<Person>("/api/people", { name, language: words.language });
    return this.person;
  }

  /** Whoever plays needs to be somebody. */
  async need(name: string): Promise<Person> {
    return this.person ?? (await this.introduce(name));
  }
}

export const me = new Me();
