// Puzzles: one a day for each game, and a collection. What was solved is remembered on this device.

import { fill, h } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { allGames } from "../model/games.js";
import { kitOf } from "../model/kit.js";
import { api } from "../net/api.js";
import { botName } from "../parts/names.js";
import { puzzle } from "../parts/puzzle.js";
import { segments } from "../parts/segments.js";

/** @typedef {import("../types/messages").PuzzleList} PuzzleList */
/** @typedef {import("../types/messages").PuzzleView} Puzzle */
/** @typedef {import("../types/messages").GameInfo} GameInfo */

const KEPT = "roost-puzzles";

/** @type {import("../lib/router.js").Page} */
export default async function page({ query }, root) {
  /** @type {GameInfo[]} */
  const games = (await allGames()).filter(({ faces }) => faces.includes("puzzles"));
  const asked = query.get("game") ?? "";
  const game = games.some(({ name }) => name === asked) ? asked : (games[0]?.name ?? "");
  const place = h("div", { class: "stack" });
  /** @param {string} name */
  const open = async (name) => {
    history.replaceState(history.state, "", `/puzzles?game=${name}`);
    const [kit, found] = await Promise.all([kitOf(name), api.get(`/puzzles/${name}`)]);
    fill(place, ...gameOf(found, kit));
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
  await open(game);
  return { title: t("puzzles.heading") };
}

/**
 * @param {PuzzleList} found
 * @param {import("../model/kit.js").Kit} kit
 */
function gameOf(found, kit) {
  const stage = h("section", { class: "card puzzles__now", "aria-live": "off" });
  const buttons = new Map(
    found.puzzles.map((one) => [
      one.number,
      h("button", { type: "button", class: "button puzzles__number", onclick: () => show(one) }),
    ]),
  );

  /** @param {Puzzle} one */
  const mark = (one) => {
    const button = buttons.get(one.number);
    if (!button) return;
    const solved = known(found.game)[one.number];
    button.dataset["solved"] = solved ?? "";
    button.textContent = `${one.number}${solved ? (solved === "right" ? " ✓" : " ✗") : ""}`;
    const state = t(`puzzles.${solved ?? "unsolved"}_mark`);
    button.setAttribute(
      "aria-label",
      t("puzzles.number_told", { number: one.number, kind: t(`puzzles.kind.${one.kind}`), state }),
    );
  };

  /** @param {Puzzle} one */
  const show = (one) => {
    for (const [number, button] of buttons) button.toggleAttribute("aria-current", number === one.number);
    const isToday = one.number === found.daily;
    const fooled = Object.keys(one.tempted).map(botName);
    const next = found.puzzles[one.number % found.puzzles.length];
    const onward = h(
      "button",
      { type: "button", class: "button button--main", hidden: true, onclick: () => next && show(next) },
      t("puzzles.next"),
    );
    const question = { ...one, kit, names: [], note: t("puzzles.fooled", { n: fooled.length, bots: list(fooled) }) };
    fill(
      stage,
      h("h2", null, isToday ? t("puzzles.daily") : t("puzzles.numbered", { number: one.number })),
      h(
        "p",
        { class: "soft small" },
        t("puzzles.about", { kind: t(`puzzles.kind.${one.kind}`), players: one.players }),
      ),
      puzzle(question, {
        onAnswer: (isRight) => {
          remember(found.game, one.number, isRight);
          mark(one);
          onward.hidden = false;
        },
      }),
      onward,
    );
  };

  found.puzzles.forEach(mark);
  const today = found.puzzles.find((one) => one.number === found.daily);
  if (today) show(today);
  return [
    stage,
    h(
      "section",
      { class: "card stack stack--tight" },
      h("h2", null, t("puzzles.collection")),
      h("div", { class: "puzzles__numbers" }, ...buttons.values()),
    ),
  ];
}

/**
 * How the puzzles of a game went, by number.
 * @param {string} game
 * @returns {Record<number, "right" | "wrong">}
 */
function known(game) {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}")[game] ?? {};
  } catch {
    return {};
  }
}

/**
 * The first answer counts.
 * @param {string} game
 * @param {number} number
 * @param {boolean} isRight
 */
function remember(game, number, isRight) {
  if (known(game)[number]) return;
  try {
    const all = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    all[game] = { ...all[game], [number]: isRight ? "right" : "wrong" };
    localStorage.setItem(KEPT, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing solves the same puzzles again.
  }
}
