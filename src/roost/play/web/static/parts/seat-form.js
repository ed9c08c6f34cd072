// A form for a new table's seats.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isLocal } from "../lib/place.js";
import { render } from "../lib/render.js";
import { myName, rememberAvatar } from "../lib/remembered.js";
import { avatar } from "../art/avatars.js";
import { badge, LETTERS } from "../art/seats.js";
import { avatarChoice, birdName, withBirds } from "./avatar-choice.js";
import { options, select } from "./fields.js";
import { icon, iconButton } from "./icons.js";

/** @typedef {TableSpec["seats"][number]} SeatSpec */
/** @typedef {"friends" | "device" | "bot"} With */
/** @typedef {{kind: string, name: string, avatar?: string}} Row a seat of kind `here`, `open`, `guest` or a bot */

const KNOWN_BOTS = ["chick", "pullet", "hen", "card", "rooster", "fox", "owl"];
/** Value of the choice that adds bots from other packages to the list. */
const MORE = "more-bots";
/** Kinds of people; without a server, only those at this device. */
const PEOPLE = isLocal ? ["here"] : ["here", "open", "guest"];

/** @type {Record<With, string[]>} the initial seats, by whom the player wants to play with */
const FIRST = { friends: ["here", "open"], device: ["here", "here"], bot: ["here", "bot"] };

/**
 * @param {{least: number, most: number, others: With, bot: string, onChange: (seats: SeatSpec[]) => void}} options
 * @returns {{element: HTMLElement, read: () => SeatSpec[], offer: (bots: string[]) => void}}
 */
export function seatForm({ least, most, others, bot, onChange }) {
  /** @type {Row[]} */
  let rows = FIRST[isLocal && others === "friends" ? "device" : others].map((kind, seat) => ({
    kind: kind === "bot" ? bot : kind,
    name: seat === 0 ? myName() : "",
  }));
  while (rows.length < least) rows.push({ kind: rows[1]?.kind ?? "open", name: "" });
  let bots = KNOWN_BOTS;
  /** @type {string[]} bots from other packages, offered on request */
  let strangers = [];
  const places = h("ol.plain-list.seats-form.list.gap-3");
  const add = h("button.button.button--quiet", { onclick: () => more() }, icon("plus"), t("new.add"));

  function more() {
    const last = rows.at(-1)?.kind ?? "open";
    rows = [...rows, { kind: last === "guest" ? "open" : last, name: "" }];
    draw();
    places.lastElementChild?.querySelector("select")?.focus();
  }

  function draw() {
    withBirds(read()).forEach((seat, place) => {
      const row = rows[place];
      if (row && seat.kind === "here") row.avatar = seat.avatar ?? undefined;
    });
    render(places, ...rows.map(place));
    add.hidden = rows.length >= most;
    onChange(read());
  }

  /** @param {Row} row @param {number} seat */
  function place(row, seat) {
    const letter = LETTERS[seat] ?? "";
    const name = h("input.input", {
      value: row.name,
      maxlength: "20",
      placeholder: row.kind === "guest" ? t("new.friend") : birdName(row.avatar),
      "aria-label": t("new.name_of_seat", { letter }),
      autocomplete: seat === 0 ? "nickname" : "off",
      oninput: (/** @type {{target: HTMLInputElement}} */ { target }) => (row.name = target.value),
    });
    const choose = (/** @type {string} */ chosen) => {
      if (chosen === MORE) [bots, strangers] = [[...bots, ...strangers], []];
      row.kind = chosen === MORE ? (bots.find((bot) => !KNOWN_BOTS.includes(bot)) ?? row.kind) : chosen;
      draw();
    };
    const less = () => {
      rows = rows.filter((_, index) => index !== seat);
      draw();
      add.focus();
    };
    const show = (/** @type {string} */ bird) => {
      row.avatar = bird;
      if (seat === 0) rememberAvatar(bird);
      draw();
    };
    const people = PEOPLE.map((kind) => /** @type {const} */ ([kind, t(`new.${kind}`)]));
    const kind = select(people, { "aria-label": t("new.who_on_seat", { letter }) }, choose);
    const offered = bots.map(
      (bot) =>
        /** @type {const} */ ([bot, KNOWN_BOTS.includes(bot) ? t(`new.bot_${bot}`) : t("new.bot_stranger", { bot })]),
    );
    const others = strangers.length ? [/** @type {const} */ ([MORE, t("new.more_bots")])] : [];
    kind.append(h("optgroup", { label: t("new.bots") }, ...options([...offered, ...others])));
    kind.value = row.kind;
    return h(
      "li.seats-form__seat",
      h(
        "span.seats-form__badge.middle",
        { "aria-hidden": "true" },
        row.kind === "here" ? avatar(seat, row.avatar) : badge(seat),
      ),
      h(
        "div.seats-form__who.columns",
        kind,
        (row.kind === "here" || row.kind === "guest") && name,
        row.kind === "here" && avatarChoice(seat, row.avatar ?? "", show),
      ),
      rows.length > least && iconButton("close", t("new.remove", { letter }), less),
    );
  }

  /** @returns {SeatSpec[]} */
  function read() {
    return rows.map(({ kind, name, avatar: bird }) => {
      if (kind === "open") return { kind };
      if (kind === "here") return /** @type {SeatSpec} */ ({ kind, name: name.trim(), ...(bird && { avatar: bird }) });
      if (kind === "guest") return { kind, name: name.trim() || t("new.friend") };
      return { kind: "bot", bot: kind };
    });
  }

  /** @param {string[]} others */
  function offer(others) {
    bots = KNOWN_BOTS.filter((bot) => others.includes(bot));
    strangers = others.filter((bot) => !KNOWN_BOTS.includes(bot));
    draw();
  }

  draw();
  return { element: h("div.stack.stack--tight", places, h("div", add)), read, offer };
}
