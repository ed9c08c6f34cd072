// A table's log in sentences, with the latest sentence always visible.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { botName, seatName } from "./names.js";

/**
 * Write a line of the log as a sentence, with bots and dice named in the page's language.
 * @param {Line} line
 * @param {GameUi} ui of the game
 */
export function sentence(line, ui) {
  if (line.kind === "event") return line.text;
  const { bot, failed, roll, was, ...values } = line.values ?? {};
  if (bot !== undefined) values.bot = botName(String(bot));
  if (failed !== undefined) values.failed = botName(String(failed));
  if (roll !== undefined) values.dice = namedDice(String(roll), ui);
  if (was !== undefined) values.was = namedDice(String(was), ui);
  return t(line.text, values);
}

/**
 * Return a function that writes the sentence about a roll, from dice that this device computed.
 * @param {GameUi} ui of the game
 * @param {View} view
 * @returns {(seat: number, roll: string) => string}
 */
export const tellRolls =
  (ui, { seats, mine }) =>
  (seat, roll) => {
    const isYou = mine.length === 1 && mine[0] === seat;
    const look = seats[seat];
    return t(`table.log.${isYou ? "you." : ""}rolled`, {
      name: look ? seatName(look) : "",
      dice: namedDice(roll, ui),
    });
  };

/** @param {string} roll @param {GameUi} ui */
const namedDice = (roll, { face }) => [...roll].map(face).join(" ");

/** @param {GameUi} ui of the game */
export function logPanel(ui) {
  const list = h("ol.log.plain-list");
  const element = h("div.log__place", { tabindex: "0", role: "region", "aria-label": t("table.log_title") }, list);
  /** @type {Line[]} */
  let shownLines = [];

  return {
    element,

    /** @param {Line[]} lines */
    show(lines) {
      const isLonger =
        shownLines.length > 0 &&
        lines.length >= shownLines.length &&
        lines[shownLines.length - 1] === shownLines.at(-1);
      const added = (isLonger ? lines.slice(shownLines.length) : lines).map((line) =>
        h(`li.log__line.log__line--${line.kind}`, sentence(line, ui)),
      );
      if (isLonger) list.append(...added);
      else fill(list, ...(lines.length ? added : [h("li.soft", t("table.log_empty"))]));
      shownLines = lines;
    },

    /** Scroll to the latest line. */
    toEnd() {
      element.scrollTop = 0; // the style sheet reverses the list
    },
  };
}
