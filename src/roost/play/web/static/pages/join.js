// Opens an invitation link: shows the players, and lets the visitor sit down or watch. A player at the table goes
// straight to it.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isLocal } from "../lib/place.js";
import { myAvatar, myName, rememberAnswer, rememberAvatar, rememberName } from "../lib/remembered.js";
import { go } from "../lib/router.js";
import { picture } from "../art/pictures.js";
import { AVATARS } from "../art/avatars.js";
import { badge } from "../art/seats.js";
import { api, Problem } from "../net/api.js";
import { avatarChoice, birdName } from "../parts/avatar-choice.js";
import { yesOrNo } from "../parts/fields.js";
import { face } from "../parts/portrait.js";
import { elsewhere } from "../parts/elsewhere.js";
import { screenLink } from "../parts/invite.js";
import { noTable, tableWith } from "../parts/table-code.js";
import { botName } from "../parts/names.js";
import { rememberTable } from "../parts/tables.js";

/** @type {Page} */
export default async function join({ places, query, fragment }, root) {
  if (isLocal) return elsewhere(root);
  const code = String(places.code).toUpperCase();
  root.classList.add("page--narrow");
  const id = await tableWith(code);
  if (!id) return noTable(code, root);
  /** @type {Snapshot} */
  const snapshot = await api.get(`/tables/${id}`);
  const { series } = snapshot.table;
  if (snapshot.you?.seats.length || series?.bench.some(({ person }) => person === snapshot.you?.person)) {
    rememberTable(snapshot);
    await go(`/table/${id}`, { replace: true });
    return { title: "" };
  }
  /** @type {GameInfo} */
  const game = await api.get(`/games/${snapshot.spec.game}`);
  const invited = /^[\w-]{10,100}$/.test(fragment) ? fragment : null;
  const hasSeat =
    snapshot.table.status === "waiting" &&
    snapshot.table.seats.some((seat) => seat.kind === "open" || (invited && seat.kind === "guest"));
  const isFree = hasSeat || (series !== null && snapshot.table.status !== "closed"); // a seat in the next game
  const { rules } = snapshot.spec;
  // Scanning the QR code takes a seat at once, unless the table's rules need the visitor's consent first.
  if (query.has("sit") && isFree && !rules?.coach && rules?.dice !== "real") {
    const avatar = freeBird(snapshot);
    try {
      await sit(snapshot, { name: myName() || birdName(avatar), avatar });
      return { title: "" };
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem; // the seat was taken: show the page
    }
  }
  if (query.has("sit") && !isFree && snapshot.table.status !== "closed") {
    await go(`/table/${id}`, { replace: true }); // watch until a seat is free
    return { title: "" };
  }
  const title = t("join.title", { game: game.title });
  root.append(
    h(
      "section.join.stack",
      h("div.join__picture", { "aria-hidden": "true" }, picture(game.name)),
      h("h1", title),
      game.about && h("p.soft", game.about),
      h("h2", t("join.who")),
      h("ul.plain-list.join__seats.list", ...snapshot.table.seats.map(seatItem)),
      isFree && !hasSeat && h("p.notice", t("series.join")),
      isFree ? seatForm(invited, snapshot) : h("p.notice", t(`join.no_seat_${snapshot.table.status}`)),
      h(`a.button${isFree ? "" : ".button--main"}`, { href: `/table/${id}` }, t("join.watch")),
      h("p.small", h("a", { href: `/rules/${game.name}` }, t("join.rules"))),
      screenLink(code),
    ),
  );
  return { title };
}

/** @param {SeatView} seat */
function seatItem(seat) {
  const names = {
    open: t("join.free"),
    guest: t("join.kept", { name: seat.name }),
    person: seat.name,
    bot: botName(seat.bot ?? ""),
  };
  const name = names[/** @type {keyof typeof names} */ (seat.kind)] ?? seat.name;
  return h(
    "li.join__seat.line.gap-3",
    { "data-kind": seat.kind },
    h(
      "span.join__badge",
      { "aria-hidden": "true" },
      seat.kind === "person" || seat.kind === "bot" ? face(seat) : badge(seat.seat),
    ),
    h("span", name),
    seat.kind === "bot" && h("span.chip", t("join.bot")),
  );
}

/** @param {string | null} invitation @param {Snapshot} snapshot */
function seatForm(invitation, snapshot) {
  const error = h("p.field__error", { id: "name-error", role: "alert" });
  const input = h("input.input", {
    id: "name",
    name: "name",
    value: myName(),
    maxlength: "20",
    autocomplete: "nickname",
    enterkeyhint: "go",
    "aria-describedby": "name-error",
  });
  const seat = Math.max(
    0,
    snapshot.table.seats.findIndex((entry) => entry.kind === "open" || (invitation && entry.kind === "guest")),
  );
  let avatar = freeBird(snapshot);
  input.placeholder = birdName(avatar);
  const birds = avatarChoice(seat, avatar, (chosen) => {
    avatar = /** @type {import("../art/avatars.js").Avatar} */ (chosen);
    input.placeholder = birdName(avatar);
  });
  const isReal = snapshot.spec.rules?.dice === "real";
  const real = yesOrNo("real", t("join.real"), true, t("join.real_hint"));
  const button = h("button.button.button--main.button--wide", { type: "submit" }, t("join.sit"));
  const form = h(
    "form.stack.stack--tight.card",
    { novalidate: true },
    button,
    h("label.field__name", { for: "name" }, t("join.name")),
    input,
    error,
    birds,
    snapshot.spec.rules?.coach && h("p.field__hint", t("join.coach")),
    isReal && real.element,
  );
  /** @param {string} sentence */
  const refuse = (sentence) => {
    fill(error, sentence);
    input.setAttribute("aria-invalid", "true");
    input.focus();
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = input.value.trim();
    button.disabled = true;
    try {
      const rollsReal = isReal && real.input.checked;
      rememberName(name);
      rememberAvatar(avatar);
      const options = { ...(invitation ? { invitation } : {}), ...(rollsReal ? { real: true } : {}) };
      await sit(snapshot, { name: name || birdName(avatar), avatar, ...options });
    } catch (problem) {
      refuse(problem instanceof Problem && problem.status ? problem.detail : t("problem.offline"));
    } finally {
      button.disabled = false;
    }
  });
  return form;
}

/**
 * Return an avatar that is free at the table, preferably the one last used on this device.
 * @param {Snapshot} snapshot
 */
function freeBird({ table: { seats } }) {
  const taken = seats.map((seat) => seat.avatar);
  const preferred = AVATARS.find((bird) => bird === myAvatar());
  return (
    [...(preferred ? [preferred] : []), ...AVATARS].find((bird) => !taken.includes(bird)) ??
    preferred ??
    AVATARS[0] ??
    "robin"
  );
}

/**
 * Sit down, and go to the table.
 * @param {Snapshot} snapshot
 * @param {{name: string, avatar: string, real?: boolean, invitation?: string}} player
 */
async function sit(snapshot, player) {
  const { id } = snapshot.table;
  await api.post(`/tables/${id}/seats`, player);
  rememberAnswer("roost-whose-dice", id, Boolean(player.real));
  rememberTable({ ...snapshot, you: { person: -1, host: false, seats: [0] } });
  await go(`/table/${id}`, { replace: true });
}
