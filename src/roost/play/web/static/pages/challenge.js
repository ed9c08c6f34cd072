// A challenge: all players have the same dice, and the best decisions win.

import { picture } from "../art/pictures.js";
import { AVATARS } from "../art/avatars.js";
import { fill, h } from "../lib/dom.js";
import { day, t } from "../lib/i18n.js";
import { myAvatar, myName, remember, rememberName } from "../lib/remembered.js";
import { go } from "../lib/router.js";
import { allGames } from "../model/games.js";
import { streak } from "../model/streak.js";
import { api, Problem, randomHex } from "../net/api.js";
import { field, select } from "../parts/fields.js";
import { icon } from "../parts/icons.js";
import { originForOthers } from "../parts/invite.js";
import { botName } from "../parts/names.js";
import { createTable } from "../parts/new-table.js";
import { birdOf, face } from "../parts/portrait.js";
import { exact, signed } from "../parts/shares.js";
import { store, storedList } from "../lib/storage.js";

/** @typedef {ChallengeView["results"][number]} Result */

/** Pause between requests for results while reviews are being made, in milliseconds. */
const AGAIN = 1_500;
const BOTS = ["chick", "pullet", "hen", "rooster"];

/** @type {Page} */
export default async function page({ places }, root) {
  const name = String(places.name ?? "today");
  /** @type {ChallengeView} */
  let challenge = await api.get(`/challenges/${encodeURIComponent(name)}`);
  const today = challenge.day && name === "today" ? challenge.day : (await api.get("/challenges/today")).day;
  const title =
    challenge.day === today
      ? t("challenge.today")
      : challenge.day
        ? t("challenge.of", { day: day(challenge.day) })
        : t("challenge.own");
  const results = h("div.stack");
  const mine = h("div.stack.stack--tight");
  let timer = 0;

  /** @returns {void} */
  const show = () => {
    const attempt = takenChallenges().find((entry) => entry.name === challenge.name);
    if (attempt && !attempt.isDone && challenge.results.some(({ table }) => table === attempt.table)) {
      noteTaken({ ...attempt, isDone: true });
      return show();
    }
    const done = takenChallenges().flatMap(({ day, isDone }) => (isDone && day ? [day] : []));
    const days = streak(done, today);
    fill(
      mine,
      attempt ? continueLink(attempt) : form(challenge),
      attempt?.isDone && shareButton(challenge),
      challenge.day && days > 0 && h("p.challenge__streak.strong.centred", t("challenge.streak", { n: days })),
    );
    fill(results, ...table(challenge, attempt?.table ?? ""));
  };
  const ask = async () => {
    if (!root.isConnected) return;
    if (challenge.results.every(({ reviewed }) => reviewed)) return;
    challenge = await api.get(`/challenges/${encodeURIComponent(challenge.name)}`).catch(() => challenge);
    show();
    timer = setTimeout(() => void ask(), AGAIN);
  };

  root.classList.add("page--narrow");
  root.append(
    h(
      "div.challenge.stack",
      h(
        "header.challenge__head.wraps.gap-3",
        h("div.challenge__picture", { "aria-hidden": "true" }, picture(challenge.game)),
        h(
          "div.stack.stack--tight",
          h("h1", title),
          h("p", t("challenge.what", { game: challenge.title, bot: botName(challenge.bot) })),
        ),
      ),
      mine,
      results,
      h("p.small.soft", t("challenge.fun")),
      await newChallenge(),
    ),
  );
  show();
  timer = setTimeout(() => void ask(), AGAIN);
  return { title, leave: () => clearTimeout(timer) };
}

/** @param {ChallengeView} challenge that this device has not taken yet */
function form(challenge) {
  const error = h("p.field__error", { id: "challenge-error", role: "alert" });
  const input = h("input.input", {
    id: "challenge-name",
    value: myName(),
    maxlength: "20",
    required: true,
    autocomplete: "nickname",
    "aria-describedby": "challenge-error",
  });
  const button = h("button.button.button--main.button--wide", { type: "submit" }, t("challenge.take"));
  const element = h(
    "form.card.stack.stack--tight",
    { novalidate: true },
    h("label.field__name", { for: input.id }, t("join.name")),
    input,
    error,
    button,
  );
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (!name) {
      fill(error, t("join.name_wanted"));
      return input.focus();
    }
    button.disabled = true;
    try {
      const avatar = AVATARS.find((bird) => bird === myAvatar()) ?? AVATARS[0];
      const path = `/challenges/${encodeURIComponent(challenge.name)}/take`;
      const newTable = await createTable(path, { name, avatar });
      await api.post(`/tables/${newTable.id}/start`);
      noteTaken({ name: challenge.name, table: newTable.id, day: challenge.day, isDone: false });
      rememberName(name);
      remember({ id: newTable.id, game: challenge.game, names: [name, botName(challenge.bot)], plays: true });
      await go(`/table/${newTable.id}`);
    } catch (problem) {
      fill(error, problem instanceof Problem && problem.status ? problem.detail : t("problem.offline"));
    } finally {
      button.disabled = false;
    }
  });
  return element;
}

/** @param {Taken} own */
function continueLink({ table, isDone }) {
  const href = isDone ? `/review/${table}/1` : `/table/${table}`;
  return h("a.button.button--main.button--wide", { href }, t(isDone ? "challenge.review" : "challenge.go_on"));
}

