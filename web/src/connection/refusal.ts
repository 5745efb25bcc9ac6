// Why the server did not do something: the same for REST, for live play and for moves that are only tried.

export interface Refusal {
  /** For programs. */
  code: string;
  /** The message key of its sentence. */
  key: string;
  params?: Record<string, unknown>;
  /** What would be possible. */
  allowed?: unknown;
  /** The number of the rule that a move breaks. */
  rule?: number | null;
}

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

export const FAILED: Refusal = { code: "failed", key: "refused.failed" };

/** The refusal behind whatever was thrown. */
export const refusalOf = (error: unknown): Refusal => (error instanceof Refused ? error.refusal : FAILED);
