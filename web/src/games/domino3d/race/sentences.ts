// What the table says about a race: its aim, what to do now, how a round and the match ended.
import type { GameEvent, RoundOver, Say, Situation } from "../../contract";
import type { RaceView } from "../view";
import { checksIn, stakeOf, taskOf } from "./round";

type Name = (seat: number) => string;

const POINTS_GOAL = 15;

export const raceAim = (options: Record<string, unknown>, t: Say): string =>
  t(options.goal === "rounds" ? "race.aim_rounds" : "race.aim", { points: POINTS_GOAL });

/** How a round's points arise. */
export const pointsOf = (view: RaceView, t: Say): string =>
  t(view.totals.length === 2 ? "race.how_two" : "race.how", { n: stakeOf(view, 0) });

/** What the table says while only others build. */
export function raceWaiting({ view }: Situation<RaceView>, t: Say, name: Name): string {
  if (view.phase !== "build") return t("status.others_check");
  const names = view.to_act.map((seat) => t("race.builder", { name: name(seat), n: view.hands[seat]?.length ?? 0 }));
  return t("race.waiting", { names });
}

export function raceTodo({ view, legal, you }: Situation<RaceView>, t: Say): string {
  const seat = you ?? 0;
  const [laid, left] = [view.sets[seat]?.length ?? 0, view.hands[seat]?.length ?? 0];
  return t(`race.todo.${taskOf(view, legal, seat)}`, { n: left, all: laid + left });
}

/** Who was first, and whose set has an error. */
export function raceRoundOver(events: readonly GameEvent[], t: Say, name: Name): RoundOver | null {
  const checks = checksIn(events);
  const over = events.find((one) => one.event === "round");
  if (!checks || !over) return null;
  const totals = over.totals as number[];
  const wrong = checks.filter((one) => one.error).map((one) => name(one.seat));
  const why = !checks.length
    ? t("race.nobody")
    : wrong.length
      ? t("race.wrong", { names: wrong })
      : t("race.all_right");
  const points = totals.map((_, seat) => checks.find((one) => one.seat === seat)?.points ?? 0);
  return { round: Number(over.round), points, totals, why };
}

export function raceEnding({ view, options }: Situation<RaceView>, t: Say): string {
  if (options.goal === "rounds") return t("race.ending_rounds", { n: view.round });
  const reached = view.totals.some((total) => total >= POINTS_GOAL);
  return reached ? t("race.ending", { points: POINTS_GOAL }) : t("race.ending_rounds", { n: view.round });
}

/** In a race it matters how many dominoes are left; a check with and without an error has sentences of its own. */
export function raceMessageOf(event: GameEvent, you: number | null): string | undefined {
  const who = event.seat === you ? "you" : "events";
  if (event.event === "verdict" && event.builder === you) return "events.verdict_yours";
  if (event.event === "checked") return `${who}.checked_${event.error ? "wrong" : "right"}`;
  return event.left === undefined ? undefined : `${who}.${event.event}_race`;
}
