// Shows people at a big screen how to join: the code and a QR code, large before the game and in a corner during it.

import { picture as scene } from "../art/pictures.js";
import { badge } from "../art/seats.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { render } from "../lib/render.js";
import { moves } from "../lib/settings.js";
import { linkTo, short, spelled } from "./invite.js";
import { isFree, seatName } from "./names.js";
import { face } from "./portrait.js";
import { sound } from "./sound.js";

/**
 * @param {{id: string, code: string, title: string, game: string}} table
 * @param {HTMLElement} count countdown to the game
 */
export function tvJoin(table, count) {
  const address = short(linkTo(table.code)).replace(/\/t\/.*/, "");
  const picture = () => h("img.tv__qr", { src: `/api/tables/${table.id}/qr`, alt: t("invite.qr") });
  const code = () => h("p.tv__code", h("strong", spelled(table.code)));
  const element = h("div.tv__join", picture(), code());
  const list = h("ul.tv__seats.plain-list.wraps");
  const note = h("p.tv__note");
  const lobby = h(
    "section.tv__lobby",
    h(
      "div.tv__who",
      h("div.tv__scene", { "aria-hidden": "true" }, scene(table.game)),
      h("h2", table.title),
      list,
      h("div.tv__begins.line", note, count),
    ),
    h("div.tv__invite", picture(), code(), h("p.tv__where.soft.centred.anywhere", t("tv.scan_or", { address }))),
  );
  /** @type {SeatLook[]} */
  let before = [];

  return {
    element,
    lobby,

    /** @param {View} view */
    show(view) {
      const isWaiting = view.phase === "waiting";
      lobby.hidden = !isWaiting;
      element.hidden = isWaiting || view.phase === "closed";
      // Enlarge the code while seats are free, because people who left may return, and new players may join.
      element.toggleAttribute("data-small", !view.seats.some((seat) => isFree(seat) || seat.isAway));
      if (!isWaiting) return;
      const rows = view.seats.map((seat) =>
        h(
          "li.tv__seat",
          { "data-free": isFree(seat) || null, style: { "--seat": `var(--seat-${seat.seat})` } },
          isFree(seat) ? h("span.seat__bot", { "aria-hidden": "true" }, badge(seat.seat)) : face(seat),
          h("span", seat.kind === "guest" ? t("table.kept_for", { name: seat.name }) : seatName(seat)),
        ),
      );
      render(list, ...rows);
      const arrivals = before.filter(
        (seat) => isFree(seat) && view.seats.some((now) => now.seat === seat.seat && !isFree(now)),
      );
      for (const { seat } of arrivals) arrive(list.children[seat]);
      before = view.seats;
      const free = view.seats.filter(isFree).length;
      render(note, free ? t("tv.seats_free", { n: free }) : t("tv.all_here", { begin: t("table.start") }));
    },
  };
}

/**
 * Announce a player's arrival with an animation and a sound.
 * @param {Element | undefined} place
 */
function arrive(place) {
  sound("bells");
  if (moves())
    place?.animate([{ transform: "translateY(4rem) scale(0.2)", opacity: 0 }, {}], {
      duration: 600,
      easing: "cubic-bezier(.2,1.5,.4,1)",
    });
}
