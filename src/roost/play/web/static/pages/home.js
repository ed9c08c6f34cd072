// Home: a tile for each game, which opens the ways to play it.

import { fill, h } from "../lib/dom.js";
import { ago, list, t } from "../lib/i18n.js";
import { isLocal } from "../lib/place.js";
import { forget, myName, visitedTables } from "../lib/remembered.js";
import { daysInARow } from "../lib/solved-days.js";
import { allGames } from "../model/games.js";
import { api, Problem } from "../net/api.js";
import { icon } from "../parts/icons.js";
import { joinForm } from "../parts/join-form.js";
import { botName } from "../parts/names.js";

/** @typedef {import("../lib/remembered.js").VisitedTable} VisitedTable */

// Load pictures, and the code that makes tables, later, so that slow phones react to taps sooner.
const pictures = import("../art/pictures.js");
const painted = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
const tables = import("../parts/tables.js");
const MOST_SHOWN = 3;

/** @type {Page} */
export default async function home(_, root) {
  /** @type {GameInfo[]} */
  const games = await allGames();
  const known = visitedTables().slice(0, MOST_SHOWN);
  const problem = h("p.notice.notice--bad", { role: "alert", hidden: true });
  const join = isLocal ? null : joinForm({ isShort: true });
  const days = daysInARow();
  if (join) document.querySelector(".bar__brand")?.after(join);
  root.append(
    h(
      "div.home",
      h("header", h("h1", t("home.heading")), h("p.soft.home__lead", t("home.lead"))),
      problem,
      known.length > 0 &&
        h(
          "section.home__mine",
          { "aria-labelledby": "mine-title" },
          h("h2", { id: "mine-title" }, t("home.go_on")),
          h("ul.plain-list.home__tables", ...known.map((table) => mineItem(table, games))),
        ),
      h("section.home__games", { "aria-label": t("home.games") }, ...games.map((game) => card(game, problem))),
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

/**
 * Draw a game's tile, with its picture and the ways to play it. At most one tile is open.
 * @param {GameInfo} game
 * @param {HTMLElement} problem notice for a table that cannot be made
 */
function card(game, problem) {
  const titleId = `game-${game.name}`;
  const play = h(
    "button.button.button--main.button--wide",
    { "aria-describedby": titleId },
    icon("robot"),
    t("home.play_bot"),
  );
  play.addEventListener("click", async () => {
    play.disabled = true;
    try {
      const { makeTable } = await tables;
      const seats = [
        { kind: "here", name: myName() },
        { kind: "bot", bot: game.bot },
      ]; // the bot that the game suggests
      await makeTable({ game: game.name, seats: /** @type {TableSpec["seats"]} */ (seats) });
    } catch (error) {
      fill(problem, error instanceof Problem && error.status ? error.detail : t("problem.offline"));
      problem.hidden = false;
      problem.scrollIntoView({ block: "nearest" });
    } finally {
      play.disabled = false;
    }
  });
  const tile = h(
    "details.game-card",
    { name: "game", "data-game": game.name, open: history.state?.tile === game.name },
    h(
      "summary.game-card__tile",
      pictureOf("div", "game-card__picture", game.name),
      h("h2", { id: titleId }, game.short),
    ),
    h(
      "div.game-card__ways",
      h(
        "p.game-card__facts",
        h("span.chip", t("home.players", { least: game.min_players, most: game.max_players })),
        h("span.chip", t("home.dice", { n: game.dice })),
      ),
      game.about && h("p.game-card__about.soft", game.about),
      play,
      h(
        "div.game-card__others",
        !isLocal && h("a.button", { href: `/new/${game.name}?with=friends` }, icon("people"), t("home.invite")),
        h("a.button", { href: `/new/${game.name}?with=device` }, icon("phone"), t("home.pass")),
        h("a.button", { href: `/learn/${game.name}` }, icon("question"), t("home.learn")),
      ),
    ),
  );
  tile.addEventListener("toggle", () => {
    if (!tile.open || history.state?.tile === game.name) return;
    history.replaceState({ ...history.state, tile: game.name }, ""); // the tile is still open on return
    tile.scrollIntoView({ block: "nearest" });
  });
  return tile;
}

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
