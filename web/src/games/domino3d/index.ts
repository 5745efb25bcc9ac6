import type { GameModule, Say, Situation } from "../contract";
import Board from "./Board.svelte";
import Diagram from "./Diagram.svelte";
import RaceChecked from "./race/CheckedSets.svelte";
import { finishedRound } from "./race/round";
import { raceAim, raceEnding, raceMessageOf, raceRoundOver, raceTodo, raceWaiting } from "./race/sentences";
import Alone from "./solo/Alone.svelte";
import { scoresOf, type View } from "./view";
import { offer } from "./words/sand-offer";
import { inWords, messageOf, moveInWords, placesOf, readable } from "./words/sentences";
import { aim, towerEnding, towerTodo } from "./words/status";

const isRace = ({ view }: Situation<View>): boolean => view?.mode === "race";

const todo = (situation: Situation, t: Say): string =>
  isRace(situation) ? raceTodo(situation, t) : towerTodo(situation, t);
const ending = (situation: Situation, t: Say): string =>
  isRace(situation) ? raceEnding(situation, t) : towerEnding(situation, t);

export default {
  points: scoresOf,
  Board,
  Diagram,
  Alone,
  RoundEnd: RaceChecked,
  readable,
  moveInWords,
  inWords,
  aim: (options, t) => (options.mode === "race" ? raceAim : aim)(options, t),
  todo,
  waiting: (situation, t, name) => (isRace(situation) ? raceWaiting(situation, t, name) : ""),
  mustFind: ({ mode }) => mode === "race",
  messageOf: (event, you) => raceMessageOf(event, you) ?? messageOf(event, you),
  placesOf,
  seatParams: ["builder"],
  // Whoever took a move back after it would know which domino comes next.
  reveals: (events) => events.some((one) => one.event === "drawn" || one.event === "dealt"),
  roundOver: raceRoundOver,
  finished: finishedRound,
  ending,
  offer,
  quiet: ["drawn", "started", "ended", "over", "round", "dealt"],
} satisfies GameModule;
