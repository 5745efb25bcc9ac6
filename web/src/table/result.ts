// How a match ended, in words.
import { t } from "$app/i18n.svelte";
import { ownOr } from "../games/sentences";
import type { Playing } from "./playing.svelte";

export type OurResult = "won" | "shared" | "lost" | "drawn" | "none";

/** The result for us; `shared`: we won with others; `none`: we watched, played alone, or there is no result. */
export function ourResult({ live }: Playing): OurResult {
  const { now, you } = live;
  const winners = now?.result?.winners ?? [];
  if (!you.length || !winners.length || now?.seats.length === 1) return "none";
  if (!you.some((seat) => winners.includes(seat))) return "lost";
  if (winners.length === 1) return "won";
  return winners.length === now?.seats.length ? "drawn" : "shared";
}

/** "You won 5–3". */
export function headline(playing: Playing): string {
  const { now, you } = playing.live;
  const result = now?.result;
  if (!result) return t("table.over");
  const { winners, scores, reason } = result;
  if (reason === "abandoned" || reason === "closed") return t(now.view ? `end.${reason}` : "end.never_began");
  if (playing.alone) return scores ? t("end.alone", { n: scores[0] ?? 0 }) : t("end.stopped");
  const outcome = ourResult(playing);
  const others = winners.filter((seat) => !you.includes(seat)).map(playing.nameOf);
  const rank = rankOf(playing);
  if (rank) return t(`end.came.${rank.place}`, { points: rank.points });
  const told = scores && scoreOf(scores, you[0] ?? winners[0] ?? 0);
  if (outcome !== "none") return t(`end.${outcome}${told ? "_with" : ""}`, { score: told, others });
  if (!winners.length) return t("end.no_result");
  const names = winners.map(playing.nameOf);
  return told
    ? t("end.others_with", { names, score: told, n: names.length })
    : t("end.others", { names, n: names.length });
}

/** At a table for three or more: as which of them we lost, with how many points; null if we did not, or for another reason. */
export function rankOf(playing: Playing): { place: number; points: string } | null {
  const { now, you } = playing.live;
  const { scores, reason } = now?.result ?? {};
  const own = scores?.[you[0] ?? -1];
  if (!scores || own === undefined || reason !== "rules" || you.length !== 1) return null;
  const place = 1 + scores.filter((one) => one > own).length;
  if (scores.length < 3 || place < 2 || ourResult(playing) !== "lost") return null;
  return { place, points: inPoints(playing, own) };
}

const inPoints = ({ name }: Playing, n: number): string => ownOr(name, "score", "seat.points", { n });

/** Two seats: "5–3", the reader's first; more: the reader's own points, and the best of the others'. */
function scoreOf(scores: readonly number[], first: number): string {
  const others = scores.filter((_, seat) => seat !== first);
  return `${scores[first] ?? 0}–${Math.max(...others)}`;
}

/** Why it ended, as a sentence. */
export function reason(playing: Playing): string {
  const { now } = playing.live;
  const why = now?.result?.reason;
  if (why === "rules") return [playing.ending, bestOf(playing)].filter(Boolean).join(" ");
  if (why === "resigned" && playing.alone) {
    const soFar = playing.points?.[0] ?? 0;
    return now?.result?.scores ? t("end.why.you_stopped") : t("end.why.stopped_alone", { n: soFar });
  }
  if (why === "resigned") {
    const seats = now?.seats.flatMap((seat, number) => (seat.resigned ? [number] : [])) ?? [];
    const own = seats.some((seat) => playing.live.you.includes(seat));
    if (own) return [t("end.why.you_resigned"), winnerOf(playing) || mostPoints(playing)].filter(Boolean).join(" ");
    return t("end.why.resigned", { names: seats.map(playing.nameOf), n: seats.length });
  }
  return why ? t(`end.why.${why}`) : "";
}

/** Who won, with how many points, beside the place that we came in. */
function bestOf(playing: Playing): string {
  const { winners, scores } = playing.live.now?.result ?? {};
  const best = scores?.[winners?.[0] ?? -1];
  if (!winners || best === undefined || !rankOf(playing)) return "";
  return t("end.why.best", { names: winners.map(playing.nameOf), n: winners.length, points: inPoints(playing, best) });
}

/** Who of those that won by our resignation was ahead; nothing where the game counts no points meanwhile. */
function mostPoints(playing: Playing): string {
  const { points, live, nameOf } = playing;
  const winners = live.now?.result?.winners ?? [];
  const best = Math.max(0, ...winners.map((seat) => points?.[seat] ?? 0));
  const ahead = winners.filter((seat) => points?.[seat] === best);
  return best > 0 ? t("end.why.ahead", { names: ahead.map(nameOf), points: inPoints(playing, best) }) : "";
}

/** Who wins, as a sentence; nothing where it is more than one. */
function winnerOf({ live, nameOf }: Playing): string {
  const winners = live.now?.result?.winners ?? [];
  return winners.length === 1 ? t("end.why.wins", { names: winners.map(nameOf) }) : "";
}
