// Puzzles: the four of the day on one screen, then endless training, also with the player's own mistakes.

import { LETTERS } from "../art/seats.js";
import { announce } from "../lib/announce.js";
import { fill, h } from "../lib/dom.js";
import { list, number as formatNumber, t } from "../lib/i18n.js";
import { bind, numberKeys } from "../lib/keys.js";
import { forgetMistake, myMistakes } from "../lib/my-mistakes.js";
import { under } from "../lib/place.js";
import { dailyResults, daysInARow, noteDaily, today as date } from "../lib/solved-days.js";
import { render } from "../lib/render.js";
import { storeTrained, trainedIn } from "../lib/trained.js";
import { allGames } from "../model/games.js";
import { loadUi } from "../model/game-ui.js";
import { offered, puzzle } from "../parts/puzzle.js";
import { answered, drillsOf, nextDrill, untrained, weakKind } from "../model/training.js";
import { api, Problem } from "../net/api.js";
import { copied, originForOthers } from "../parts/invite.js";
import { icon } from "../parts/icons.js";
import { botName, capital } from "../parts/names.js";
import { exact } from "../parts/shares.js";

/** @typedef {import("../parts/puzzle.js").Question} Question */

/** The kind of training that uses only the player's own mistakes. */
const OWN = "own";
/** Maximum number of choices in a puzzle. */
const MOST = 6;
/** Squares of today's results: not answered, wrong, right. */
const SQUARES = ["⬜", "🟥", "🟩"];
const LEAST_SCALE = 0.35;
const DAY = 86_400_000;

/** @type {Page} */
export default async function page({ query }, root) {
  /** @type {GameInfo[]} */
  const games = (await allGames()).filter(({ adapters }) => adapters.includes("puzzles"));
  const wantedGame = query.get("game") ?? "";
  const game = games.some(({ name }) => name === wantedGame) ? wantedGame : (games[0]?.name ?? "");
  const place = h("div.stack");
  const day = h("nav.puzzles__day", { "aria-label": t("puzzles.daily") });
  let kind = query.get("kind") ?? "";
  /** @param {string} current */
  const drawDay = (current) => {
    const results = dailyResults();
    render(
      day,
      ...games.map(({ name, short }) =>
        h(
          "button.puzzles__square",
          {
            "aria-current": name === current,
            "data-solved": String(results[name] ?? ""),
            onclick: () => void open(name),
          },
          short,
        ),
      ),
    );
  };
  /** @param {string} name */
  const open = async (name) => {
    history.replaceState(history.state, "", under(`/puzzles?game=${name}${kind ? `&kind=${kind}` : ""}`));
    const [ui, puzzles] = await Promise.all([loadUi(name), api.get(`/puzzles/${name}`)]);
    const onDaily = (/** @type {boolean} */ isRight) => {
      noteDaily(name, isRight);
      drawDay(name);
      return todaysResult(games);
    };
    const onNext = () => games.map((other) => other.name).find((other) => dailyResults()[other] === undefined);
    drawDay(name);
    fill(place, ...gameOf(puzzles, ui, kind, { onDaily, onNext, open: (other) => void open(other) }));
    scrollTo(0, 0);
    kind = "";
  };
  root.append(h("div.puzzles.stack", h("h1.unseen", t("puzzles.heading")), day, place));
  const press = (/** @type {string} */ selector, rank = 0) =>
    /** @type {HTMLElement | undefined} */ (root.querySelectorAll(selector)[rank])?.click();
  bind({
    ...numberKeys(t("puzzles.key_choose"), (place) => press(".puzzles__now .puzzle__choice", place - 1), MOST),
    Enter: [t("puzzles.next"), () => press(".puzzles__onward:not([hidden])")],
  });
  await open(game);
  const resized = () => fit(root);
  addEventListener("resize", resized);
  return { title: t("puzzles.heading"), leave: () => removeEventListener("resize", resized) };
}

/**
 * Scale the board down so that the question with all its choices is visible without scrolling.
 * @param {HTMLElement} root of the page
 */
function fit(root) {
  const [stage, board] = [root.querySelector(".puzzles__now"), root.querySelector(".stage")];
  if (!stage || !(board instanceof HTMLElement) || root.querySelector(".puzzle__verdict")) return;
  board.style.cssText = "";
  const { width, height } = board.getBoundingClientRect();
  const over = stage.getBoundingClientRect().bottom + scrollY - document.documentElement.clientHeight;
  if (over <= 0) return;
  board.style.width = `${width}px`;
  board.style.setProperty("zoom", String(Math.max(LEAST_SCALE, 1 - over / height)));
}

