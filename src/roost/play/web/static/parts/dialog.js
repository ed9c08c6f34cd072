// Dialogs: the browser's own, which keep the focus, close with Escape and give the focus back.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { iconButton } from "./icons.js";

/**
 * Open a dialog. It is gone when it is closed.
 * @param {string} title
 * @param {Node[]} content
 * @param {{name?: string, onClose?: () => void}} options with a name there is at most one of them
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, { name = "", onClose } = {}) {
  const id = `dialog-${name || Math.random().toString(36).slice(2)}`;
  const already = document.getElementById(id);
  if (already instanceof HTMLDialogElement) return already;
  const close = iconButton("close", t("common.close"), () => dialog.close());
  const heading = h("h2", { id: `${id}-title` }, title);
  const dialog = h(
    "dialog",
    {
      id,
      "aria-labelledby": heading.id,
      onclose: () => {
        dialog.remove();
        onClose?.();
      },
      onclick: (/** @type {MouseEvent} */ event) => {
        const link = event.target instanceof Element ? event.target.closest("a:not([download])") : null;
        if (link || (event.target === dialog && isOutside(dialog, event))) dialog.close(); // a link leads elsewhere
      },
    },
    h("div.dialog__head", heading, close),
    ...content,
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * @param {HTMLElement} element
 * @param {MouseEvent} event
 */
function isOutside(element, event) {
  const box = element.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}
