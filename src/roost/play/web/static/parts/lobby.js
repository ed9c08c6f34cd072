// Shown before the game: the seats, the players who may still join, and the host's actions.

import { bird } from "../art/birds.js";
import { badge } from "../art/seats.js";
import { h } from "../lib/dom.js";
import { render } from "../lib/render.js";
import { list as listed, t } from "../lib/i18n.js";
import { isLocal } from "../lib/place.js";
import { askName, birdName } from "./avatar-choice.js";
import { openDialog } from "./dialog.js";
import { icon } from "./icons.js";
import { invite } from "./invite.js";
import { botName, capital, isFree, seatName } from "./names.js";
import { birdOf } from "./portrait.js";
import { sound } from "./sound.js";
import { kindOf } from "./standings.js";

/** @type {import("../art/birds.js").Bird[]} bots for every game, from the weakest to the strongest */
const BOTS = ["chick", "pullet", "hen", "rooster"];

/**
 * @typedef {object} Hosting
 * @property {(seat: number, bot: string) => void} fill let a bot play a seat
 * @property {(seat: number) => void} free
 * @property {() => void} start
 * @property {(seat: number, name: string, avatar: string) => void} [rename] change the name and bird of a seat
 */

/** @param {{id: string, code: string}} table @param {number} least number of players @param {Hosting} hosting */
export function lobby(table, least, hosting) {
  const players = h("section.lobby__who.stack.gap-3");
  const invitation = !isLocal && invite(table);
  const element = h("div.lobby", invitation, players);
  let people = Infinity;

  return {
    element,

    /**
     * @param {View} view
     * @param {SeriesView | null} series
     * @param {string} waits the sentence about devices for which the start waits, if any
     */
    show(view, series, waits) {
      const focused = players.contains(document.activeElement) ? document.activeElement?.closest("li") : null;
      const seated = view.seats.filter((seat) => seat.kind !== "open");
      const free = view.seats.find(({ kind }) => kind === "open");
      const isEnough = seated.length >= least;
      const before = people;
      people = seated.filter(({ kind }) => kind === "person").length;
      if (people > before) sound("bells");
      render(
        players,
        series && h("p.lobby__series.bold", tellSeries(series)),
        h(
          "ol.lobby__seats.perch.plain-list",
          { "aria-label": t("lobby.who_plays") },
          ...seated.map((seat) => row(seat, view, hosting)),
          free && freeSeat(free, view, table.code, hosting),
        ),
        h("p.soft.centred", waits || t(isEnough && view.canStart ? "lobby.all_here" : "lobby.waits")),
        (view.isHost || !view.isWatching) &&
          h(
            "button.button.button--main.button--wide.lobby__start",
            { disabled: !isEnough || !view.canStart || waits !== "", onclick: hosting.start },
            t("table.start"),
          ),
      );
      if (focused && !players.contains(document.activeElement))
        /** @type {HTMLElement | null} */ (focused.querySelector("a, button"))?.focus({ preventScroll: true });
    },
  };
}

/** @param {SeriesView} series */
function tellSeries(series) {
  const out = series.bench.filter(({ away }) => !away).map(({ name }) => name);
  const sitOut = out.length ? [t("series.sits_out", { n: out.length, names: listed(out) })] : [];
  return [capital(kindOf(series)), t(`series.rule.${series.points}`), ...sitOut].join(" · ");
}

/**
 * Draw somebody on the perch. A tap changes the player's own name and bird; the host can free the other seats.
 * @param {SeatLook} seat
 * @param {View} view
 * @param {Hosting} hosting
 */
function row(seat, view, hosting) {
  const { isMine } = seat;
  const name = seat.kind === "guest" ? t("table.kept_for", { name: seat.name }) : seatName(seat);
  const rename = isMine && hosting.rename ? ownName(seat, hosting.rename) : null;
  const free = view.isHost && !isMine && !isFree(seat) ? () => hosting.free(seat.seat) : null;
  const label = rename ? t("lobby.rename") : t("table.free_name", { name });
  const act = rename ?? free;
  return h(
    "li.lobby__seat",
    { "data-key": seat.seat, "data-free": isFree(seat) || null },
    h(
      `${act ? "button" : "div"}.perch__bird`,
      act ? { "aria-label": `${name}: ${label}`, title: label, onclick: act } : {},
      isFree(seat) ? badge(seat.seat) : birdOf(seat),
      h(
        "span.perch__name.lobby__name",
        name,
        isMine && h("span.chip", t("table.you")),
        view.isReal && seat.kind === "person" && !seat.isReal && h("span.chip", t("lobby.checked_dice")),
        seat.isHost && !isMine && h("span.chip", t("table.host")),
      ),
      act && h("span.perch__mark", icon(rename ? "correct" : "close")),
    ),
  );
}

/**
 * Offer the first open seat: to the host for a bot, and to a watcher.
 * @param {SeatLook} seat
 * @param {View} view
 * @param {string} code
 * @param {Hosting} hosting
 */
function freeSeat(seat, view, code, hosting) {
  return h(
    "li.lobby__seat",
    { "data-key": "free", "data-free": true },
    h("span.lobby__badge", { "aria-hidden": "true" }, badge(seat.seat)),
    view.isHost
      ? botButton(seat, hosting)
      : view.isWatching && h("a.button", { href: `/t/${code}` }, t("lobby.sit_here")),
  );
}

/**
 * Make a button to choose the bot for a seat.
 * @param {Pick<SeatLook, "seat" | "letter">} seat
 * @param {Pick<Hosting, "fill">} hosting
 * @param {() => void} [before] called first
 */
export function botButton(seat, hosting, before) {
  const title = t("lobby.bot_for", { letter: seat.letter });
  const ask = () => {
    before?.();
    const choose = (/** @type {string} */ bot) => {
      dialog.close();
      hosting.fill(seat.seat, bot);
    };
    const bots = BOTS.map((bot) => h("button.button", { onclick: () => choose(bot) }, bird(bot), botName(bot)));
    const dialog = openDialog(title, [h("div.flock", ...bots)], { name: "bots" });
  };
  return h("button.button", { title, onclick: ask }, t("lobby.seat_bot"));
}

/**
 * Return a function that asks for a player's name and bird.
 * @param {SeatLook} seat
 * @param {NonNullable<Hosting["rename"]>} rename
 */
function ownName({ seat, name, avatar }, rename) {
  const done = (/** @type {string} */ chosen, /** @type {string} */ bird) =>
    rename(seat, chosen || birdName(bird), bird);
  return () => askName({ seat, name, avatar: avatar ?? "" }, done);
}
