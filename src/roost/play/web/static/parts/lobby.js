// Shown before the game: the seats, the players who may still join, and the host's actions.

import { bird } from "../art/birds.js";
import { badge } from "../art/seats.js";
import { h } from "../lib/dom.js";
import { render } from "../lib/render.js";
import { list as listed, t } from "../lib/i18n.js";
import { isLocal } from "../lib/place.js";
import { askName, birdName } from "./avatar-choice.js";
import { openDialog } from "./dialog.js";
import { iconButton } from "./icons.js";
import { invite } from "./invite.js";
import { botName, capital, isFree, seatName } from "./names.js";
import { face, portrait } from "./portrait.js";
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

/** @param {{id: string, code: string}} table @param {Hosting} hosting */
export function lobby(table, hosting) {
  const players = h("section.lobby__who.card.stack.gap-3");
  const invitation = !isLocal && h("section.lobby__invite.card.stack.gap-3", h("h2", t("lobby.invite")), invite(table));
  const element = h("div.lobby");

  return {
    element,

    /**
     * @param {View} view
     * @param {SeriesView | null} series
     * @param {string} waits the sentence about devices for which the start waits, if any
     */
    show(view, series, waits) {
      const focused = players.contains(document.activeElement) ? document.activeElement?.closest("li") : null;
      const free = view.seats.filter(isFree).length;
      const ready = t(view.canStart ? "lobby.all_here" : "lobby.waits_for_start");
      render(
        players,
        h("h2", t("lobby.who_plays")),
        series && h("p.lobby__series.bold", tellSeries(series)),
        h("ol.lobby__seats.plain-list", ...view.seats.map((seat) => row(seat, view, table.code, hosting))),
        h("p.soft", waits || (free ? t("lobby.seats_free", { n: free }) : ready)),
        (view.isHost || !view.isWatching) &&
          h(
            "button.button.button--main.button--wide.lobby__start",
            { disabled: !view.canStart || waits !== "", onclick: hosting.start },
            t("table.start"),
          ),
      );
      if (focused && !players.contains(document.activeElement))
        /** @type {HTMLElement | null} */ (focused.querySelector("a, button"))?.focus({ preventScroll: true });
      render(element, players, free > 0 && invitation);
    },
  };
}

/** @param {SeriesView} series */
function tellSeries(series) {
  const out = series.bench.filter(({ away }) => !away).map(({ name }) => name);
  const sitOut = out.length ? [t("series.sits_out", { n: out.length, names: listed(out) })] : [];
  return [capital(kindOf(series)), t(`series.rule.${series.points}`), ...sitOut].join(" · ");
}

/** @param {SeatLook} seat @param {View} view @param {string} code @param {Hosting} hosting */
function row(seat, view, code, hosting) {
  const name = seat.kind === "guest" ? t("table.kept_for", { name: seat.name }) : seatName(seat);
  return h(
    "li.lobby__seat.row",
    { "data-free": isFree(seat) || null },
    h("span.lobby__badge", { "aria-hidden": "true" }, seat.kind === "person" ? face(seat) : badge(seat.seat)),
    h(
      "span.lobby__name.row",
      h("b", name),
      seat.isMine && h("span.chip", t("table.you")),
      seat.isMine && hosting.rename && renameButton(seat, hosting.rename),
      view.isReal && seat.kind === "person" && !seat.isReal && h("span.chip", t("lobby.checked_dice")),
      seat.isHost && !seat.isMine && h("span.chip", t("table.host")),
    ),
    portrait(seat),
    view.isHost && isFree(seat) && botButton(seat, hosting),
    view.isHost &&
      !isFree(seat) &&
      !seat.isMine &&
      iconButton("close", t("table.free_name", { name: seatName(seat) }), () => hosting.free(seat.seat)),
    !view.isHost &&
      view.isWatching &&
      seat.kind === "open" &&
      h("a.button", { href: `/t/${code}` }, t("lobby.sit_here")),
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
 * Make a button to change a player's name and bird.
 * @param {SeatLook} seat
 * @param {NonNullable<Hosting["rename"]>} rename
 */
function renameButton({ seat, name, avatar }, rename) {
  const done = (/** @type {string} */ chosen, /** @type {string} */ bird) =>
    rename(seat, chosen || birdName(bird), bird);
  return iconButton("correct", t("lobby.rename"), () => askName({ seat, name, avatar: avatar ?? "" }, done));
}