/**
 * @typedef {object} Day
 * @property {(isRight: boolean) => Children} onDaily stores today's result, and returns what to show
 * @property {() => string | undefined} onNext returns the next game whose puzzle of the day is not answered
 * @property {(game: string) => void} open
 */

/**
 * @param {PuzzleList} collection
 * @param {GameUi} ui
 * @param {string} kind the kind of puzzle to train at once
 * @param {Day} day
 */
function gameOf(collection, ui, kind, { onDaily, onNext, open }) {
  const { game } = collection;
  const stage = h("section.card.puzzles__now.list.gap-3", { "aria-live": "off" });
  /** Key of the latest requested question, so that slow earlier ones are dropped. */
  let wantedKey = "";

  /**
   * @param {string} key of the question
   * @param {string} title
   * @param {Promise<Asked>} coming
   * @param {(isRight: boolean) => Children} onAnswer returns what to show after an answer
   * @param {() => void} onward
   */
  const ask = async (key, title, coming, onAnswer, onward) => {
    wantedKey = key;
    const [note, question] = await coming;
    if (wantedKey !== key) return;
    const next = h("button.button.button--main.puzzles__onward", { hidden: true, onclick: onward }, t("puzzles.next"));
    const after = h("div.puzzles__after");
    const answer = (/** @type {boolean} */ isRight) => {
      fill(after, onAnswer(isRight), h("p.soft.small", note));
      next.hidden = false;
    };
    fill(stage, h("h2.puzzles__title.small.soft", title), puzzle(question, { onAnswer: answer }), after, next);
    fit(/** @type {HTMLElement} */ (stage.closest(".page")));
  };

  /** @param {PuzzleSummary} summary @returns {Promise<void>} */
  const showDaily = (summary) => {
    const onward = () => {
      const other = onNext();
      if (other) open(other);
      else void train("");
    };
    return ask(t("puzzles.daily"), t("puzzles.daily"), puzzleOf(summary, ui), onDaily, onward);
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
  if (kind) void train(kind);
  else if (today) void showDaily(today);
  return [
    stage,
    training(
      [...new Set(collection.puzzles.map((summary) => summary.kind))],
      myMistakes(game).length,
      (wantedKind) => void train(wantedKind),
    ),
  ];
}

/** @typedef {[note: string, question: Question]} Asked a question, and a text for after the answer */

/** @param {PuzzleSummary} summary of a puzzle @param {GameUi} ui @returns {Promise<Asked>} */
async function puzzleOf({ number, kind, players, rating }, ui) {
  /** @type {PuzzleView} */
  const whole = await api.get(`/puzzles/${ui.info.name}/${number}`);
  const fooledBots = Object.keys(whole.tempted).map(botName);
  const note = t("puzzles.fooled", { n: fooledBots.length, bots: list(fooledBots) });
  const about = t("puzzles.about", { kind: t(`puzzles.kind.${kind}`), players });
  return [
    `${about} · ${t("puzzles.rating", { rating: formatNumber(rating) })}`,
    { ...whole, ui, names: colours(), note },
  ];
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
  return [
    t("puzzles.own_mistake", about),
    { ...view, seat: hint.seat, ui, names: colours(), choices, best: hint.best },
  ];
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

/** Return the names of the seats: their colours. */
const colours = () => Array.from(LETTERS, (_, seat) => t(`board.colour.${seat}`));

/**
 * Show today's results as coloured squares to share, the streak, and the time until the next puzzles.
 * @param {GameInfo[]} games
 */
function todaysResult(games) {
  const results = dailyResults();
  const count = daysInARow();
  const squares = games.map(({ name }) => SQUARES[name in results ? 1 + Number(results[name]) : 0]).join("");
  const line = `Roost · ${date()} ${squares}${count > 1 ? ` 🔥${count}` : ""}`;
  const link = `${originForOthers()}/puzzles`;
  const status = h("span.small.soft", { role: "status" });
  const share = async () => {
    if ("share" in navigator) await navigator.share({ text: line, url: link }).catch(() => undefined); // the user cancelled
    else if (await copied(`${line} ${link}`)) status.textContent = t("common.copied");
  };
  const minutes = Math.ceil((DAY - (Date.now() % DAY)) / 60_000);
  const time = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  return h(
    "div.stack.stack--tight",
    h(
      "div.row",
      h("b.puzzles__line", line),
      h("button.button", { onclick: () => void share() }, icon("share"), t("common.share")),
      status,
    ),
    h(
      "p.small",
      [count > 0 && t("puzzles.streak", { n: count }), t("puzzles.countdown", { time })].filter(Boolean).join(" · "),
    ),
  );
}
