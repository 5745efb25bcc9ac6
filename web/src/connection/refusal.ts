// Refused requests: one type for REST, live play and tried moves.
import type { RequestRefused } from "./protocol";

/**
 * `code`: for programs; `key`, `params`: the message and its parameters; `allowed`: what would be possible; `rule`: the
 * number of the rule that a move breaks. A refusal that this page makes up itself has no more than code and key.
 */
export type Refusal = Pick<RequestRefused, "code" | "key" | "rule"> &
  Partial<Pick<RequestRefused, "params" | "allowed">>;

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

export const FAILED: Refusal = { code: "failed", key: "refused.failed" };

/** The refusal that an error carries, or `FAILED`. */
export const refusalOf = (error: unknown): Refusal => (error instanceof Refused ? error.refusal : FAILED);
