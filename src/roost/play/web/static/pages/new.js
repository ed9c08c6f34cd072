// A new table: who plays, the options that the game declares, and the rules of the house.

import { fill, h } from "../lib/dom.js";
import { percent, t } from "../lib/i18n.js";
import { picture } from "../art/pictures.js";
import { api, Problem } from "../net/api.js";
import { optionsForm } from "../parts/options-form.js";
import { seriesForm } from "../parts/series-form.js";
import { seatForm } from "../parts/seat-form.js";
import { makeTable } from "../parts/tables.js";

/** @typedef {import("../types/messages").GameInfo} GameInfo */
/** @typedef {import("../types/messages").BotInfo} BotInfo */
/** @typedef {import("../types/messages").HouseRules} HouseRules */

const MINUTES = [1, 2, 5, 15];
/** What a choice may cost before a coach says something, in percent of a win. */
const COSTS = [1, 2, 5];
const SECONDS = [30, 60, 120, 300];
const WITH = /** @type {const} */ (["friends", "device", "bot"]);

/** @type {import("../lib/router.js").Page} */
export default async function newTable({ places, query }, root) {
  /** @type {GameInfo} */
  const game = await api.get(`/games/${encodeURIComponent(String(places.game))}`);
  const title = t("new.title", { game: game.title });
  const create = h("button", { class: "button button--main button--wide" });
  const error = h("p", { class: "notice notice--bad", role: "alert", hidden: true });
  const options = optionsForm(game.options);
  const house = houseRules();
  const series = seriesForm();
  const real = check("real_dice", false);
  const seats = seatForm({
    least: game.min_players,
    most: game.max_players,
    bot: game.bot,
    others: WITH.find((one) => one === query.get("with")) ?? "friends",
    onChange: (chosen) => {
      options.onSeats(chosen.length);
      const waits = chosen.some((seat) => seat.kind === "open" || seat.kind === "guest");
      fill(create, waits ? t("new.create") : t("new.start"));
    },
  });
  const form = h(
    "form",
    { class: "new-table stack", novalidate: true },
    h(
      "header",
      { class: "new-table__head" },
      h("div", { class: "new-table__picture", "aria-hidden": "true" }, picture(game.name)),
      h("h1", null, title),
    ),
    h(
      "section",
      { class: "card stack", "aria-labelledby": "who-title" },
      h("h2", { id: "who-title" }, t("new.who")),
      seats.element,
      real.element,
    ),
    h("details", { class: "card fold" }, h("summary", null, h("h2", null, t("series.setup"))), series.element),
    h("details", { class: "card fold" }, h("summary", null, h("h2", null, t("new.options"))), options.element),
    h("details", { class: "card fold" }, h("summary", null, h("h2", null, t("new.house"))), house.element),
    error,
    h("div", { class: "new-table__go" }, create),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    create.disabled = true;
    error.hidden = true;
    try {
      const several = series.read();
      await makeTable({
        ...(several ? { series: several } : {}),
        game: game.name,
        seats: seats.read(),
        options: options.read(),
        rules: { ...house.read(), ...(real.input.checked ? { dice: "real" } : {}) },
      });
    } catch (problem) {
      fill(error, problem instanceof Problem && problem.status ? problem.detail : t("problem.offline"));
      error.hidden = false;
      error.scrollIntoView({ block: "center" });
    } finally {
      create.disabled = false;
    }
  });
  root.classList.add("page--narrow");
  root.append(form);
  // Whether a bot of somebody else plays this game is only known once it was tried; nobody should wait for that.
  void api.get("/bots", { game: game.name }).then(
    (/** @type {BotInfo[]} */ bots) => seats.offer(bots.map((bot) => bot.name)),
    () => undefined,
  );
  return { title };
}

/**

 * The rules of the house, as fields.

 * @returns {{element: HTMLElement, read: () => HouseRules}}

 */
function houseRules() {
  const odds = check("odds");
  const autoRoll = check("auto_roll");
  const undo = check("undo");
  const coach = select(
    "coach",
    t("new.coach_none"),
    COSTS.map((n) => [n, t("new.coach_from", { cost: percent(n / 100) })]),
  );
  const takeover = select(
    "takeover",
    t("new.takeover_never"),
    MINUTES.map((n) => [n * 60, t("new.takeover_after", { n })]),
  );
  const clock = select(
    "clock",
    t("new.clock_none"),
    SECONDS.map((n) => [n, t("new.clock_seconds", { n })]),
  );
  return {
    element: h(
      "div",
      { class: "stack" },
      odds.element,
      autoRoll.element,
      undo.element,
      coach.element,
      takeover.element,
      clock.element,
    ),
    read: () => ({
      odds: odds.input.checked,
      auto_roll: autoRoll.input.checked,
      undo: undo.input.checked,
      ...(coach.input.value && odds.input.checked ? { coach: Number(coach.input.value) } : {}),
      ...(takeover.input.value ? { takeover_after: Number(takeover.input.value) } : {}),
      ...(clock.input.value ? { turn_seconds: Number(clock.input.value) } : {}),
    }),
  };
}

/**
 * @param {string} name
 * @param {boolean} [checked] at first
 */
function check(name, checked = true) {
  const input = h("input", {
    type: "checkbox",
    role: "switch",
    id: `house-${name}`,
    checked,
    "aria-describedby": `house-${name}-hint`,
  });
  const element = h(
    "div",
    { class: "switch" },
    h(
      "label",
      { class: "switch__text", for: input.id },
      h("span", { class: "field__name" }, t(`new.${name}`)),
      h("span", { class: "field__hint", id: `house-${name}-hint` }, t(`new.${name}_hint`)),
    ),
    input,
  );
  return { element, input };
}

/**
 * @param {string} name
 * @param {string} none
 * @param {[number, string][]} choices
 */
function select(name, none, choices) {
  const input = h(
    "select",
    { class: "input", id: `house-${name}` },
    h("option", { value: "" }, none),
    ...choices.map(([value, text]) => h("option", { value: String(value) }, text)),
  );
  return { element: h("div", { class: "field" }, h("label", { for: input.id }, t(`new.${name}`)), input), input };
}
