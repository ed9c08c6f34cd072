// Puzzles: one a day for each game, training without end with one's own mistakes among them, and the collection.

import { announce } from "../lib/announce.js";
import { fill, h } from "../lib/dom.js";
import { list, number as told, t } from "../lib/i18n.js";
import { bind, numberKeys } from "../lib/keys.js";
import { forgetMistake, myMistakes } from "../lib/my-mistakes.js";
import { daysInARow, solvedToday, today as date } from "../lib/solved-days.js";
import { render } from "../lib/render.js";
import { firstAnswers, keepAnswer, keepTrained, trainedIn } from "../lib/trained.js";
import { allGames } from "../model/games.js";
import { kitOf } from "../model/kit.js";
import { offered, puzzle } from "../parts/puzzle.js";
import { answered, drillsOf, nextDrill, untrained, weakKind } from "../model/training.js";
import { api, Problem } from "../net/api.js";
import { copied } from "../parts/invite.js";
import { botName, capital } from "../parts/names.js";
import { segments } from "../parts/segments.js";
import { exact } from "../parts/shares.js";

/** @typedef {import("../parts/puzzle.js").Question} Question */

/** Asked for instead of a kind of decision: only one's own mistakes. */
const OWN = "own";
/** As many choices as a puzzle offers at most. */
const MOST = 6;

