// Which bird one shows oneself as: one tap. Whoever says no name is called after it.

import { AVATARS, avatar } from "../art/avatars.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { myAvatar } from "../lib/remembered.js";

/** @typedef {TableSpec["seats"]} Seats */

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
    "fieldset.avatars",
    h("legend.unseen", t("join.avatar")),
    ...AVATARS.map((name) =>
      h(
        "label.avatars__one.middle",
        { title: birdName(name) },
        h("input", {
          type: "radio",
          name: group,
          value: name,
          checked: name === chosen,
          "aria-label": birdName(name),
          onchange: () => onChoose(name),
        }),
        h("span", { "aria-hidden": "true" }, avatar(seat, name)),
      ),
    ),
  );
}

/**
 * What a bird is called.
 * @param {string} [avatar]
 */
export const birdName = (avatar) => (avatar ? t(`join.avatars.${avatar}`) : "");

/**
 * The same seats with a bird for everybody at this device: the one that they chose, or one that nobody else has; and a
 * name.
 * @param {Seats} seats
 * @returns {Seats}
 */
export function withBirds(seats) {
  const first = seats.find(({ kind }) => kind === "here");
  const remembered = AVATARS.find((one) => one === myAvatar());
  const chosen = seats.map((seat) =>
    seat.kind === "here" ? (seat.avatar ?? (seat === first ? remembered : undefined)) : undefined,
  );
  const taken = new Set(chosen);
  return seats.map((seat, place) => {
    if (seat.kind !== "here") return seat;
    const own = /** @type {typeof AVATARS[number]} */ (AVATARS[place % AVATARS.length]);
    const avatar = chosen[place] ?? [own, ...AVATARS].find((one) => !taken.has(one)) ?? own;
    taken.add(avatar);
    return { ...seat, avatar, name: seat.name || birdName(avatar) };
  });
}
