// Chooses who plays at a new table: the perch shows everybody who does, and the shelf the birds that may join them.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { render } from "../lib/render.js";
import { myCompany, myName, rememberAvatar } from "../lib/remembered.js";
import { askName, birdName, withBirds } from "./avatar-choice.js";
import { icon } from "./icons.js";
import { botName } from "./names.js";
import { birdOf } from "./portrait.js";

/** @typedef {{bot: string, name: string, avatar: string}} Player a bot, or a person with a name and a bird */

/** @type {Record<string, number>} how hard our bots are to beat, in stars, from the weakest on */
const STARS = { chick: 1, pullet: 1, hen: 2, card: 2, rooster: 3, fox: 3, owl: 3 };
const MOST_STARS = 3;
/** Bots on the shelf until the server has listed its own. */
const FIRST = ["chick", "pullet", "hen", "rooster"];

/**
 * @param {{least: number, most: number, onChange: (players: Player[]) => void, invite: (() => void) | null}} options
 * @returns {{element: HTMLElement, read: () => Player[], offer: (bots: string[]) => void}} `offer` lists all bots
 */
export function company({ least, most, onChange, invite }) {
  let bots = FIRST;
  /** @type {Player[]} */
  let players = [{ ...PERSON, name: myName() }, ...[...myCompany(), "chick"].map(asPlayer)];
  players = players.slice(0, Math.max(2, Math.min(players.length - 1, most)));
  while (players.length < least) players.push(asPlayer("chick"));
  /** Whether the bots are only a suggestion, which a second person at this device replaces. */
  let isSuggested = true;
  const perch = h("ul.perch.plain-list", { "aria-label": t("new.who"), "aria-live": "polite" });
  const shelf = h("ul.shelf.plain-list", { "aria-label": t("new.add") });

  /** @param {Player[]} chosen */
  function change(chosen) {
    players = chosen;
    isSuggested = false;
    draw();
  }

  function addPerson() {
    change([...(isSuggested ? players.filter(({ bot }) => !bot) : players), PERSON]);
  }

  function draw() {
    withBirds(specs(players)).forEach((seat, place) => {
      const player = /** @type {Player} */ (players[place]);
      if (seat.kind === "here") players[place] = { ...player, avatar: seat.avatar ?? "" }; // kept when others leave
    });
    const isFull = players.length >= most;
    render(perch, ...players.map(standing));
    render(
      shelf,
      ...Object.keys(STARS)
        .filter((bot) => bots.includes(bot))
        .map((bot) => offered(bot, isFull)),
      h("li.shelf__item", plank(icon("phone"), t("new.person"), t("new.person_about"), isFull, addPerson)),
      invite && h("li.shelf__item", plank(icon("people"), t("home.invite"), t("new.invite_about"), false, invite)),
      ...bots.filter((bot) => !STARS[bot]).map((bot) => offered(bot, isFull)),
    );
    onChange(players);
  }

  /** @param {Player} player @param {number} seat */
  function standing({ bot, name, avatar }, seat) {
    const shown = bot ? botName(bot) : name || birdName(avatar);
    const label = t(bot ? "new.remove" : "new.change", { name: shown });
    const remove = () => change(players.filter((_, other) => other !== seat));
    const rename = () => {
      const done = (/** @type {string} */ chosen, /** @type {string} */ bird) => {
        if (seat === 0) rememberAvatar(bird);
        change(players.map((other, place) => (place === seat ? { bot: "", name: chosen, avatar: bird } : other)));
      };
      askName({ seat, name, avatar }, done, players.length > 1 ? remove : undefined);
    };
    return h(
      "li",
      h(
        "button.perch__bird",
        { "aria-label": label, title: label, onclick: bot ? remove : rename },
        birdOf({ kind: bot ? "bot" : "person", bot, avatar, seat }),
        h("span.perch__name", shown),
        h("span.perch__mark", icon(bot ? "close" : "correct")),
      ),
    );
  }

  /** @param {string} bot @param {boolean} isFull */
  function offered(bot, isFull) {
    const stars = STARS[bot];
    const about = stars ? t(`new.bot_${bot}`) : t("new.bot_stranger");
    const add = () => change([...players, asPlayer(bot)]);
    return h(
      "li.shelf__item",
      { "data-key": bot },
      plank(birdOf({ kind: "bot", bot, seat: 0, avatar: null }), botName(bot), about, isFull, add, stars),
    );
  }

  draw();
  return {
    element: h("div.stack", perch, shelf),
    read: () => players,
    offer(others) {
      bots = others;
      players = players.filter(({ bot }) => !bot || bots.includes(bot));
      draw();
    },
  };
}

/** @type {Player} */
const PERSON = { bot: "", name: "", avatar: "" };

/** @param {string} bot @returns {Player} */
const asPlayer = (bot) => ({ ...PERSON, bot });

/** @param {Player[]} players @returns {TableSpec["seats"]} */
export const specs = (players) =>
  players.map(({ bot, name, avatar }) =>
    bot
      ? { kind: "bot", bot }
      : /** @type {TableSpec["seats"][number]} */ ({ kind: "here", name, ...(avatar && { avatar }) }),
  );

/**
 * @param {SVGSVGElement} art
 * @param {string} name
 * @param {string} about
 * @param {boolean} isFull whether nobody else can join
 * @param {() => void} onclick
 * @param {number} [stars]
 */
function plank(art, name, about, isFull, onclick, stars) {
  return h(
    "button.shelf__bird",
    { disabled: isFull, onclick },
    h("span.shelf__art", { "aria-hidden": "true" }, art),
    h("b", name),
    stars &&
      h(
        "span.shelf__stars",
        { role: "img", "aria-label": t("new.stars", { n: stars }) },
        "★".repeat(stars),
        h("span", "★".repeat(MOST_STARS - stars)),
      ),
    h("span.shelf__about", about),
  );
}
