// How people in front of a big screen join: the code and its picture, large before the game and small beside it.

import { badge } from "../art/seats.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { linkTo, short, spelled } from "./invite.js";
import { seatName } from "./names.js";
import { face } from "./portrait.js";

/** @typedef {import("../model/table.js").View} View */
/** @typedef {import("../model/table.js").SeatLook} SeatLook */

/** @param {{id: string, code: string, title: string}} table */
export function tvJoin(table) {
  const address = short(linkTo(table.code)).replace(/\/t\/.*/, "");
  const picture = () => h("img", { class: "tv__qr", src: `/api/tables/${table.id}/qr`, alt: t("invite.qr") });
  const code = () => h("p", { class: "tv__code" }, h("strong", null, spelled(table.code)));
  const element = h("div", { class: "tv__join" }, picture(), code(), h("p", { class: "tv__where" }, t("tv.scan")));
  const list = h("ul", { class: "tv__seats plain-list" });
  const note = h("p", { class: "tv__note" });
  const lobby = h(
    "section",
    { class: "tv__lobby" },
    h("div", { class: "tv__invite" }, picture(), code(), h("p", { class: "tv__where" }, t("tv.scan_or", { address }))),
    h("div", { class: "tv__who" }, h("h2", null, table.title), list, note),
  );
  let drawn = "";

  return {
    element,
    lobby,

    /** @param {View} view */
    show(view) {
      const isWaiting = view.phase === "waiting";
      lobby.hidden = !isWaiting;
      element.hidden = isWaiting || view.phase === "closed";
      if (!isWaiting) return;
      const now = JSON.stringify(view.seats);
      if (now === drawn) return;
      drawn = now;
      fill(list, ...view.seats.map(row));
      const free = view.seats.filter(isFree).length;
      note.textContent = free ? t("tv.seats_free", { n: free }) : t("tv.all_here", { begin: t("table.start") });
    },
  };
}

/** @param {SeatLook} seat */
const isFree = (seat) => seat.kind === "open" || seat.kind === "guest";

/** @param {SeatLook} seat */
function row(seat) {
  const name = seat.kind === "guest" ? t("table.kept_for", { name: seat.name }) : seatName(seat);
  return h(
    "li",
    { class: "tv__seat", "data-free": isFree(seat) || null },
    isFree(seat) ? h("span", { class: "seat__bot", "aria-hidden": "true" }, badge(seat.seat)) : face(seat),
    h("span", null, name),
  );
}
