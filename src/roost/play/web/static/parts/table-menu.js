// The menu of a table, with less frequent actions.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isLocal } from "../lib/place.js";
import { address } from "../net/api.js";
import { openDialog } from "./dialog.js";
import { invite } from "./invite.js";
import { botButton } from "./lobby.js";
import { isFree, seatName } from "./names.js";
import { explainDice, knowsDice } from "./shield.js";

/** Maximum number of people and bots in a series. */
const MOST_PLACES = 12;

/** @typedef {Hosting & {leave: () => void, comeBack: () => void, close: () => void, toggleController: () => void, isController: boolean}} Acts */

/** @param {Model} model @param {View} view @param {Acts} acts */
export function showMenu(model, view, acts) {
  const { table, spec } = model;
  const isOpen = view.phase !== "closed";
  const record = address(`/tables/${table.id}/record`);
  const isGone = view.hasLeft || (view.mine.length > 0 && view.replaced.length === view.mine.length);
  const done = () => dialog.close();
  const dialog = openDialog(
    t("table.menu"),
    [
      h(
        "div.menu.stack",
        h(
          "div.menu__links.columns",
          h("a.button", { href: `/rules/${spec.game}` }, t("table.rules")),
          h("a.button", { href: `/learn/${spec.game}` }, t("menu.learn")),
          knowsDice(model) &&
            button(
              t("shield.title"),
              () => explainDice(model),
              () => dialog.close(),
            ),
          table.series && h("a.button", { href: `/series/${table.id}` }, t("series.title")),
          table.game && h("a.button", { href: record, download: "" }, t("table.record")),
          table.game &&
            h("a.button", { href: `/analysis?position=${encodeURIComponent(table.game.position)}` }, t("menu.analyse")),
        ),
        isOpen &&
          !isLocal &&
          h("details.menu__invite", h("summary.button.button--wide", t("menu.invite_watch")), invite(table)),
        table.game &&
          !view.isWatching &&
          !isLocal &&
          button(t(acts.isController ? "menu.whole_long" : "menu.controller_long"), acts.toggleController, done),
        isOpen && view.isHost && hosting(view, acts, done),
        isOpen && view.isHost && table.series && along(table, acts, done),
        isOpen &&
          (!view.isWatching || view.sitsOut || view.hasLeft) &&
          button(isGone ? t("table.come_back") : t("menu.leave"), isGone ? acts.comeBack : acts.leave, done),
        isOpen &&
          view.isHost && // final, so it takes two taps
          h(
            "details.menu__close",
            h("summary.button.button--wide.button--grave", t("menu.close")),
            h("p.small", t("menu.close_really")),
            button(t("menu.close_yes"), acts.close, done),
          ),
      ),
    ],
    { name: "menu" },
  );
}

/**
 * Make the host's actions for other seats.
 * @param {View} view
 * @param {Acts} acts
 * @param {() => void} done
 */
function hosting(view, acts, done) {
  const others = view.seats.filter((seat) => !seat.isMine && !(view.phase === "waiting" && isFree(seat)));
  if (!others.length) return null;
  return h(
    "div.stack.stack--tight",
    h("h3", t("menu.hosting")),
    ...others.map((seat) => {
      const name = seatName(seat);
      const mayFill = isFree(seat) || seat.isAbsent;
      return h(
        "div.menu__seat",
        h("span", name),
        mayFill
          ? botButton(seat, acts, done)
          : button(t("menu.free"), () => acts.free(seat.seat), done, t("table.free_name", { name })),
      );
    }),
  );
}

/**
 * Make the host's actions for people who sit out: remove a person, or add a bot from the next game on.
 * @param {Model["table"]} table
 * @param {Acts} acts
 * @param {() => void} done
 */
function along({ series, seats }, acts, done) {
  if (!series) return null;
  const places = [...seats, ...series.bench].map(({ seat }) => seat);
  const seat = Math.max(...places) + 1;
  return h(
    "div.stack.stack--tight",
    h("h3", t("series.bench")),
    ...series.bench.map((member) =>
      h(
        "div.menu__seat",
        h("span", member.name),
        button(t("menu.free"), () => acts.free(member.seat), done, t("table.free_name", { name: member.name })),
      ),
    ),
    seat < MOST_PLACES && botButton({ seat, letter: String(seat + 1) }, acts, done),
  );
}

/** @param {string} text @param {() => void} run @param {() => void} done @param {string} [label] */
function button(text, run, done, label) {
  const act = () => {
    run();
    done();
  };
  return h("button.button.button--wide", { "aria-label": label ?? null, onclick: act }, text);
}
