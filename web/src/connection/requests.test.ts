// What is sent again after a lost connection, and what is not.
import { beforeEach, expect, it } from "vitest";
import type { EntryShown } from "./protocol";
import { type Answer, type Message, Requests } from "./requests";

const stored = new Map<string, string>();
globalThis.sessionStorage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
} as Storage;

const entry = (number: number, kind: string, fields: Record<string, unknown>) =>
  ({ number, at: 0, kind, fields }) as EntryShown;
const request = (type: string, id: string, fields = {}): Message => ({ type, id, ...fields });
const ids = (messages: Message[]) => messages.map((one) => one.id);

beforeEach(() => stored.clear());

it("sends everything that has no answer again, in order", () => {
  const requests = new Requests("k");
  for (const id of ["a", "b", "c"]) requests.add(request("move", id));
  requests.sent("a", 4);
  requests.answered({ type: "done", id: "b" });
  expect(ids(requests.unanswered([], [0], "me"))).toEqual(["a", "c"]);
});

it("does not send a request again that has become an entry", async () => {
  const requests = new Requests("k");
  const answer: Promise<Answer> = requests.add(request("ask_takeback", "a"));
  requests.sent("a", 4);
  const asked = entry(5, "asked", { seat: 0, what: "takeback" });
  expect(requests.unanswered([asked], [0], "me")).toEqual([]);
  expect(await answer).toEqual({ type: "done", id: "a", entry: 5 });
});

it("sends it again if only others' or earlier entries look the same", () => {
  const requests = new Requests("k");
  requests.add(request("say", "a", { text: "hello" }));
  requests.sent("a", 4);
  const said = [
    entry(4, "said", { person: "me", text: "hello" }),
    entry(5, "said", { person: "other", text: "hello" }),
    entry(6, "said", { person: "me", text: "bye" }),
  ];
  expect(ids(requests.unanswered(said, [0], "me"))).toEqual(["a"]);
});

it("keeps moves across a reload, and nothing else", () => {
  const requests = new Requests("k");
  requests.add(request("move", "a"));
  requests.add(request("say", "b", { text: "hello" }));
  expect(ids(new Requests("k").unanswered([], [0], "me"))).toEqual(["a"]);
  requests.answered({ type: "done", id: "a" });
  expect(new Requests("k").unanswered([], [0], "me")).toEqual([]);
});

it("takes a move's own entry for its answer", async () => {
  const requests = new Requests("k");
  const answer: Promise<Answer> = requests.add(request("move", "a"));
  requests.add(request("move", "b"));
  requests.sent("a", 4);
  const [ours, theirs] = [
    { seat: 0, by: "person", move_id: "a" },
    { seat: 1, by: "bot", move_id: "" },
  ];
  requests.confirmMoves([entry(5, "moved", ours), entry(6, "moved", theirs)], [0]);
  expect(await answer).toEqual({ type: "done", id: "a", entry: 5 });
  expect(ids(requests.unanswered([], [0], "me"))).toEqual(["b"]);
});

it("does not take somebody else's move with the same id for its own", () => {
  const requests = new Requests("k");
  requests.add(request("move", "a"));
  requests.confirmMoves([entry(5, "moved", { seat: 1, by: "person", move_id: "a" })], [0]);
  expect(ids(requests.unanswered([], [0], "me"))).toEqual(["a"]);
});
