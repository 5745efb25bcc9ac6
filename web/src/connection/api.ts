// The REST client, for everything but live play.
import { FAILED, type Refusal, Refused } from "./refusal";

/** A `body` that is a string is JSON already. */
export async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const init: RequestInit = { method, credentials: "same-origin", headers: { Accept: "application/json" } };
  if (body !== undefined) {
    init.body = typeof body === "string" ? body : JSON.stringify(body);
    init.headers = { ...init.headers, "Content-Type": "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refused({ code: "offline", key: "refused.offline" });
  }
  const text = await response.text();
  const answer: unknown = text && response.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : text;
  if (response.ok) return answer as Answer;
  throw new Refused(isRefusal(answer) ? answer : FAILED);
}

function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === "object" && answer !== null && "code" in answer && "key" in answer;
}

export const get = <Answer>(path: string) => ask<Answer>("GET", path);
export const post = <Answer>(path: string, body: unknown = {}) => ask<Answer>("POST", path, body);
export const remove = (path: string) => ask<string>("DELETE", path);
export const patch = <Answer>(path: string, body: unknown) => ask<Answer>("PATCH", path, body);

export interface Person {
  id: string;
  name: string;
  language: string;
}

/** A random string: our part of the shuffle, or a message's id. */
export function randomText(bytes = 16): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
