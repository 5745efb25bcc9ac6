// The page's words in four languages. A message is a text with {places}, or its plural forms: they are chosen `by` a
// parameter, a number or a list, or else by the number `n`.

export const LANGUAGES = { fr: "Français", en: "English", de: "Deutsch", nl: "Nederlands" } as const;
export type Language = keyof typeof LANGUAGES;
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { by?: string };
export type Message = string | Forms;
export type Messages = Record<string, Message>;
export type Params = Record<string, unknown>;
/** Messages nested by section, as in the files. */
export interface Nested {
  [key: string]: string | Nested;
}

/** Files of words, by their path. */
export type Loaders = Record<string, () => Promise<Nested>>;

/** The words of the frame and, under `games`, of the shelf: `scripts/joined-words.ts` joins them. */
const loaders = import.meta.glob<Nested>("./messages/*.json", { import: "default" });
const FORMS = new Set(["by", "zero", "one", "two", "few", "many", "other"]);

/** {"a": {"b": "x"}} becomes {"a.b": "x"}; plural forms stay together. */
export function flatten(nested: Nested, prefix = ""): Messages {
  const messages: Messages = {};
  for (const [key, value] of Object.entries(nested)) {
    if (typeof value === "string") messages[prefix + key] = value;
    else if (Object.keys(value).every((name) => FORMS.has(name))) messages[prefix + key] = value as Message;
    else Object.assign(messages, flatten(value, `${prefix}${key}.`));
  }
  return messages;
}

/** One formatter for each language: making one takes longer than using it a hundred times. */
function cached<Maker>(make: (language: string) => Maker): (language: string) => Maker {
  const made = new Map<string, Maker>();
  return (language) => {
    const maker = made.get(language) ?? make(language);
    made.set(language, maker);
    return maker;
  };
}
const pluralRulesOf = cached((language) => new Intl.PluralRules(language));
const listFormatOf = cached((language) => new Intl.ListFormat(language, { type: "conjunction" }));
const numberFormatOf = cached((language) => new Intl.NumberFormat(language));

export function fill(message: Message, params: Params, language: string): string {
  if (typeof message === "string") return filled(message, params, language);
  const counted = params[message.by ?? "n"];
  const n = Array.isArray(counted) ? counted.length : Number(counted ?? 0);
  return filled(formOf(message, n, language), { ...params, n }, language);
}

const filled = (text: string, params: Params, language: string): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string, at: number) => {
    const words = shown(params[name], language);
    // A name with an article, as “L’ordinateur”, has a capital only where it begins a sentence.
    return /(^|[.!?:…]\s)$/.test(text.slice(0, at)) ? words : words.replace(/^L’/, "l’");
  });

/** Any language may have a form for zero: "none" reads better than "0". */
function formOf(forms: Forms, n: number, language: string): string {
  return (n === 0 && forms.zero) || (forms[pluralRulesOf(language).select(n)] ?? forms.other ?? "");
}

function shown(value: unknown, language: string): string {
  if (value === undefined || value === null) return "?";
  if (Array.isArray(value)) return listFormatOf(language).format(value.map((one) => shown(one, language)));
  return typeof value === "number" ? numberFormatOf(language).format(value) : String(value);
}

export function preferred(stored: string | null, wanted: readonly string[]): Language {
  for (const one of [stored ?? "", ...wanted]) {
    const short = one.slice(0, 2).toLowerCase();
    if (short in LANGUAGES) return short as Language;
  }
  return "en";
}

type Load = (language: Language) => Promise<Messages>;

class Words {
  language = $state<Language>("en");
  #messages = $state.raw<Messages>({});
  /** The language that was chosen last; its words may still be loading. */
  #wanted: Language = "en";
  /** The folders whose words are loaded too: how to load them, and when they are there. */
  #more = new Map<string, { load: Load; ready: Promise<void> }>();

  /** Change the language; the page changes once its words are loaded. */
  async choose(language: Language): Promise<void> {
    this.#wanted = language;
    const { games, ...own } = (await loaders[`./messages/${language}.json`]?.()) ?? {};
    const messages = { ...flatten(own), ...flatten(games as Nested) };
    for (const { load } of this.#more.values()) Object.assign(messages, await load(language));
    if (language !== this.#wanted) return;
    this.#messages = messages;
    this.language = language;
    document.documentElement.lang = language;
    localStorage.setItem("language", language);
  }

  /** Load the words of a folder too, from `<folder>/<language>.json`; their keys begin with the prefix. */
  add(folder: string, loaders: Loaders, prefix = ""): Promise<void> {
    const known = this.#more.get(folder);
    if (known) return known.ready;
    const load: Load = async (language) => flatten((await loaders[`${folder}/${language}.json`]?.()) ?? {}, prefix);
    const ready = this.#bring(load);
    this.#more.set(folder, { load, ready });
    return ready;
  }

  /** Load words; if the language changes meanwhile, load them again. */
  async #bring(load: Load): Promise<void> {
    let [messages, language]: [Messages, Language | null] = [{}, null];
    while (language !== this.#wanted) {
      language = this.#wanted;
      messages = await load(language);
    }
    this.#messages = { ...this.#messages, ...messages };
  }

  has(key: string): boolean {
    return key in this.#messages;
  }

  beginsWithPlace(key: string): boolean {
    const message = this.#messages[key];
    return typeof message === "string" && message.startsWith("{");
  }

  /** The sentence of a key. A missing key shows itself, which the tests look for. */
  say(key: string, params: Params = {}): string {
    const message = this.#messages[key];
    return message === undefined ? `⟨${key}⟩` : fill(message, params, this.language);
  }
}

export const words = new Words();
export const t = (key: string, params?: Params): string => words.say(key, params);

/** A clause as a sentence: with a capital, unless it begins with a place, and a full stop. */
export function sentence(key: string, params?: Params): string {
  const text = words.say(key, params);
  return `${words.beginsWithPlace(key) ? text : text.charAt(0).toLocaleUpperCase(words.language) + text.slice(1)}.`;
}
