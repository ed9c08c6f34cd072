// Puzzles: one each day, endless training that includes the player's own mistakes, and the collection.

import { announce } from "../lib/announce.js";
import { fill, h } from "../lib/dom.js";
import { list, number as formatNumber, t } from "../lib/i18n.js";
import { bind, numberKeys } from "../lib/keys.js";
import { forgetMistake, myMistakes } from "../lib/my-mistakes.js";
import { under } from "../lib/place.js";
import { daysInARow, noteSolvedToday, today as date } from "../lib/solved-days.js";
import { render } from "../lib/render.js";
import { firstAnswers, storeAnswer, storeTrained, trainedIn } from "../lib/trained.js";
import { allGames } from "../model/games.js";
import { loadUi } from "../model/game-ui.js";
import { offered, puzzle } from "../parts/puzzle.js";
import { answered, drillsOf, nextDrill, untrained, weakKind } from "../model/training.js";
import { api, Problem } from "../net/api.js";
import { copied } from "../parts/invite.js";
import { botName, capital } from "../parts/names.js";
import { segments } from "../parts/segments.js";
import { exact } from "../parts/shares.js";

/** @typedef {import("../parts/puzzle.js").Question} Question */

/** The kind of training that uses only the player's own mistakes. */
const OWN = "own";
/** Maximum number of choices in a puzzle. */
const MOST = 6;

/** @type {Page} */
export default async function page({ query }, root) {
  /** @type {GameInfo[]} */
  const games = (await allGames()).filter(({ adapters }) => adapters.includes("puzzles"));
  const wantedGame = query.get("game") ?? "";
  const game = games.some(({ name }) => name === wantedGame) ? wantedGame : (games[0]?.name ?? "");
  const place = h("div.stack");
  let kind = query.get("kind") ?? "";
  /** @param {string} name */
  const open = async (name) => {
    history.replaceState(history.state, "", under(`/puzzles?game=${name}${kind ? `&kind=${kind}` : ""}`));
    const [ui, puzzles] = await Promise.all([loadUi(name), api.get(`/puzzles/${name}`)]);
    fill(place, ...gameOf(puzzles, ui, kind));
    kind = "";
  };
  root.append(
    h(
      "div.puzzles.stack",
      h("h1", t("puzzles.heading")),
      h("p.soft", t("puzzles.lead")),
      segments(
        t("puzzles.game"),
        games.map(({ name, short }) => [name, short]),
        game,
        (name) => void open(name),
      ),
      place,
    ),
  );
  const press = (/** @type {string} */ selector, rank = 0) =>
    /** @type {HTMLElement | undefined} */ (root.querySelectorAll(selector)[rank])?.click();
  bind({
    ...numberKeys(t("puzzles.key_choose"), (place) => press(".puzzles__now .puzzle__choice", place - 1), MOST),
    Enter: [t("puzzles.next"), () => press(".puzzles__onward:not([hidden])")],
  });
  await open(game);
  return { title: t("puzzles.heading") };
}

/**
 * @param {PuzzleList} collection
 * @param {GameUi} ui
 * @param {string} kind the kind of puzzle to train at once
 */