/** @type {Page} */
export default async function page({ query }, root) {
  /** @type {GameInfo[]} */
  const games = (await allGames()).filter(({ faces }) => faces.includes("puzzles"));
  const asked = query.get("game") ?? "";
  const game = games.some(({ name }) => name === asked) ? asked : (games[0]?.name ?? "");
  const place = h("div.stack");
  let kind = query.get("kind") ?? "";
  /** @param {string} name */
  const open = async (name) => {
    history.replaceState(history.state, "", `/puzzles?game=${name}${kind ? `&kind=${kind}` : ""}`);
    const [kit, found] = await Promise.all([kitOf(name), api.get(`/puzzles/${name}`)]);
    fill(place, ...gameOf(found, kit, kind));
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
  const press = (/** @type {string} */ which, rank = 0) =>
    /** @type {HTMLElement | undefined} */ (root.querySelectorAll(which)[rank])?.click();
  bind({
    ...numberKeys(t("puzzles.key_choose"), (place) => press(".puzzles__now .puzzle__choice", place - 1), MOST),
    Enter: [t("puzzles.next"), () => press(".puzzles__onward:not([hidden])")],
  });
  await open(game);
  return { title: t("puzzles.heading") };
}

/**
 * @param {PuzzleList} found
 * @param {Kit} kit
 * @param {string} kind to train at once
 */
function gameOf(found, kit, kind) {
  const { game } = found;
  const stage = h("section.card.puzzles__now.list.gap-3", { "aria-live": "off" });
  const numbers = h("div.puzzles__numbers");
  /** The latest wish: somebody who taps on does not wait for the question before; and the question asked now. */
  let wanted = "";
  let current = "";

  const drawNumbers = () => {
    const solved = firstAnswers(game);
    const all = found.puzzles.map((one) =>
      numberButton(one, solved[one.number], String(one.number) === current, () => void show(one)),
    );
    render(numbers, ...all);
  };

  /**
   * @param {string} key of what is asked
   * @param {string} title
   * @param {Promise<Asked>} coming
   * @param {(isRight: boolean) => Children} onAnswer what to say then
   * @param {() => void} onward
   */
  const ask = async (key, title, coming, onAnswer, onward) => {
    wanted = key;
    const [about, question] = await coming;
    if (wanted !== key) return;
    current = key;
    drawNumbers();
    const next = h("button.button.button--main.puzzles__onward", { hidden: true, onclick: onward }, t("puzzles.next"));
    const after = h("div.puzzles__after");
    const answer = (/** @type {boolean} */ isRight) => {
      fill(after, onAnswer(isRight));
      next.hidden = false;
    };
    fill(stage, h("h2", title), h("p.soft.small", about), puzzle(question, { onAnswer: answer }), after, next);
  };

  /** @param {PuzzleSummary} one @param {boolean} isRight */
  const noteFirst = (one, isRight) => {
    keepAnswer(game, one.number, isRight);
    drawNumbers();
  };

  /** @param {PuzzleSummary} one @returns {Promise<void>} */
  const show = (one) => {
    const isToday = one.number === found.daily;
    const title = isToday ? t("puzzles.daily") : t("puzzles.numbered", { number: one.number });
    const next = found.puzzles[one.number % found.puzzles.length];
    const say = (/** @type {boolean} */ isRight) => {
      noteFirst(one, isRight);
      return isToday && daily(isRight, kit.info.short);
    };
    return ask(String(one.number), title, puzzleOf(one, kit), say, () => next && void show(next));
  };

  /**
   * One drill after another, of one kind or of all.
   * @param {string} asked
   * @param {string} [last]
   * @returns {Promise<void>}
   */
  const train = async (asked, last = "") => {
    const own = trainedIn(game) ?? untrained();
    const mistakes = myMistakes(game);
    const drills = drillsOf(found.puzzles, mistakes);
    const some = drills.filter((one) => !asked || (asked === OWN ? one.mistake : one.kind === asked));
    const next = nextDrill(some.length ? some : drills, own, Date.now(), last, asked ? "" : weakKind(mistakes));
    if (!next) return;
    const listed = found.puzzles.find(({ number }) => number === next.number);
    /** @param {boolean} isRight */
    const say = (isRight) => {
      if (listed) noteFirst(listed, isRight);
      const after = answered(own, next, isRight, Date.now(), drills);
      keepTrained(game, after);
      const sentence = t("puzzles.own_rating", { rating: told(Math.round(after.rating)), n: after.answers });
      announce(sentence);
      return h("p.puzzles__own", sentence);
    };
    // What a position is worth takes its time: nobody is to answer the question before instead.
    if (!listed) fill(stage, h("p", { role: "status" }, t("common.loading")));
    const coming = listed ? puzzleOf(listed, kit) : mistakeOf(next, kit);
    try {
      await ask(next.key, t("puzzles.training"), coming, say, () => void train(asked, next.key));
    } catch (error) {
      if (!next.mistake || !(error instanceof Problem) || error.status < 400 || error.status >= 500) throw error;
      forgetMistake(next.key); // its rules have changed since, say
      await train(asked, last);
    }
  };

  const today = found.puzzles.find((one) => one.number === found.daily);
  drawNumbers();
  if (kind) void train(kind);
  else if (today) void show(today);
  return [
    stage,
    training([...new Set(found.puzzles.map((one) => one.kind))], myMistakes(game).length, (asked) => void train(asked)),
    h("details.card.fold", h("summary", h("h2", t("puzzles.collection"))), numbers),
  ];
}

/** @typedef {[about: string, question: Question]} Asked what is said above a question, and the question */

/**
 * A puzzle of the collection.
 * @param {PuzzleSummary} one
 * @param {Kit} kit
 * @returns {Promise<Asked>}
 */
async function puzzleOf({ number, kind, players, rating }, kit) {
  /** @type {PuzzleView} */
  const whole = await api.get(`/puzzles/${kit.info.name}/${number}`);
  const fooled = Object.keys(whole.tempted).map(botName);
  const note = t("puzzles.fooled", { n: fooled.length, bots: list(fooled) });
  const about = t("puzzles.about", { kind: t(`puzzles.kind.${kind}`), players });
  return [`${about} · ${t("puzzles.rating", { rating: told(rating) })}`, { ...whole, kit, names: [], note }];
}

/**
 * A position of a game of one's own, as a question.
 * @param {import("../model/training.js").Drill} drill
 * @param {Kit} kit
 * @returns {Promise<Asked>}
 */
async function mistakeOf({ key: position, kind, mistake }, kit) {
  const [found, hint] = await Promise.all(["/positions", "/positions/hint"].map((path) => api.get(path, { position })));
  const choices = offered(hint.choices, mistake?.chosen ?? "", found.actions, MOST);
  const about = { kind: capital(t(`puzzles.kind.${kind}`)), cost: exact(mistake?.cost ?? 0) };
  return [t("puzzles.own_mistake", about), { ...found, seat: hint.seat, kit, names: [], choices, best: hint.best }];
}

/**
 * The button of a puzzle in the collection, and how it went at the first try.
 * @param {PuzzleSummary} one
 * @param {"right" | "wrong" | undefined} solved
 * @param {boolean} isHere
 * @param {() => void} onclick
 */
function numberButton({ number, kind }, solved, isHere, onclick) {
  const state = t(`puzzles.${solved ?? "unsolved"}_mark`);
  const label = t("puzzles.number_told", { number, kind: t(`puzzles.kind.${kind}`), state });
  const sign = solved === "right" ? " ✓" : solved ? " ✗" : "";
  const given = { "aria-current": isHere, "aria-label": label, "data-solved": solved ?? "", onclick };
  return h("button.button.puzzles__number", given, `${number}${sign}`);
}

/**
 * What to train: everything, one's own mistakes, or one kind of decision.
 * @param {string[]} kinds
 * @param {number} mistakes how many there are
 * @param {(asked: string) => void} onTrain
 */
function training(kinds, mistakes, onTrain) {
  const trainer = (/** @type {string} */ asked, /** @type {string} */ label) =>
    h(`button.button${asked ? "" : ".button--main"}`, { onclick: () => onTrain(asked) }, label);
  return h(
    "section.card.stack.stack--tight",
    h("h2", t("puzzles.training")),
    h("p.soft.small", t("puzzles.training_lead")),
    h(
      "div.row",
      trainer("", t("puzzles.train_all")),
      mistakes > 0 && trainer(OWN, t("puzzles.train_own", { count: mistakes })),
      ...kinds.map((one) => trainer(one, t(`puzzles.kind.${one}`))),
    ),
  );
}

/**
 * Today's puzzle was answered: the streak, and a line to share.
 * @param {boolean} isRight
 * @param {string} game
 */
function daily(isRight, game) {
  if (isRight) solvedToday();
  const count = isRight ? daysInARow() : 0;
  const line = `Roost · ${game} · ${date()} ${isRight ? "✅" : "❌"}${count > 1 ? ` 🔥${count}` : ""}`;
  const status = h("span.small.soft", { role: "status" });
  const share = async () => {
    if ("share" in navigator) await navigator.share({ text: line }).catch(() => undefined); // whoever changes their mind shares nothing
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
