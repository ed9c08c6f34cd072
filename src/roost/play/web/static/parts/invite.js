// Inviting friends: the link, the code that people read out, and a QR code for phones.

import { announce } from "../lib/announce.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { keep, keptJson } from "../lib/kept.js";
import { icon } from "./icons.js";

/** Where others find this server, which may be known by another address than the one that it was opened under here. */
export const originForOthers = () => document.documentElement.dataset.origin || location.origin;

/**
 * Where others join.
 * @param {string} code
 * @param {string} [invitation] travels in the fragment, which no server ever sees
 */
export const linkTo = (code, invitation = "") => `${originForOthers()}/t/${code}${invitation && `#${invitation}`}`;

/**
 * Where people type the code: the address without its scheme.
 * @param {string} link
 */
export const short = (link) => link.replace(/^https?:\/\//, "");

/**
 * How others get to a table.
 * @param {{id: string, code: string, seats?: {seat: number, kind: string, name: string}[]}} table
 * @returns {HTMLElement}
 */
export function invite(table) {
  const link = linkTo(table.code);
  const kept = invitations(table.id);
  const guests = (table.seats ?? []).filter((seat) => seat.kind === "guest" && kept[seat.seat]);
  return h(
    "section.invite.line",
    { "aria-label": t("invite.title") },
    h("img.invite__qr", { src: `/api/tables/${table.id}/qr`, alt: t("invite.qr"), width: "200", height: "200" }),
    h(
      "div.invite__ways.stack.gap-3",
      h("p.invite__code", h("span.soft.small", t("invite.code")), h("strong", spelled(table.code))),
      h("p.invite__link.soft.small.anywhere", short(link)),
      shareButtons(link, t("invite.message")),
      screenLink(table.code),
      ...guests.map(({ seat, name }) =>
        h(
          "div.invite__guest.row",
          h("span", t("invite.for", { name })),
          shareButtons(linkTo(table.code, String(kept[seat])), t("invite.message_for", { name })),
        ),
      ),
    ),
  );
}

/**
 * How the table comes to a television: its address, to be typed there or opened on this device.
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

/**
 * Remember the invitations of a new table as long as this tab is open: the server tells them only once.
 * @param {string} id
 * @param {Record<string, string>} secrets by seat
 */
export function keepInvitations(id, secrets) {
  if (Object.keys(secrets).length) keep(`roost-invitations-${id}`, secrets, "sessionStorage");
}

/** @param {string} id @returns {Record<string, string>} */
const invitations = (id) => keptJson(`roost-invitations-${id}`, "sessionStorage") ?? {};

/** @param {string} link @param {string} message */
export function shareButtons(link, message) {
  const copy = h("button.button", icon("copy"), h("span", t("common.copy")));
  copy.addEventListener("click", async () => {
    const done = await copied(link);
    const said = done ? t("common.copied") : t("invite.copy_by_hand", { link });
    announce(said);
    copy.replaceChildren(icon(done ? "check" : "copy"), h("span", said));
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
 * Copy a text. Pages on a home network are not "secure" for browsers, and get no clipboard but the old one.
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

/**
 * A code as it is read out, in two groups.
 * @param {string} code
 */
export const spelled = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;
