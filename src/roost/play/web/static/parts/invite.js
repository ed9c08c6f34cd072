// Inviting friends: a link, a code to read out, and a QR code for phones.

import { announce } from "../lib/announce.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { origin } from "../lib/place.js";
import { icon } from "./icons.js";

/** Return this server's address for other devices, which may differ from the address opened here. */
export const originForOthers = () => document.documentElement.dataset.origin || origin();

/** @param {string} code @returns {string} the link to join a table */
export const linkTo = (code) => `${originForOthers()}/t/${code}`;

/** @param {string} link @returns {string} the address without its scheme */
export const short = (link) => link.replace(/^https?:\/\//, "");

/** @param {{id: string, code: string}} table @returns {HTMLElement} */
export function invite(table) {
  const link = linkTo(table.code);
  return h(
    "section.invite.line",
    { "aria-label": t("invite.title") },
    h("img.invite__qr", { src: `/api/tables/${table.id}/qr`, alt: t("invite.qr"), width: "200", height: "200" }),
    h(
      "div.invite__ways.stack.gap-1",
      h("p.invite__code", h("span.soft.small", t("invite.code")), h("strong", spelled(table.code))),
      shareButtons(link, t("invite.message")),
    ),
    h("details.invite__more", h("summary.small", short(link)), screenLink(table.code)),
  );
}

/**
 * Explain how to show the table on a television: the address, to type there or to open here.
 * @param {string} code
 */
export function screenLink(code) {
  const link = new URL(`/tv/${code}`, linkTo(code)).href;
  return h(
    "a.invite__screen",
    { href: `/tv/${code}`, target: "_blank" },
    icon("screen"),
    h("span", h("b", t("invite.screen")), " ", h("span.invite__address", short(link))),
  );
}

/** @param {string} link @param {string} message */
export function shareButtons(link, message) {
  const copy = h("button.button", icon("copy"), h("span", t("common.copy")));
  copy.addEventListener("click", async () => {
    const done = await copied(link);
    const sentence = done ? t("common.copied") : t("invite.copy_by_hand", { link });
    announce(sentence);
    copy.replaceChildren(icon(done ? "check" : "copy"), h("span", sentence));
    setTimeout(() => copy.replaceChildren(icon("copy"), h("span", t("common.copy"))), 2500);
  });
  const share = h(
    "button.button",
    { onclick: () => navigator.share({ text: message, url: link }).catch(() => undefined) },
    icon("share"),
    h("span", t("common.share")),
  );
  return h("div.row", copy, "share" in navigator && share);
}

/**
 * Copy a text. Pages without HTTPS, as on a home network, have only the deprecated clipboard command.
 * @param {string} text
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = h("textarea.unseen", { value: text, "aria-hidden": "true" });
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/** @param {string} code @returns {string} the code in two groups, to be read aloud */
export const spelled = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;
