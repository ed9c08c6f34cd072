// Makes a new table: who plays, with one tap for each bird, and all options behind one button.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isLocal } from "../lib/place.js";
import { rememberCompany } from "../lib/remembered.js";
import { picture } from "../art/pictures.js";
import { api, Problem } from "../net/api.js";
import { company, specs } from "../parts/company.js";
import { yesOrNo } from "../parts/fields.js";
import { icon } from "../parts/icons.js";
import { optionsForm, rulesForm } from "../parts/options-form.js";
import { seriesForm } from "../parts/series-form.js";
import { makeTable } from "../parts/tables.js";

/** @type {Page} */
export default async function newTable({ places }, root) {
  const [game, rules] = /** @type {[GameInfo, OfferedRule[]]} */ (
    await Promise.all([api.get(`/games/${encodeURIComponent(String(places.game))}`), api.get("/house-rules")])
  );
  const { min_players: least, max_players: most } = game;
  const error = h("p.notice.notice--bad", { role: "alert", hidden: true });
  const options = optionsForm(game.options);
  const house = rulesForm(rules);
  const series = seriesForm();
  const real = yesOrNo("real-dice", t("new.real_dice"), false, t("new.real_dice_hint"));
  const play = h("button.button.button--main.button--wide", { onclick: begin }, t("rules.play"));
  const birds = company({
    least,
    most,
    invite: isLocal ? null : gather,
    onChange: (players) => {
      options.onSeats(players.length);
      play.disabled = players.length < least;
    },
  });

  function begin() {
    const players = birds.read();
    rememberCompany(players.map(({ bot }) => bot).filter(Boolean));
    void make(specs(players));
  }

  function gather() {
    const here = birds.read().filter(({ bot }) => !bot);
    const free = Array.from({ length: Math.max(1, most - here.length) }, () => ({
      kind: /** @type {const} */ ("open"),
    }));
    void make([...specs(here), ...free]);
  }

  /** @param {TableSpec["seats"]} seats */
  async function make(seats) {
    play.disabled = error.hidden = true;
    const several = series.read();
    try {
      await makeTable({
        ...(several ? { series: several } : {}),
        game: game.name,
        seats,
        options: options.read(),
        rules: { ...house.read(), ...(real.input.checked ? { dice: "real" } : {}) },
      });
    } catch (problem) {
      fill(error, problem instanceof Problem && problem.status ? problem.detail : t("problem.offline"));
      error.hidden = false;
      error.scrollIntoView({ block: "center" });
    } finally {
      play.disabled = false;
    }
  }

  root.classList.add("page--narrow");
  root.append(
    h(
      "div.new-table.stack",
      h(
        "header.new-table__head.line.gap-4",
        h("div.new-table__picture", { "aria-hidden": "true" }, picture(game.name)),
        h("div.grows", h("h1", game.short), h("p.soft.small", t("home.players", { least, most }))),
        h("a.button", { href: `/learn/${game.name}` }, icon("question"), t("home.learn")),
      ),
      birds.element,
      error,
      h("div.new-table__go", play),
      h(
        "details.card.fold",
        h("summary", h("h2", t("new.options"))),
        h("div.stack", series.element, options.element, real.element, h("h3", t("new.house")), house.element),
      ),
    ),
  );
  // Add the other bots once the server has listed them, so that nobody waits for the list.
  void api.get("/bots", { game: game.name }).then(
    (/** @type {BotInfo[]} */ bots) => birds.offer(bots.map((bot) => bot.name)),
    () => undefined,
  );
  return { title: t("new.title", { game: game.short }) };
}
