// A challenge: the same dice for everybody. Take it, and see who decided best.

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
import { birdOf, face } from "../parts/portrait.js";
import { exact, signed } from "../parts/shares.js";
import { keep, keptList } from "../lib/kept.js";

/** @typedef {ChallengeView["results"][number]} Result */

/** How long to wait before results are asked for again that are still being made, in milliseconds. */
const AGAIN = 1_500;
const BOTS = ["chick", "pullet", "hen", "rooster"];

/** @type {Page} */
export default async function page({ places }, root) {
  const name = String(places.name ?? "today");
  /** @type {ChallengeView} */
  let found = await api.get(`/challenges/${encodeURIComponent(name)}`);
  const today = found.day && name === "today" ? found.day : (await api.get("/challenges/today")).day;
  const title =
    found.day === today
      ? t("challenge.today")
      : found.day
        ? t("challenge.of", { day: day(found.day) })
        : t("challenge.own");
  const results = h("div.stack");
  const mine = h("div.stack.stack--tight");
  let timer = 0;

  /** @returns {void} */
  const show = () => {
    const own = takenChallenges().find((one) => one.name === found.name);
    if (own && !own.isDone && found.results.some(({ table }) => table === own.table)) {
      noteTaken({ ...own, isDone: true });
      return show();
    }
    const done = takenChallenges().flatMap(({ day, isDone }) => (isDone && day ? [day] : []));
    const days = streak(done, today);
    fill(
      mine,
      own ? taken(own) : form(found),
      own?.isDone && shareButton(found),
      found.day && days > 0 && h("p.challenge__streak.strong.centred", t("challenge.streak", { n: days })),
    );
    fill(results, ...table(found, own?.table ?? ""));
  };
  const ask = async () => {
    if (!root.isConnected) return;
    if (found.results.every(({ reviewed }) => reviewed)) return;
    found = await api.get(`/challenges/${encodeURIComponent(found.name)}`).catch(() => found);
    show();
    timer = setTimeout(() => void ask(), AGAIN);
  };

  root.classList.add("page--narrow");
  root.append(
    h(
      "div.challenge.stack",
      h(
        "header.challenge__head.wraps.gap-3",
        h("div.challenge__picture", { "aria-hidden": "true" }, picture(found.game)),
        h(
          "div.stack.stack--tight",
          h("h1", title),
          h("p", t("challenge.what", { game: found.title, bot: botName(found.bot) })),
        ),
      ),
      mine,
      results,
      h("p.small.soft", t("challenge.fun")),
      await own(),
    ),
  );
  show();
  timer = setTimeout(() => void ask(), AGAIN);
  return { title, leave: () => clearTimeout(timer) };
}

/**
 * Whoever has not taken it yet says a name and begins.
 * @param {ChallengeView} found
 */
function form(found) {
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
      const avatar = AVATARS.find((one) => one === myAvatar()) ?? AVATARS[0];
      /** @type {NewTable} */
      const made = await api.post(`/challenges/${encodeURIComponent(found.name)}/take`, { name, avatar });
      await api.post(`/tables/${made.id}/start`);
      noteTaken({ name: found.name, table: made.id, day: found.day, isDone: false });
      rememberName(name);
      remember({ id: made.id, game: found.game, names: [name, botName(found.bot)], plays: true });
      await go(`/table/${made.id}`);
    } catch (problem) {
      fill(error, problem instanceof Problem && problem.status ? problem.detail : t("problem.offline"));
    } finally {
      button.disabled = false;
    }
  });
  return element;
}

/** @param {Taken} own */
function taken({ table, isDone }) {
  const href = isDone ? `/review/${table}/1` : `/table/${table}`;
  return h("a.button.button--main.button--wide", { href }, t(isDone ? "challenge.review" : "challenge.go_on"));
}

/**
 * Share how everybody here decided, with the link by which friends get the same dice.
 * @param {ChallengeView} found
 */
function shareButton(found) {
  const share = async () => {
    const { showShare } = await import("../parts/share.js"); // fetched when somebody asks
    const heading = found.day ? t("challenge.of", { day: day(found.day) }) : t("challenge.own");
    const rows = found.results
      .filter(({ reviewed }) => reviewed)
      .map((one) => ({
        place: placeOf(one, found.results),
        name: one.name,
        score: exact(one.mistakes ?? 0),
        bird: /** @type {SVGSVGElement} */ (birdOf({ seat: 0, bot: null, kind: "person", avatar: one.avatar })),
      }));
    const result = { game: found.game, title: found.title, heading, told: t("challenge.shared"), rows };
    showShare(result, `${originForOthers()}/challenge/${encodeURIComponent(found.name)}`, heading);
  };
  return h("button.button.button--wide", { onclick: share }, icon("share"), h("span", t("common.share")));
}

/**
 * @param {ChallengeView} found
 * @param {string} mine the table of this device
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
        ...results.map((one) => row(one, placeOf(one, results), one.table === mine)),
      ),
    ),
  ];
}

/**
 * One's place: whoever reads the same percentage shares it.
 * @param {Result} one
 * @param {Result[]} results the best first
 */
function placeOf(one, results) {
  const shown = (/** @type {Result} */ { reviewed, mistakes }) => (reviewed ? exact(mistakes ?? 0) : "");
  return 1 + results.findIndex((other) => shown(other) === shown(one));
}

/** @param {Result} one @param {number} place @param {boolean} isMine */
function row(one, place, isMine) {
  const [own = 0, others = 0] = one.scores;
  const score = t(one.shared ? "challenge.tied" : one.won ? "challenge.won" : "challenge.lost", { own, others });
  return h(
    "li.challenge__result",
    { "data-mine": isMine || null },
    h(
      "details",
      h(
        "summary",
        h("span.challenge__place", `${place}.`),
        face({ seat: 0, bot: null, kind: "person", avatar: one.avatar }),
        h("span.challenge__name.anywhere", h("b", one.name), h("span.small.soft", score)),
        h("b.challenge__mistakes.numbers", one.reviewed ? exact(one.mistakes ?? 0) : "…"),
      ),
      one.reviewed ? decided(one) : h("p.small.soft", t("challenge.waiting")),
    ),
  );
}

/**
 * How somebody decided, and what their dice did.
 * @param {Result} one
 */
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

/** A challenge of one's own: a game, a bot, and a word that nobody has used. */
async function own() {
  const games = (await allGames()).map(({ name, short }) => /** @type {const} */ ([name, short]));
  const bots = BOTS.map((one) => /** @type {const} */ ([one, botName(one)]));
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

// The challenges that were taken on this device: which table, and whether they were played to the end.

/** @typedef {{name: string, table: string, day: string | null, isDone: boolean}} Taken */

const KEY = "roost-challenges";
/** A year of days, and some others. */
const MOST = 400;

/** @returns {Taken[]} the latest first */
const takenChallenges = () => keptList(KEY).filter((one) => typeof one?.name === "string");

/**
 * Note that a challenge was taken, or played to the end. The first try counts.
 * @param {Taken} taken
 */
function noteTaken(taken) {
  const others = takenChallenges();
  const known = others.find(({ name }) => name === taken.name);
  if (known?.isDone || (known && known.table !== taken.table && !taken.isDone)) return;
  keep(KEY, [taken, ...others.filter(({ name }) => name !== taken.name)].slice(0, MOST));
}
