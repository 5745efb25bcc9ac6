// The person at this screen.
import { get, type Person, patch, post, remove } from "$connection/api";
import { Refused } from "$connection/refusal";
import { words } from "./i18n.svelte";

class Me {
  person = $state.raw<Person | null>(null);
  /** Whether the server has been asked. */
  known = $state(false);

  async load(): Promise<void> {
    // Nobody is known yet on a first visit.
    if (localStorage.getItem("known")) await this.#ask();
    this.known = true;
  }

  async #ask(): Promise<void> {
    try {
      this.person = await get<Person>("/api/me");
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.person = null;
    }
  }

  /** A name is enough; without one the server chooses. */
  async introduce(name: string): Promise<Person> {
    this.person = this.person ? await patch<Person>("/api/me", { name }) : await this.#begin(name);
    localStorage.setItem("known", "yes");
    return this.person;
  }

  async #begin(name: string): Promise<Person> {
    try {
      return await post<Person>("/api/people", { name, language: words.language });
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal.code !== "known_already") throw error;
      return get<Person>("/api/me"); // the cookie is older than what this page remembers
    }
  }

  /** Forget me: the house does, and so does this device; only the language stays. */
  async forget(): Promise<void> {
    await remove("/api/me");
    this.person = null;
    localStorage.clear();
    sessionStorage.clear();
    localStorage.setItem("language", words.language);
  }

  /** Whoever plays must be known: introduce them if they are not. */
  async need(name: string): Promise<Person> {
    return this.person ?? (await this.introduce(name));
  }
}

export const me = new Me();
