// The page reads aloud, with a voice of the device's own, for those who do not read yet.

import { lang } from "./i18n.js";
import { settings } from "./settings.js";

/** Whether the table that is shown wishes it, for devices that have no wish of their own. */
let isWished = false;
/** The words that were said last. */
let last = "";

/** @param {boolean} isSo */
export function wishAloud(isSo) {
  isWished = isSo;
}

/** Whether this device reads aloud. */
export function isAloud() {
  const { aloud } = settings();
  return "speechSynthesis" in globalThis && (aloud === "on" || (aloud === "auto" && isWished));
}

/**
 * Say a sentence, if this device reads aloud. It takes the place of whatever is being said, unless it belongs to that.
 * @param {string} sentence
 * @param {boolean} [isMore]
 */
export function speak(sentence, isMore = false) {
  if (!sentence || !isAloud()) return;
  if (!isMore) speechSynthesis.cancel();
  last = isMore ? `${last} ${sentence}` : sentence;
  const said = new SpeechSynthesisUtterance(sentence);
  said.lang = lang();
  speechSynthesis.speak(said);
}

/** Say once more what was said last. */
export function speakAgain() {
  speak(last);
}
