// Which page is shown, by the address bar, without reloading.

const ROUTES = [
  ["shelf", /^\/$/],
  ["game", /^\/play\/(?<game>[\w-]+)$/],
  ["table", /^\/table\/(?<key>[\w-]+)$/],
  ["replay", /^\/replay(?:\/(?<key>[\w-]+))?$/],
  ["rules", /^\/rules\/(?<game>[\w-]+)$/],
  ["daily", /^\/puzzles$/],
  ["puzzle", /^\/puzzles\/(?<game>[\w-]+)(?:\/(?<number>\d{1,4}))?$/],
  ["lesson", /^\/learn\/(?<game>[\w-]+)$/],
  ["me", /^\/me$/],
  ["privacy", /^\/privacy$/],
  ["admin", /^\/admin$/],
  // In earlier links the secret stood in the path, which servers and proxies may log: the page says so and does not use it.
  ["claim", /^\/(?:link|(?<old>claim)(?:\/.*)?)$/],
] as const;
export type PageName = (typeof ROUTES)[number][0] | "missing";
export interface Route {
  page: PageName;
  params: Record<string, string>;
}

export function match(path: string): Route {
  for (const [page, pattern] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return { page, params: { ...found.groups } };
  }
  return { page: "missing", params: {} };
}

const address = (): string => location.pathname + location.search;

class Router {
  route = $state.raw<Route>(match(location.pathname));
  #shown = address();

  start(): void {
    // Moving to another heading does not rebuild the page.
    addEventListener("popstate", () => {
      if (address() !== this.#shown) this.#show();
    });
    document.addEventListener("click", (event) => this.#follow(event));
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.#show();
  }

  #show(): void {
    this.#shown = address();
    this.route = match(location.pathname);
    scrollTo(0, 0);
  }

  /** Links within the site do not reload the page. */
  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (match(link.pathname).page === "missing") return;
    // The browser itself handles links within a page.
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
