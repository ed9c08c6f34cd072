// Puzzles: one a day for each game, training without end, and the collection.

import { announce } from "../lib/announce.js";
import { fill, h } from "../lib/dom.js";
import { list, number as told, t } from "../lib/i18n.js";
import { bind } from "../lib/keys.js";
import { daysInARow, solvedToday, today as date } from "../lib/solved-days.js";
import { firstAnswers, keepAnswer, keepTrained, trainedIn } from "../lib/trained.js";
import { allGames } from "../model/games.js";
import { kitOf } from "../model/kit.js";
import { answered, nextPuzzle, untrained } from "../model/training.js";
import { api } from "../net/api.js";
import { copied } from "../parts/invite.js";
import { botName } from "../parts/names.js";
import { puzzle } from "../parts/puzzle.js";
import { segments } from "../parts/segments.js";

/** @typedef {import("../types/messages").PuzzleList} PuzzleList */
/** @typedef {import("../types/messages").PuzzleSummary} Summary */
/** @typedef {import("../types/messages").PuzzleView} Puzzle */
/** @typedef {import("../types/messages").GameInfo} GameInfo */

/** As many choices as a puzzle offers at most. */
const KEYS = ["1", "2", "3", "4", "5", "6"];

/** @type {import("../lib/router.js").Page} */
export default async function page({ query }, root) {
  /** @type {GameInfo[]} */
  const games = (await allGames()).filter(({ faces }) => faces.includes("puzzles"));
  const asked = query.get("game") ?? "";
  const game = games.some(({ name }) => name === asked) ? asked : (games[0]?.name ?? "");
  const place = h("div", { class: "stack" });
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
      "div",
      { class: "puzzles stack" },
      h("h1", null, t("puzzles.heading")),
      h("p", { class: "soft" }, t("puzzles.lead")),
      segments(
        t("puzzles.game"),
        games.map(({ name, short }) => [name, short]),
        game,
        (name) => void open(name),
      ),
      place,
    ),
  );
  bind({
    ...Object.fromEntries(
      KEYS.map((key, rank) => [key, [t("puzzles.key_choose"), () => choiceButton(root, rank)?.click()]]),
    ),
    Enter: [t("puzzles.next"), () => onwardButton(root)?.click()],
  });
  await open(game);
  return { title: t("puzzles.heading") };
}

/**
 * @param {HTMLElement} root
 * @param {number} rank
 */
const choiceButton = (root, rank) =>
  /** @type {HTMLElement | undefined} */ (root.querySelectorAll(".puzzles__now .puzzle__choice")[rank]);

/** @param {HTMLElement} root */
const onwardButton = (root) => /** @type {HTMLElement | null} */ (root.querySelector(".puzzles__onward:not([hidden])"));

/**
 * @param {PuzzleList} found
 * @param {import("../model/kit.js").Kit} kit
 * @param {string} kind to train at once
 */
