// The host's announcements: over a table's connection, or on other pages over a connection of their own.
import type { HouseNews, RequestRefused } from "./protocol";
import type { Refusal } from "./refusal";

/** The longest wait before the next attempt to connect, in seconds. */
const LONGEST_WAIT = 60;
/** The close code of a ban, after which reconnecting is pointless. */
export const SENT_AWAY = 4403;

class House {
  announcement = $state("");
  /** Why the house is read-only; "" if it is not. */
  readOnly = $state("");
  /** Why we are banned. */
  banned = $state.raw<Refusal | null>(null);
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;

  hear(frame: HouseNews | RequestRefused): void {
    if (frame.type === "refused") {
      this.banned = frame;
      return;
    }
    this.banned = null;
    this.announcement = frame.announcement ?? "";
    this.readOnly = frame.read_only ?? "";
  }

  /** Listen until the function that is returned is called. */
  follow(): () => void {
    this.#connect();
    return () => {
      clearTimeout(this.#timer);
      const socket = this.#socket;
      this.#socket = null;
      socket?.close();
    };
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/live`);
    this.#socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#tries = 0;
      this.hear(JSON.parse(event.data) as HouseNews | RequestRefused);
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket || code === SENT_AWAY) return;
      const wait = Math.min(LONGEST_WAIT, 2 ** this.#tries++) * (0.5 + Math.random() / 2);
      this.#timer = setTimeout(() => this.#connect(), wait * 1000);
    };
  }
}

export const house = new House();
