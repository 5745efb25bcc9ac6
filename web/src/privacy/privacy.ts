// The house's retention periods.

/** Days; 0: for ever. See `GET /api/privacy`. */
export interface Privacy {
  casual: number;
  chat: number;
  idle: number;
  cookie: number;
  backups: number | null;
  link: number;
  contact: string;
}

/** What is kept: the key of each line, and for how many days. */
export function keptLines({ idle, cookie, casual, chat, backups }: Privacy): [string, number][] {
  return [
    ["name", idle],
    ["cookie", cookie],
    ["matches", casual],
    ["chat", chat],
    ["ratings", 0],
    ["address", 0],
    ["device", 0],
    backups === null ? ["other_backups", 0] : ["backups", Math.max(1, Math.ceil(backups))],
  ];
}

/** Where a contact leads, if it is an e-mail address or a link; null: it is only text. */
export function hrefOf(contact: string): string | null {
  if (/^https?:\/\/\S+$/.test(contact)) return contact;
  return /^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(contact) ? `mailto:${contact}` : null;
}
