// The status line: what to do now and, in a race, the state of a seat's table.
import type { Params } from "$app/i18n.svelte";
import type { BoardProps, GameEvent } from "../contract";
import type { Builder } from "./builder.svelte";
import { readable } from "./sentences";
import type { RaceView, View } from "./view";

type Say = (key: string, params?: Params) => string;

export function status(props: BoardProps<View>, builder: Builder, shown: number): string {
  const { view, legal, t, you, players } = props;
  const name = (seat: number | null) => players[seat ?? -1]?.name ?? "";
  if (props.toAct.length === 0) return "";
  if (view.mode === "race") return raceStatus(view, props, builder, shown);
  if (legal.includes("draw")) return t("status.draw_or_stop");
  if (builder.building) return t("status.point", { domino: view.drawn });
  return you === view.turn ? "" : t("status.theirs", { name: name(view.turn), domino: view.drawn });
}

function raceStatus(view: RaceView, props: BoardProps<View>, builder: Builder, shown: number): string {
  const { legal, t, you, players } = props;
  if (legal.includes("accept")) return t("status.check", { name: players[shown]?.name ?? "" });
  if (view.phase === "check") return t("status.others_check");
  if (builder.lifting) return t(legal.includes("done") ? "status.done" : "status.lift");
  if (builder.building) return t(builder.pieces.length ? "status.point" : "status.first", { domino: builder.domino });
  if (shown !== you) return t("status.watch", { name: players[shown]?.name ?? "" });
  return t("status.wait");
}

/** What came of a round that these events end; empty if they end none. */
export function roundNews(events: readonly GameEvent[], { players, t }: BoardProps<View>): string {
  const over = events.find((one) => one.event === "round");
  if (!over) return "";
  const checks = events
    .filter((one) => one.event === "checked")
    .map((one) => t("events.checked", { ...one, ...readable(one, t), seat: players[Number(one.seat)]?.name }));
  return [t("words.round_over", { round: over.round }), ...checks].join(" ");
}

export function tableState(view: RaceView, seat: number, checked: number | null, t: Say): string {
  if (seat === checked) return t("tables.check");
  const place = view.finished.indexOf(seat);
  if (place >= 0) return t("tables.done", { place: place + 1 });
  if (view.given_up.includes(seat)) return t("tables.gave_up");
  const laid = view.sets[seat]?.length ?? 0;
  return t("tables.laid", { laid, all: laid + (view.hands[seat]?.length ?? 0) });
}
