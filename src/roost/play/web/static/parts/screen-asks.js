// Shows a big screen's request to lead: a player at the table decides whether phones follow that screen.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @typedef {import("../table/room-clock.js").BigScreen} BigScreen */

/** @param {(name: string) => void} admit */
export function screenAsks(admit) {
  let isRefused = false;
  /** @type {BigScreen | undefined} */
  let request;
  const question = h("span");
  const yes = h("button.button.button--main", { onclick: () => request && admit(request.name) }, t("table.screen_yes"));
  const no = h("button.button", { onclick: () => refuse() }, t("table.screen_no"));
  const element = h("div.table__coming.table__asks.card.row", { hidden: true, role: "status" }, question, yes, no);

  /** Refuse all further requests while this page is open, so that strangers cannot pester the table. */
  function refuse() {
    isRefused = true;
    element.hidden = true;
  }

  return {
    element,

    /** @param {BigScreen[]} asking @param {boolean} maySay whether a person at the table uses this device */
    show(asking, maySay) {
      request = asking.at(-1);
      element.hidden = !request || !maySay || isRefused;
      question.textContent = request ? t("table.screen_asks", { n: request.number }) : "";
    },
  };
}