function gameOf(found, kit, kind) {
  const { game } = found;
  const stage = h("section", { class: "card puzzles__now", "aria-live": "off" });
  const buttons = new Map(
    found.puzzles.map((one) => [
      one.number,
      h("button", { type: "button", class: "button puzzles__number", onclick: () => void show(one) }),
    ]),
  );
  /** What is wanted last: whoever taps on does not wait for the puzzle before. */
  let wanted = 0;

  /** @param {Summary} one */
  const mark = (one) => {
    const button = buttons.get(one.number);
    if (!button) return;
    const solved = firstAnswers(game)[one.number];
    button.dataset["solved"] = solved ?? "";
    button.textContent = `${one.number}${solved ? (solved === "right" ? " ✓" : " ✗") : ""}`;
    const state = t(`puzzles.${solved ?? "unsolved"}_mark`);
    button.setAttribute(
      "aria-label",
      t("puzzles.number_told", { number: one.number, kind: t(`puzzles.kind.${one.kind}`), state }),
    );
  };

  /**
   * @param {Summary} one
   * @param {string} title
   * @param {(isRight: boolean) => import("../lib/dom.js").Children} onAnswer what to say then
   * @param {() => void} onward
   */
  const ask = async (one, title, onAnswer, onward) => {
    wanted = one.number;
    /** @type {Puzzle} */
    const whole = await api.get(`/puzzles/${game}/${one.number}`);
    if (wanted !== one.number) return;
    for (const [number, button] of buttons) button.toggleAttribute("aria-current", number === one.number);
    const fooled = Object.keys(whole.tempted).map(botName);
    const note = t("puzzles.fooled", { n: fooled.length, bots: list(fooled) });
    const next = h(
      "button",
      { type: "button", class: "button button--main puzzles__onward", hidden: true, onclick: onward },
      t("puzzles.next"),
    );
    const after = h("div", { class: "puzzles__after" });
    fill(
      stage,
      h("h2", null, title),
      h(
        "p",
        { class: "soft small" },
        t("puzzles.about", { kind: t(`puzzles.kind.${one.kind}`), players: one.players }),
        " · ",
        t("puzzles.rating", { rating: told(one.rating) }),
      ),
      puzzle(
        { ...whole, kit, names: [], note },
        {
          onAnswer: (isRight) => {
            keepAnswer(game, one.number, isRight);
            mark(one);
            fill(after, onAnswer(isRight));
            next.hidden = false;
          },
        },
      ),
      after,
      next,
    );
  };

  /**
   * @param {Summary} one
   * @returns {Promise<void>}
   */
  const show = (one) => {
    const isToday = one.number === found.daily;
    const title = isToday ? t("puzzles.daily") : t("puzzles.numbered", { number: one.number });
    const next = found.puzzles[one.number % found.puzzles.length];
    return ask(
      one,
      title,
      (isRight) => isToday && daily(isRight, kit.info.short),
      () => next && void show(next),
    );
  };

  /**
   * One puzzle after another, of one kind or of all.
   * @param {string} asked
   * @param {number} [last]
   */
  const train = (asked, last = 0) => {
    const own = trainedIn(game) ?? untrained();
    const some = found.puzzles.filter((one) => !asked || one.kind === asked);
    const next = nextPuzzle(some.length ? some : found.puzzles, own, Date.now(), last);
    if (!next) return;
    void ask(
      next,
      t("puzzles.training"),
      (isRight) => {
        const after = answered(own, next, isRight, Date.now());
        keepTrained(game, after);
        const sentence = t("puzzles.own_rating", { rating: told(Math.round(after.rating)), n: after.answers });
        announce(sentence);
        return h("p", { class: "puzzles__own" }, sentence);
      },
      () => train(asked, next.number),
    );
  };

  found.puzzles.forEach(mark);
  const kinds = [...new Set(found.puzzles.map((one) => one.kind))];
  const today = found.puzzles.find((one) => one.number === found.daily);
  if (kind) train(kind);
  else if (today) void show(today);
  return [
    stage,
    h(
      "section",
      { class: "card stack stack--tight" },
      h("h2", null, t("puzzles.training")),
      h("p", { class: "soft small" }, t("puzzles.training_lead")),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "button button--main", onclick: () => train("") }, t("puzzles.train_all")),
        ...kinds.map((one) =>
          h("button", { type: "button", class: "button", onclick: () => train(one) }, t(`puzzles.kind.${one}`)),
        ),
      ),
    ),
    h(
      "details",
      { class: "card fold" },
      h("summary", null, h("h2", null, t("puzzles.collection"))),
      h("div", { class: "puzzles__numbers" }, ...buttons.values()),
    ),
  ];
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
  const status = h("span", { role: "status", class: "small soft" });
  const share = async () => {
    if ("share" in navigator) await navigator.share({ text: line }).catch(() => undefined); // whoever changes their mind shares nothing
    else if (await copied(line)) status.textContent = t("common.copied");
  };
  return h(
    "div",
    { class: "row" },
    count > 0 && h("strong", null, t("puzzles.streak", { n: count })),
    h("button", { type: "button", class: "button", onclick: () => void share() }, t("common.share")),
    h("span", { class: "puzzles__line" }, line),
    status,
  );
}