function gameOf(collection, ui, kind) {
  const { game } = collection;
  const stage = h("section.card.puzzles__now.list.gap-3", { "aria-live": "off" });
  const numbers = h("div.puzzles__numbers");
  /** Key of the latest requested question, so that slow earlier ones are dropped; and key of the question shown. */
  let wantedKey = "";
  let currentKey = "";

  const drawNumbers = () => {
    const solved = firstAnswers(game);
    const all = collection.puzzles.map((summary) =>
      numberButton(summary, solved[summary.number], String(summary.number) === currentKey, () => void show(summary)),
    );
    render(numbers, ...all);
  };

  /**
   * @param {string} key of the question
   * @param {string} title
   * @param {Promise<Asked>} coming
   * @param {(isRight: boolean) => Children} onAnswer returns what to show after an answer
   * @param {() => void} onward
   */
  const ask = async (key, title, coming, onAnswer, onward) => {
    wantedKey = key;
    const [about, question] = await coming;
    if (wantedKey !== key) return;
    currentKey = key;
    drawNumbers();
    const next = h("button.button.button--main.puzzles__onward", { hidden: true, onclick: onward }, t("puzzles.next"));
    const after = h("div.puzzles__after");
    const answer = (/** @type {boolean} */ isRight) => {
      fill(after, onAnswer(isRight));
      next.hidden = false;
    };
    fill(stage, h("h2", title), h("p.soft.small", about), puzzle(question, { onAnswer: answer }), after, next);
  };

  /** @param {PuzzleSummary} summary @param {boolean} isRight */
  const noteFirst = (summary, isRight) => {
    storeAnswer(game, summary.number, isRight);
    drawNumbers();
  };

  /** @param {PuzzleSummary} summary @returns {Promise<void>} */
  const show = (summary) => {
    const isToday = summary.number === collection.daily;
    const title = isToday ? t("puzzles.daily") : t("puzzles.numbered", { number: summary.number });
    const next = collection.puzzles[summary.number % collection.puzzles.length];
    const say = (/** @type {boolean} */ isRight) => {
      noteFirst(summary, isRight);
      return isToday && daily(isRight, ui.info.short);
    };
    return ask(String(summary.number), title, puzzleOf(summary, ui), say, () => next && void show(next));
  };

  /**
   * Ask one drill after another, of one kind or of all kinds.
   * @param {string} wantedKind empty for all kinds
   * @param {string} [last]
   * @returns {Promise<void>}
   */
  const train = async (wantedKind, last = "") => {
    const progress = trainedIn(game) ?? untrained();
    const mistakes = myMistakes(game);
    const drills = drillsOf(collection.puzzles, mistakes);
    const selected = drills.filter(
      (drill) => !wantedKind || (wantedKind === OWN ? drill.mistake : drill.kind === wantedKind),
    );
    const next = nextDrill(
      selected.length ? selected : drills,
      progress,
      Date.now(),
      last,
      wantedKind ? "" : weakKind(mistakes),
    );
    if (!next) return;
    const listed = collection.puzzles.find(({ number }) => number === next.number);
    /** @param {boolean} isRight */
    const say = (isRight) => {
      if (listed) noteFirst(listed, isRight);
      const after = answered(progress, next, isRight, Date.now(), drills);
      storeTrained(game, after);
      const sentence = t("puzzles.own_rating", { rating: formatNumber(Math.round(after.rating)), n: after.answers });
      announce(sentence);
      return h("p.puzzles__own", sentence);
    };
    // Evaluating a mistake's position takes time, so the previous question is removed first.
    if (!listed) fill(stage, h("p", { role: "status" }, t("common.loading")));
    const pending = listed ? puzzleOf(listed, ui) : mistakeOf(next, ui);
    try {
      await ask(next.key, t("puzzles.training"), pending, say, () => void train(wantedKind, next.key));
    } catch (error) {
      if (!next.mistake || !(error instanceof Problem) || error.status < 400 || error.status >= 500) throw error;
      forgetMistake(next.key); // for example, because its rules have changed
      await train(wantedKind, last);
    }
  };

  const today = collection.puzzles.find((summary) => summary.number === collection.daily);
  drawNumbers();
  if (kind) void train(kind);
  else if (today) void show(today);
  return [
    stage,
    training(
      [...new Set(collection.puzzles.map((summary) => summary.kind))],
      myMistakes(game).length,
      (wantedKind) => void train(wantedKind),
    ),
    h("details.card.fold", h("summary", h("h2", t("puzzles.collection"))), numbers),
  ];
}

/** @typedef {[about: string, question: Question]} Asked a question, and the text above it */

