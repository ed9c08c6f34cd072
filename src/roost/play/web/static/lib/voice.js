// Reads the page aloud with the device's own voice, for children who cannot read yet.

import { lang } from "./i18n.js";
import { settings } from "./settings.js";

/** Whether the open table asks for reading aloud; applies to devices whose setting is `auto`. */
let isWishedByTable = false;
/** The text that was spoken last. */
let lastText = "";

/** @param {boolean} isWished */
export function wishAloud(isWished) {
  isWishedByTable = isWished;
}

/** Whether this device reads aloud. */
export function isAloud() {
  const { aloud } = settings();
  return "speechSynthesis" in globalThis && (aloud === "on" || (aloud === "auto" && isWishedByTable));
}

/**
 * Speak a sentence if this device reads aloud. It interrupts the previous sentence, unless it continues that sentence.
 * @param {string} sentence
 * @param {boolean} [isContinued]
 */
export function speak(sentence, isContinued = false) {
  if (!sentence || !isAloud()) return;
  if (!isContinued) speechSynthesis.cancel();
  lastText = isContinued ? `${lastText} ${sentence}` : sentence;
  const utterance = new SpeechSynthesisUtterance(sentence);
  utterance.lang = lang();
  speechSynthesis.speak(utterance);
}

/** Repeat what was spoken last. */
export function speakAgain() {
  speak(lastText);
}
