// Home: unfinished games, a tile for each game, and the way to everything else.

import { fill, h } from "../lib/dom.js";
import { ago, list, t } from "../lib/i18n.js";
import { isLocal } from "../lib/place.js";
import { forget, visitedTables } from "../lib/remembered.js";
import { daysInARow } from "../lib/solved-days.js";
import { allGames } from "../model/games.js";
import { api, Problem } from "../net/api.js";
import { joinForm } from "../parts/join-form.js";
import { botName } from "../parts/names.js";

/** @typedef {import("../lib/remembered.js").VisitedTable} VisitedTable */

// Load pictures later, so that slow phones react to taps sooner.
const pictures = import("../art/pictures.js");
const painted = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
const MOST_SHOWN = 3;

/** @type {Page} */
export default async function home(_, root) {
  /** @type {GameInfo[]} */
  const games = await allGames();
  const known = visitedTables().slice(0, MOST_SHOWN);
  const join = isLocal ? null : joinForm({ isShort: true });
  const days = daysInARow();
  if (join) document.querySelector(".bar__brand")?.after(join);
  root.append(
    h(
      "div.home",
      h("header", h("h1", t("home.heading")), h("p.soft.home__lead", t("home.lead"))),
      known.length > 0 &&
        h(
          "section.home__mine",
          { "aria-labelledby": "mine-title" },
          h("h2", { id: "mine-title" }, t("home.go_on")),
          h("ul.plain-list.home__tables", ...known.map((table) => mineItem(table, games))),
        ),
      h("section.home__games", { "aria-label": t("home.games") }, ...games.map(card)),
      h(
        "a.home__puzzle",
        { href: "/puzzles" },
        h("strong", t("puzzles.daily")),
        days > 0 && h("span", t("puzzles.streak", { n: days })),
      ),
      more(games),
    ),
  );
  return { title: "", leave: () => join?.remove() };
}

/** @param {GameInfo} game */
const card = ({ name, short }) =>
  h(
    "a.game-card",
    { href: `/new/${name}`, "data-game": name },
    pictureOf("div", "game-card__picture", name),
    h("h2", short),
  );

/**
 * Make an element into which a game's picture is drawn once it is loaded.
 * @param {"div" | "span"} tag
 * @param {string} name
 * @param {string} game
 */
function pictureOf(tag, name, game) {
  const place = h(tag, { class: name, "aria-hidden": "true" });
  void Promise.all([pictures, painted]).then(
    ([{ picture }]) => place.append(picture(game)),
    () => undefined,
  );
  return place;
}

/**
 * Draw a table that this device has visited. Its state is added once the server has answered.
 * @param {VisitedTable} table
 * @param {GameInfo[]} games
 */
function mineItem(table, games) {
  const title = games.find((game) => game.name === table.game)?.short ?? table.game;
  const state = h("span.mine__state", ago(table.seen));
  const item = h(
    "li",
    h(
      "a.mine",
      { href: `/table/${table.id}` },
      pictureOf("span", "mine__picture", table.game),
      h("span.mine__text", h("strong.small", title), h("span.soft.small", table.names.length ? list(table.names) : "")),
      state,
    ),
  );
  if (isLocal) return item; // home needs no engine
  void api.get(`/tables/${table.id}`).then(
    (/** @type {Snapshot} */ { table: { status, game, seats }, you }) => {
      const isMine = status === "playing" && you?.seats.includes(game?.seat ?? -1);
      const { name = "", bot } = seats[game?.seat ?? 0] ?? {};
      const turn = isMine ? t("home.your_turn") : t("home.turn_of", { name: name || botName(bot ?? "") });
      fill(state, status === "playing" && game ? turn : t(`home.is_${status}`));
      state.classList.toggle("mine__state--yours", Boolean(isMine));
    },
    (error) => {
      if (!(error instanceof Problem) || error.status !== 404) return; // keep it: the server may be unreachable
      forget(table.id);
      item.remove();
    },
  );
  return item;
}

/** @param {GameInfo[]} games */
function more(games) {
  const [first] = games;
  const withCards = games.find((game) => game.adapters.includes("cards"));
  return h(
    "details.home__more",
    h("summary.button", t("home.more")),
    h(
      "nav.home__links",
      { "aria-label": t("home.more") },
      link("/challenge", t("challenge.link"), t("challenge.link_about")),
      link("/puzzles", t("puzzles.link"), t("puzzles.link_about")),
      link("/progress", t("progress.link"), t("progress.link_about")),
      first && link(`/rules/${first.name}`, t("home.rules"), t("home.rules_about")),
      withCards && link(`/cards/${withCards.name}`, t("home.cards"), t("home.cards_about")),
      link("/analysis", t("home.analysis"), t("home.analysis_about")),
      link("/verify", t("home.verify"), t("home.verify_about")),
      link("/dice", t("home.dice_page"), t("home.dice_about")),
    ),
  );
}

/** @param {string} href @param {string} name @param {string} about */
const link = (href, name, about) => h("a.more-link", { href }, h("strong", name), h("span", about));
