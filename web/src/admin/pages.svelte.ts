// A paginated list, newest first, reloaded after each order.
import { host } from "./host.svelte";

export class Pages<Row> {
  rows = $state.raw<Row[]>([]);
  /** The cursor of the next page; null at the end. */
  before = $state<string | null>(null);
  loaded = $state(false);
  #path = "";

  constructor(readonly field: string) {}

  /** Read the first page. `path` has a query already, if only `?`. */
  async load(path: string): Promise<void> {
    this.#path = path;
    const page = await this.#page(path);
    if (page && path === this.#path) [this.rows, this.before, this.loaded] = [...page, true];
  }

  more = async (): Promise<void> => {
    const page = await this.#page(`${this.#path}&before=${this.before}`);
    if (page) [this.rows, this.before] = [[...this.rows, ...page[0]], page[1]];
  };

  async #page(path: string): Promise<[Row[], string | null] | null> {
    const page = await host.list<Record<string, unknown>>(path);
    return page && [page[this.field] as Row[], page.before as string | null];
  }
}
