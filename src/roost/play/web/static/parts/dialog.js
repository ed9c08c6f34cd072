// Dialogs use the browser's dialog element, which traps the focus, closes with Escape, and restores the focus.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { iconButton } from "./icons.js";

/**
 * Open a dialog. Closing the dialog removes it from the page.
 * @param {string} title
 * @param {Node[]} content
 * @param {{name?: string, onClose?: () => void}} options a dialog with a name is open at most once
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, { name = "", onClose } = {}) {
  const id = `dialog-${name || Math.random().toString(36).slice(2)}`;
  const existing = document.getElementById(id);
  if (existing instanceof HTMLDialogElement) return existing;
  const close = iconButton("close", t("common.close"), () => dialog.close());
  const heading = h("h2", { id: `${id}-title` }, title);
  const dialog = h("dialog", { id, "aria-labelledby": heading.id }, h("div.dialog__head", heading, close), ...content);
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose?.();
  });
  // This listener is not added through `h`, because Safari on phones bubbles only taps on buttons and the like to the
  // document.
  dialog.addEventListener("click", ({ target, clientX, clientY }) => {
    const link = target instanceof Element ? target.closest("a:not([download])") : null;
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    if (link || (target === dialog && !isInside)) dialog.close(); // a link leaves the page
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Ask which of two actions to take.
 * @param {string} title
 * @param {Node[]} content
 * @param {[main: string, other: string]} ways labels of the buttons
 * @param {string} [name]
 * @returns {Promise<string>} the chosen label; empty if the dialog was closed
 */
export function askWhich(title, content, ways, name) {
  return new Promise((resolve) => {
    let chosen = "";
    const choose = (/** @type {string} */ way) => {
      chosen = way;
      dialog.close();
    };
    const [main, other] = ways.map((way) => h("button.button", { onclick: () => choose(way) }, way));
    main?.classList.add("button--main");
    const dialog = openDialog(title, [...content, h("div.row", main, other)], { name, onClose: () => resolve(chosen) });
  });
}
