// A line that says what the table is waiting for.

import { announce } from "../lib/announce.js";
import { h } from "../lib/dom.js";
import { render } from "../lib/render.js";
import { t } from "../lib/i18n.js";
import { botButton } from "./lobby.js";
import { botName, seatName } from "./names.js";

/** @param {() => void} onComeBack @param {Pick<Hosting, "fill">} hosting */
export function prompt(onComeBack, hosting) {
  const element = h("div.prompt.row");
  let isMyTurn = false;

  return {
    element,

    /** @param {Model} model @param {View} view @param {boolean} mayChoose @param {boolean} isStuck */
    show(model, view, mayChoose, isStuck) {
      isMyTurn = view.acting !== null;
      const content = troubled(model, view, isStuck) ?? words(model, view, mayChoose);
      const isAway = view.phase === "playing" && view.replaced.length > 0;
      // The host may let a bot replace a person who is away; everyone sees that.
      const absent = view.phase === "playing" ? view.seats.find((seat) => seat.isAbsent) : undefined;
      const key = view.isHost ? "prompt.stand_in_offer" : "prompt.stand_in_wait";
      element.dataset["mine"] = String(
        mayChoose || view.seats.some((seat) => seat.isTurn && seat.isMine && !view.replaced.includes(seat.seat)),
      );
      element.hidden = !content.length && !isAway && !absent;
      render(
        element,
        h("p.prompt__text", ...content),
        isAway && h("button.button.button--main", { onclick: onComeBack }, t("table.come_back")),
        absent &&
          h(
            "p.prompt__standin.line.soft.small",
            h("span", t(key, { name: seatName(absent) })),
            view.isHost && botButton(absent, hosting),
          ),
      );
    },

    /** @param {number} seconds */
    warn(seconds) {
      if (isMyTurn) announce(t("prompt.hurry", { n: seconds }));
    },
  };
}

/**
 * @param {Model} model
 * @param {View} view
 * @param {boolean} isStuck
 * @returns {string[] | null} the problem with the dice, if any
 */
function troubled({ device }, { phase }, isStuck) {
  if (phase !== "playing") return null;
  if (device?.broken) return [t("table.dice_broken")];
  return isStuck ? [t("table.waits_for_dice")] : null;
}

/** @param {Model} model @param {View} view @param {boolean} mayChoose @returns {(Node | string)[]} */
function words({ table }, view, mayChoose) {
  if (view.phase === "closed" && table.game?.node !== "over") return [t("table.closed")];
  if (view.phase !== "playing") return [];
  const standIn = view.replaced.map((seat) => view.seats[seat]?.bot).find(Boolean);
  if (standIn) return [t("prompt.bot_plays_for_you", { bot: botName(standIn) })];
  if (view.replaced.length) return [t("prompt.you_left")];
  const turn = view.seats.find((seat) => seat.isTurn);
  if (!turn) return [];
  const name = h("b", seatName(turn));
  const says = (/** @type {string} */ key) => {
    const [before = "", after = ""] = t(key, { name: "\0" }).split("\0");
    return [before, name, after];
  };
  if (view.acting !== null && view.mine.length > 1) {
    const isNew = (view.mustRoll || view.enters !== null) && table.game?.facts.new;
    return says(isNew ? "prompt.pass_device" : "table.turn_of");
  }
  if (mayChoose) return [t("table.your_turn")];
  // Keep the line unchanged while the player's own dice are still rolling.
  if (view.mine.includes(turn.seat)) return view.mine.length > 1 ? says("table.turn_of") : [t("table.your_turn")];
  const watching = view.isWatching ? [`${t(view.sitsOut ? "series.you_sit_out" : "prompt.watching")} `] : [];
  if (turn.bot) return [...watching, ...says("table.thinks")];
  return [...watching, ...says(turn.isAbsent ? "table.waits_away" : "prompt.waits")];
}
