// The aim, what to do now, why a match ended; in a race the status line and the state of a seat's table.
import type { BoardProps, Say, Situation } from "../../contract";
import type { Builder } from "../board/builder.svelte";
import { pointer } from "../board/input-device";
import { filled, hangs, placementsOf } from "../logic";
import { LOOKS } from "../marks";
import { type Check, stakeOf } from "../race/round";
import { pointsOf } from "../race/sentences";
import type { RaceView, TowerView, View } from "../view";

const hasSand = ({ sand }: Record<string, unknown>): boolean => Number(sand ?? 0) > 0;

export function aim(options: Record<string, unknown>, t: Say): string {
  if (options.mode !== "solo") return t(`aims.${options.mode ?? "classic"}`);
  return t(hasSand(options) ? "aims.solo_sand" : "aims.solo", { n: Number(options.turns ?? 10) });
}

/** What to do now with the drawn domino. */
export function towerTodo({ view, options, legal, help }: Situation<TowerView>, t: Say): string {
  if (legal.includes("draw")) return t("todo.more");
  const taken = filled(view.placed);
  const safe = placementsOf(legal, null).some((place) => !hangs(place, taken));
  if (help) return safe ? t(`${pointer()}.place`) : t("todo.nowhere");
  return t(`${pointer()}.${hasSand(options) ? "place_in_sand" : "place_unaided"}`);
}

/** What to do once a place was chosen for the drawn domino that it fits, or may fit; empty otherwise. */
export function chosenTodo({ building, pinned, verdict, props }: Builder): string {
  if (props.view.mode === "race" || !building || !pinned) return "";
  return verdict?.standing === "legal" || verdict?.standing === "unknown" ? props.t("todo.chosen") : "";
}

/** Rules 13 and 15. */
export function towerEnding({ view, options }: Situation<TowerView>, t: Say): string {
  if (!view.pile.length) return t("endings.all_placed");
  if (view.turns_left === 0) return t(hasSand(options) ? "endings.turns_sand" : "endings.turns");
  const idle = view.mode === "classic" && view.idle >= 3 * view.scores.length;
  return t(idle ? "endings.idle" : "endings.nothing_fits");
}

/** The status line of a race, and of a choice alone; else the table says whose turn it is, and what to do. */
export function status(props: BoardProps<View>, builder: Builder, shown: number): string {
  const { view, t } = props;
  if (view.mode !== "race") return moreStatus(view, props);
  if (props.toAct.length) return raceStatus(view, props, builder, shown);
  return view.phase === "build" ? pointsOf(view, t) : "";
}

/** Alone, after a placement: what drawing and stopping do, and when one would. */
function moreStatus({ mode, turns_left }: TowerView, { legal, options, t }: BoardProps<View>): string {
  if (mode !== "solo" || !legal.includes("draw")) return "";
  if (turns_left === 1) return t("more.why_last");
  if (hasSand(options)) return t("more.why_sand");
  return options.falls === "refuse" ? t("more.why") : `${t("more.why")} ${t("more.fall")}`;
}

function raceStatus(view: RaceView, props: BoardProps<View>, builder: Builder, shown: number): string {
  const { legal, t, you, players } = props;
  if (legal.includes("accept")) return t("status.check", { name: players[shown]?.name ?? "" });
  if (view.phase === "check") return t("status.others_check");
  if (builder.lifting) return legal.includes("done") ? t("status.done") : t(`${pointer()}.lift`);
  if (builder.building && props.help && !builder.matching.length) return t("race.nowhere");
  if (builder.building && !builder.pieces.length) return pointsOf(view, t);
  if (builder.building) return t(`${pointer()}.point`);
  if (shown !== you) return t("status.watch", { name: players[shown]?.name ?? "" });
  return waitStatus(view, props);
}

/** Seconds that the slowest computer takes for a move once nobody else builds. */
const HURRIED = 0.6;

/** How long it may take until the others are done. */
function waitStatus({ hands, to_act }: RaceView, { players, t }: BoardProps<View>): string {
  if (!to_act.every((seat) => players[seat]?.bot)) return t("status.wait");
  const moves = Math.max(...to_act.map((seat) => (hands[seat]?.length ?? 0) + 1));
  return t(to_act.length === 1 ? "status.wait_bot" : "status.wait_bots", { n: Math.ceil(HURRIED * moves) });
}

/** What the check has found on the table that is shown. */
export function checkStatus(check: Check | undefined, name: string, t: Say): string {
  if (!check) return t("race.not_finished", { name });
  if (!check.error) return t("race.no_error", { name, n: check.points });
  const pairs = check.wrong.map(({ marks: [one, other] }) =>
    t("race.pair", { mark: LOOKS[one].letter, other: LOOKS[other].letter }),
  );
  return t("race.errors", { name, n: pairs.length, pairs: [...new Set(pairs)], lost: Math.max(0, -check.points) });
}

export function tableState(
  view: RaceView,
  seat: number,
  checked: number | null,
  checks: readonly Check[],
  t: Say,
): string {
  if (seat === checked) return t("tables.check");
  const check = checks.find((one) => one.seat === seat);
  if (check)
    return t(check.error ? "tables.error" : "tables.no_error", { n: check.points, lost: Math.max(0, -check.points) });
  const place = view.finished.indexOf(seat);
  if (place >= 0) return t("tables.done", { n: stakeOf(view, place) });
  if (view.given_up.includes(seat)) return t("tables.gave_up");
  const laid = view.sets[seat]?.length ?? 0;
  return t("tables.laid", { laid, all: laid + (view.hands[seat]?.length ?? 0) });
}

/** The same as a sign: done is not yet right. */
export function tableSign(view: RaceView, seat: number, checks: readonly Check[]): string {
  const check = checks.find((one) => one.seat === seat);
  if (check) return check.error ? "✕" : "✓";
  if (view.finished.includes(seat)) return "⚑";
  return view.given_up.includes(seat) ? "–" : "";
}