/**
 * Share the results, with a link by which friends get the same dice.
 * @param {ChallengeView} challenge
 */
function shareButton(challenge) {
  const share = async () => {
    const { showShare } = await import("../parts/share.js"); // loaded on demand
    const heading = challenge.day ? t("challenge.of", { day: day(challenge.day) }) : t("challenge.own");
    const rows = challenge.results
      .filter(({ reviewed }) => reviewed)
      .map((result) => ({
        place: placeOf(result, challenge.results),
        name: result.name,
        score: exact(result.mistakes ?? 0),
        bird: /** @type {SVGSVGElement} */ (birdOf({ seat: 0, bot: null, kind: "person", avatar: result.avatar })),
      }));
    const result = { game: challenge.game, title: challenge.title, heading, detail: t("challenge.shared"), rows };
    showShare(result, `${originForOthers()}/challenge/${encodeURIComponent(challenge.name)}`, heading);
  };
  return h("button.button.button--wide", { onclick: share }, icon("share"), h("span", t("common.share")));
}

/**
 * @param {ChallengeView} challenge
 * @param {string} mine the table at which this device played
 */
function table({ results }, mine) {
  if (!results.length) return [h("p.soft", t("challenge.nobody"))];
  return [
    h(
      "section.card.stack.stack--tight",
      { "aria-labelledby": "challenge-results" },
      h("h2", { id: "challenge-results" }, t("challenge.results")),
      h("p.small.soft", t("challenge.explained")),
      h(
        "ol.plain-list.challenge__results",
        ...results.map((result) => row(result, placeOf(result, results), result.table === mine)),
      ),
    ),
  ];
}

/**
 * Return a player's place; players with equal percentages share a place.
 * @param {Result} result
 * @param {Result[]} results best first
 */
function placeOf(result, results) {
  const percentage = (/** @type {Result} */ { reviewed, mistakes }) => (reviewed ? exact(mistakes ?? 0) : "");
  return 1 + results.findIndex((other) => percentage(other) === percentage(result));
}

/** @param {Result} result @param {number} place @param {boolean} isMine */
function row(result, place, isMine) {
  const [ownScore = 0, othersScore = 0] = result.scores;
  const score = t(result.shared ? "challenge.tied" : result.won ? "challenge.won" : "challenge.lost", {
    own: ownScore,
    others: othersScore,
  });
  return h(
    "li.challenge__result",
    { "data-mine": isMine || null },
    h(
      "details",
      h(
        "summary",
        h("span.challenge__place", `${place}.`),
        face({ seat: 0, bot: null, kind: "person", avatar: result.avatar }),
        h("span.challenge__name.anywhere", h("b", result.name), h("span.small.soft", score)),
        h("b.challenge__mistakes.numbers", result.reviewed ? exact(result.mistakes ?? 0) : "…"),
      ),
      result.reviewed ? decided(result) : h("p.small.soft", t("challenge.waiting")),
    ),
  );
}

/** @param {Result} result whose decisions and luck are shown */
function decided({ table, luck = 0, without_luck = 0, decisions = 0, costliest = [] }) {
  return h(
    "div.stack.stack--tight.small",
    h("p", t("challenge.account", { luck: signed(luck), rest: exact(without_luck), n: decisions })),
    costliest.length
      ? h(
          "ul",
          ...costliest.map(({ turn, chosen, best, cost }) =>
            h("li", t("challenge.mistake", { turn, chosen, best, cost: exact(cost) })),
          ),
        )
      : h("p", t("challenge.flawless")),
    h("p", h("a", { href: `/review/${table}/1` }, t("review.link"))),
  );
}

/** Draw a form for a new challenge: a game, a bot, and a random name. */
async function newChallenge() {
  const games = (await allGames()).map(({ name, short }) => /** @type {const} */ ([name, short]));
  const bots = BOTS.map((bot) => /** @type {const} */ ([bot, botName(bot)]));
  const [game, bot] = [select(games, { id: "own-game" }), select(bots, { id: "own-bot", value: "hen" })];
  const make = () => void go(`/challenge/${game.value}-${bot.value}-${randomHex().slice(0, 8)}`);
  return h(
    "details.card.fold",
    h("summary", h("h2", t("challenge.make"))),
    h(
      "div.stack",
      h("p.field__hint", t("challenge.make_hint")),
      field(t("puzzles.game"), game),
      field(t("challenge.against"), bot),
      h("button.button", { onclick: make }, t("challenge.make_go")),
    ),
  );
}

// The challenges taken on this device, with their tables, and whether they were finished.

/** @typedef {{name: string, table: string, day: string | null, isDone: boolean}} Taken */

const KEY = "roost-challenges";
/** Maximum number of stored challenges: a year of daily challenges, and some others. */
const MOST = 400;

/** @returns {Taken[]} latest first */
const takenChallenges = () => storedList(KEY).filter((entry) => typeof entry?.name === "string");

/**
 * Store that a challenge was taken or finished. Only the first attempt counts.
 * @param {Taken} taken
 */
function noteTaken(taken) {
  const all = takenChallenges();
  const known = all.find(({ name }) => name === taken.name);
  if (known?.isDone || (known && known.table !== taken.table && !taken.isDone)) return;
  store(KEY, [taken, ...all.filter(({ name }) => name !== taken.name)].slice(0, MOST));
}