/** @param {PuzzleSummary} summary of a puzzle @param {GameUi} ui @returns {Promise<Asked>} */
async function puzzleOf({ number, kind, players, rating }, ui) {
  /** @type {PuzzleView} */
  const whole = await api.get(`/puzzles/${ui.info.name}/${number}`);
  const fooledBots = Object.keys(whole.tempted).map(botName);
  const note = t("puzzles.fooled", { n: fooledBots.length, bots: list(fooledBots) });
  const about = t("puzzles.about", { kind: t(`puzzles.kind.${kind}`), players });
  return [`${about} · ${t("puzzles.rating", { rating: formatNumber(rating) })}`, { ...whole, ui, names: [], note }];
}

/**
 * Turn a mistake from a game played on this device into a question.
 * @param {import("../model/training.js").Drill} drill
 * @param {GameUi} ui
 * @returns {Promise<Asked>}
 */
async function mistakeOf({ key: position, kind, mistake }, ui) {
  const [view, hint] = await Promise.all(["/positions", "/positions/hint"].map((path) => api.get(path, { position })));
  const choices = offered(hint.choices, mistake?.chosen ?? "", view.actions, MOST);
  const about = { kind: capital(t(`puzzles.kind.${kind}`)), cost: exact(mistake?.cost ?? 0) };
  return [t("puzzles.own_mistake", about), { ...view, seat: hint.seat, ui, names: [], choices, best: hint.best }];
}

/**
 * Make a puzzle's button, with the result of the first try.
 * @param {PuzzleSummary} summary
 * @param {"right" | "wrong" | undefined} solved
 * @param {boolean} isHere
 * @param {() => void} onclick
 */
function numberButton({ number, kind }, solved, isHere, onclick) {
  const state = t(`puzzles.${solved ?? "unsolved"}_mark`);
  const label = t("puzzles.number_told", { number, kind: t(`puzzles.kind.${kind}`), state });
  const sign = solved === "right" ? " ✓" : solved ? " ✗" : "";
  const props = { "aria-current": isHere, "aria-label": label, "data-solved": solved ?? "", onclick };
  return h("button.button.puzzles__number", props, `${number}${sign}`);
}

/**
 * Offer what to train: everything, the player's own mistakes, or one kind of decision.
 * @param {string[]} kinds
 * @param {number} mistakes number of mistakes
 * @param {(kind: string) => void} onTrain
 */
function training(kinds, mistakes, onTrain) {
  const trainer = (/** @type {string} */ kind, /** @type {string} */ label) =>
    h(`button.button${kind ? "" : ".button--main"}`, { onclick: () => onTrain(kind) }, label);
  return h(
    "section.card.stack.stack--tight",
    h("h2", t("puzzles.training")),
    h("p.soft.small", t("puzzles.training_lead")),
    h(
      "div.row",
      trainer("", t("puzzles.train_all")),
      mistakes > 0 && trainer(OWN, t("puzzles.train_own", { count: mistakes })),
      ...kinds.map((kind) => trainer(kind, t(`puzzles.kind.${kind}`))),
    ),
  );
}

/**
 * Show the streak after the daily puzzle was answered, and a line to share.
 * @param {boolean} isRight
 * @param {string} game
 */
function daily(isRight, game) {
  if (isRight) noteSolvedToday();
  const count = isRight ? daysInARow() : 0;
  const line = `Roost · ${game} · ${date()} ${isRight ? "✅" : "❌"}${count > 1 ? ` 🔥${count}` : ""}`;
  const status = h("span.small.soft", { role: "status" });
  const share = async () => {
    if ("share" in navigator) await navigator.share({ text: line }).catch(() => undefined); // the user cancelled
    else if (await copied(line)) status.textContent = t("common.copied");
  };
  return h(
    "div.row",
    count > 0 && h("strong", t("puzzles.streak", { n: count })),
    h("button.button", { onclick: () => void share() }, t("common.share")),
    h("span.puzzles__line", line),
    status,
  );
}
