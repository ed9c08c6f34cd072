// Sharing a result: a card, a line for a chat, and a link, through the device's own menu if it has one.

import { card } from "../art/card.js";
import { announce } from "../lib/announce.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { pngOf } from "../lib/png.js";
import { shareLine } from "../model/share-line.js";
import { openDialog } from "./dialog.js";
import { icon } from "./icons.js";
import { copied } from "./invite.js";
import { segments } from "./segments.js";

/** @typedef {"wide" | "square"} Kind */

/**
 * @param {import("../art/card.js").Result} result
 * @param {string} link to see the result again, or to try it
 * @param {string} [title] the line's title; by default the game's
 */
export function showShare(result, link, title = result.title) {
  const line = shareLine(title, result.rows);
  const text = h("p.share__text.anywhere", line, " ", h("span.share__link.soft", link));
  const image = h("img.share__card", { alt: `${result.heading} ${result.detail}` });
  const download = h("a.button", { hidden: true }, icon("download"), h("span", t("share.download")));
  const copy = h("button.button", icon("copy"), h("span", t("share.copy")));
  const share = h(
    "button.button.button--main",
    { hidden: !("share" in navigator) },
    icon("share"),
    h("span", t("common.share")),
  );
  /** @type {File | null} */
  let file = null;
  let address = "";
  let latest = 0;

  /** @param {Kind} kind */
  const draw = async (kind) => {
    const id = ++latest;
    const blob = await pngOf(card(result, kind));
    if (id !== latest) return; // another card has been requested
    file = new File([blob], `roost-${result.game}-${kind}.png`, { type: blob.type });
    URL.revokeObjectURL(address);
    address = URL.createObjectURL(blob);
    image.src = download.href = address;
    download.download = file.name;
    download.hidden = false;
  };
  copy.addEventListener("click", async () => {
    const done = await copied(`${line} ${link}`);
    if (!done) getSelection()?.selectAllChildren(text); // so that the user can copy it
    announce(t(done ? "common.copied" : "share.by_hand"));
    copy.replaceChildren(icon(done ? "check" : "copy"), h("span", t(done ? "common.copied" : "share.by_hand")));
  });
  share.addEventListener("click", () => {
    const files = file && navigator.canShare?.({ files: [file] }) ? { files: [file] } : {};
    void navigator.share({ ...files, text: line, url: link }).catch(() => undefined); // the user cancelled
  });
  /** @type {[Kind, string][]} */
  const kinds = [
    ["wide", t("share.wide")],
    ["square", t("share.square")],
  ];
  const choice = segments(t("share.shape"), kinds, "wide", (kind) => void draw(/** @type {Kind} */ (kind)));
  openDialog(
    t("share.title"),
    [h("div.share.stack", image, choice, text, h("div.share__ways.columns", share, download, copy))],
    { name: "share", onClose: () => URL.revokeObjectURL(address) },
  );
  void draw("wide");
}
