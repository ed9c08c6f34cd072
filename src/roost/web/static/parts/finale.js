// The end of a game: who won and why, how far the dice can be trusted, and what to do next.

import { badge } from "../art/seats.js";
import { fill, h } from "../lib/dom.js";
import { list, number, t } from "../lib/i18n.js";
import { address } from "../net/api.js";
import { seatName } from "./names.js";
import { portrait } from "./portrait.js";
import { trustLine } from "./shield.js";

/** @typedef {import("../model/table.js").View} View */
/** @typedef {import("../model/table.js").Model} Model */

/** @param {{rematch: () => void}} acts */
export function finale({ rematch }) {
  const heading = h("h2", { class: "finale__title" });
  const outcome = h("p", { class: "finale__told" });
  const standings = h("ol", { class: "finale__standings plain-list" });
  const trust = h("p", { class: "finale__dice small" });
  const again = h("button", { type: "button", class: "button button--main button--wide", onclick: rematch });
  const waiting = h("p", { class: "small soft" });
  const links = h("div", { class: "finale__links" });
  const element = h("section", { class: "finale", "aria-label": t("table.over") }, heading, outcome, standings, again, waiting, links, trust);

  return {
    element,

    /**
     * @param {Model} model
     * @param {View} view
     */
    show({ table, trust: dice }, view) {
      const { game } = table;
      if (!game) return;
      const won = view.seats.filter((seat) => seat.hasWon);
      const mine = won.filter((seat) => seat.isMine);
      heading.textContent =
        mine.length > 0 && view.mine.length === 1 && won.length === 1
          ? t("table.you_win")
          : t("table.wins", { n: won.length, names: list(won.map(seatName)) });
      outcome.textContent = game.told ?? "";
      const ranked = [...view.seats].sort((one, other) => Number(other.hasWon) - Number(one.hasWon) || (other.score ?? 0) - (one.score ?? 0));
      fill(
        standings,
        ...ranked.map((seat) =>
          h(
            "li",
            { class: "finale__seat", "data-won": seat.hasWon || null },
            h("span", { class: "finale__badge", "aria-hidden": "true" }, badge(seat.seat)),
            h("span", { class: "finale__name" }, seatName(seat)),
            portrait(seat),
            h("b", { class: "finale__score" }, number(seat.score ?? 0)),
            seat.hasWon && h("span", { class: "unseen" }, t("table.winner")),
          ),
        ),
      );
      fill(trust, ...trustLine(dice, table.id, game.number));
      showRematch(view, table.status === "closed");
      const record = address(`/tables/${table.id}/record`, { game: game.number });
      fill(
        links,
        h("a", { class: "button", href: `/game/${table.id}/${game.number}` }, t("table.watch_again")),
        h("a", { class: "button", href: `/review/${table.id}/${game.number}` }, t("review.link")),
        h("a", { class: "button", href: record, download: "" }, t("table.record")),
        h("a", { class: "button", href: "/" }, t("table.other_game")),
      );
    },
  };

  /**
   * @param {View} view
   * @param {boolean} isClosed
   */
  function showRematch(view, isClosed) {
    again.hidden = isClosed || (view.isWatching && !view.isHost);
    again.disabled = view.wantsRematch;
    again.textContent = view.wantsRematch ? t("table.rematch_offered") : t("table.rematch");
    const people = view.seats.filter((seat) => seat.kind === "person" && !seat.isReplaced);
    const others = people.filter((seat) => !seat.wantsRematch && !seat.isMine);
    const keen = people.filter((seat) => seat.wantsRematch && !seat.isMine);
    waiting.textContent = view.wantsRematch
      ? t("table.rematch_waits", { names: list(others.map(seatName)) })
      : keen.length
        ? t("table.rematch_wanted", { n: keen.length, names: list(keen.map(seatName)) })
        : "";
    waiting.hidden = !waiting.textContent || isClosed;
  }
}
