// A player's card: their badge and name, and below these the contents that the board adds.

import { badge, LETTERS } from "../art/seats.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { face } from "../parts/portrait.js";
import { reactionFace } from "../parts/reactions.js";
import { botName } from "../parts/names.js";
import { nameOf, seatToPlay, seats } from "./view.js";

/**
 * Draw the cards of all players. How many fit in a row depends on the number of players and the space available.
 * @template {import("./view.js").Position} P
 * @param {BoardView<P>} view
 * @param {(seat: number) => (Node | null)[]} content
 */
export function seatCards(view, content) {
  const cards = seats(view.state).map((seat) => seatCard(view, seat, content(seat)));
  return h("div.board-seats", { "data-players": view.state.players }, ...cards);
}

/** @param {BoardView} view @param {number} seat @param {(Node | null)[]} content */
function seatCard(view, seat, content) {
  const isToPlay = (view.turn === undefined ? seatToPlay(view.state) : view.turn) === seat;
  const look = view.looks?.[seat];
  const status =
    look?.isReplaced && look.bot
      ? t("table.stands_in", { bot: botName(look.bot) })
      : look?.isAway || look?.isAbsent
        ? t("table.away")
        : look?.isMine && view.looks?.filter(({ isMine }) => isMine).length === 1
          ? t("table.you")
          : "";
  const name = nameOf(view, seat);
  // The name may be cut, but not a number at its end, which distinguishes bots of the same kind.
  const [, word = name, number = ""] = /^(.+?)(\s\d+)?$/.exec(name) ?? [];
  const head = h(
    "div.board-seat__head.line",
    { "data-place": LETTERS.charAt(seat) },
    look ? face(look) : badge(seat),
    h("span.board-seat__name", h("span.one-line", word), number && h("span", number.replace(" ", "\u00a0"))),
    status ? h("span.board-seat__status.one-line", status) : null,
  );
  // Beside another player's bird, the mark says what that player still needs.
  const intent = isToPlay && look && !look.isMine ? view.ui.board.intent?.(view) : "";
  const mark = isToPlay
    ? h(`span.board-seat__turn${intent ? ".board-seat__turn--told" : ""}`, intent || t("board.to_play"))
    : null;
  const reaction = view.reactions?.get(seat);
  return h(
    `div.board-seat${isToPlay ? ".board-seat--turn" : ""}${view.viewer === seat ? ".board-seat--mine" : ""}`,
    {
      style: { "--seat": `var(--seat-${seat})` },
      "data-seat": seat,
      "data-turn": isToPlay || null,
      "data-mine": look?.isMine || null,
      "data-away": look?.isAway || look?.isAbsent || null,
      "data-replaced": look?.isReplaced || null,
    },
    head,
    mark,
    reaction ? h("span.seat__reaction", { "aria-hidden": "true" }, reactionFace(reaction)) : null,
    h("div.board-seat__body.line", ...content),
  );
}

/**
 * Draw a count with a picture of what is counted.
 * @param {SVGSVGElement} picture
 * @param {number | string} count
 * @param {string} [kind] a class
 */
export function tally(picture, count, kind = "") {
  return h(`span.board-tally${kind && `.${kind}`}`, picture, h("span", count));
}
