// A big screen asks to lead: somebody who sits at the table says whether phones wait for it.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @typedef {import("../table/room-clock.js").BigScreen} BigScreen */

/** @param {(name: string) => void} admit */
export function screenAsks(admit) {
  let isDeaf = false;
  /** @type {BigScreen | undefined} */
  let asks;
  const question = h("span");
  const yes = h("button.button.button--main", { onclick: () => asks && admit(asks.name) }, t("table.screen_yes"));
  const no = h("button.button", { onclick: () => refuse() }, t("table.screen_no"));
  const element = h("div.table__coming.table__asks.card.row", { hidden: true, role: "status" }, question, yes, no);

  /** Ask no more while this page is open, so that no stranger can pester the table. */
  function refuse() {
    isDeaf = true;
    element.hidden = true;
  }

  return {
    element,

    /** @param {BigScreen[]} asking @param {boolean} maySay whether this device is somebody's of the table */
    show(asking, maySay) {
      asks = asking.at(-1);
      element.hidden = !asks || !maySay || isDeaf;
      question.textContent = asks ? t("table.screen_asks", { n: asks.number }) : "";
    },
  };
}
