// Which bird one shows oneself as: one tap.

import { AVATARS, avatar } from "../art/avatars.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

let made = 0;

/**
 * @param {number} seat whose colour the birds have
 * @param {string} chosen
 * @param {(chosen: string) => void} onChoose
 * @returns {HTMLFieldSetElement}
 */
export function avatarChoice(seat, chosen, onChoose) {
  const group = `avatar-${++made}`;
  return h(
    "fieldset",
    { class: "avatars" },
    h("legend", { class: "unseen" }, t("join.avatar")),
    ...AVATARS.map((name) =>
      h(
        "label",
        { class: "avatars__one", title: t(`join.avatars.${name}`) },
        h("input", {
          type: "radio",
          name: group,
          value: name,
          checked: name === chosen,
          "aria-label": t(`join.avatars.${name}`),
          onchange: () => onChoose(name),
        }),
        h("span", { "aria-hidden": "true" }, avatar(seat, name)),
      ),
    ),
  );
}
