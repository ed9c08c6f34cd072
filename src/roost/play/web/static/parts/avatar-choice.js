// Lets a player choose a bird to play as. A player without a name is named after their bird.

import { AVATARS, avatar } from "../art/avatars.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { myAvatar } from "../lib/remembered.js";
import { openDialog } from "./dialog.js";

/** @typedef {TableSpec["seats"]} Seats */

let count = 0;

/**
 * @param {number} seat the seat whose colour the birds have
 * @param {string} chosen
 * @param {(chosen: string) => void} onChoose
 * @returns {HTMLFieldSetElement}
 */
export function avatarChoice(seat, chosen, onChoose) {
  const group = `avatar-${++count}`;
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
 * Ask for a player's name and bird.
 * @param {{seat: number, name: string, avatar: string}} player
 * @param {(name: string, avatar: string) => void} done
 * @param {() => void} [remove] removes the player, if that is possible
 */
export function askName({ seat, name, avatar }, done, remove) {
  const input = h("input.input", {
    value: name,
    maxlength: "20",
    placeholder: birdName(avatar),
    autocomplete: seat === 0 ? "nickname" : "off",
    "aria-label": t("join.name"),
  });
  const leave = () => {
    dialog.close();
    remove?.();
  };
  const form = h(
    "form.stack",
    input,
    avatarChoice(seat, avatar, (chosen) => (avatar = chosen)),
    h("button.button.button--main.button--wide", { type: "submit" }, t("common.done")),
    remove && h("button.button", { onclick: leave }, t("new.remove", { name: name || birdName(avatar) })),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    dialog.close();
    done(input.value.trim(), avatar);
  });
  const dialog = openDialog(t("lobby.rename"), [form], { name: "rename" });
}

/** @param {string} [avatar] */
export const birdName = (avatar) => (avatar ? t(`join.avatars.${avatar}`) : "");

/**
 * Give every player at this device a name and a bird: the chosen bird, or one that is still free.
 * @param {Seats} seats
 * @returns {Seats}
 */
export function withBirds(seats) {
  const first = seats.find(({ kind }) => kind === "here");
  const remembered = AVATARS.find((name) => name === myAvatar());
  const chosen = seats.map((seat) =>
    seat.kind === "here" ? (seat.avatar ?? (seat === first ? remembered : undefined)) : undefined,
  );
  const taken = new Set(chosen);
  return seats.map((seat, place) => {
    if (seat.kind !== "here") return seat;
    const usual = /** @type {typeof AVATARS[number]} */ (AVATARS[place % AVATARS.length]);
    const avatar = chosen[place] ?? [usual, ...AVATARS].find((name) => !taken.has(name)) ?? usual;
    taken.add(avatar);
    return { ...seat, avatar, name: seat.name || birdName(avatar) };
  });
}
