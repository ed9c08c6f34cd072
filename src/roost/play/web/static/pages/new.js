// Makes a new table: asks for the players, the game's options, and the house rules.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { picture } from "../art/pictures.js";
import { api, Problem } from "../net/api.js";
import { yesOrNo } from "../parts/fields.js";
import { optionsForm, rulesForm } from "../parts/options-form.js";
import { seriesForm } from "../parts/series-form.js";
import { seatForm } from "../parts/seat-form.js";
import { makeTable } from "../parts/tables.js";

const WITH = /** @type {const} */ (["friends", "device", "bot"]);

/** @type {Page} */
export default async function newTable({ places, query }, root) {
  const [game, rules] = /** @type {[GameInfo, OfferedRule[]]} */ (
    await Promise.all([api.get(`/games/${encodeURIComponent(String(places.game))}`), api.get("/house-rules")])
  );
  const title = t("new.title", { game: game.title });
  const create = h("button.button.button--main.button--wide", { type: "submit" });
  const error = h("p.notice.notice--bad", { role: "alert", hidden: true });
  const options = optionsForm(game.options);
  const house = rulesForm(rules);
  const series = seriesForm();
  // This house rule is shown with the players, because they decide it together.
  const real = yesOrNo("real-dice", t("new.real_dice"), false, t("new.real_dice_hint"));
  const seats = seatForm({
    least: game.min_players,
    most: game.max_players,
    bot: game.bot,
    others: WITH.find((value) => value === query.get("with")) ?? "friends",
    onChange: (chosen) => {
      options.onSeats(chosen.length);
      const waits = chosen.some((seat) => seat.kind === "open" || seat.kind === "guest");
      fill(create, waits ? t("new.create") : t("new.start"));
    },
  });
  const form = h(
    "form.new-table.stack",
    { novalidate: true },
    h(
      "header.new-table__head.line.gap-4",
      h("div.new-table__picture", { "aria-hidden": "true" }, picture(game.name)),
      h("h1", title),
    ),
    h(
      "section.card.stack",
      { "aria-labelledby": "who-title" },
      h("h2", { id: "who-title" }, t("new.who")),
      seats.element,
      real.element,
    ),
    h("details.card.fold", h("summary", h("h2", t("series.setup"))), series.element),
    h("details.card.fold", h("summary", h("h2", t("new.options"))), options.element),
    h("details.card.fold", h("summary", h("h2", t("new.house"))), house.element),
    error,
    h("div.new-table__go", create),
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
  // Add bots from other packages once the server has listed them, so that nobody waits for the list.
  void api.get("/bots", { game: game.name }).then(
    (/** @type {BotInfo[]} */ bots) => seats.offer(bots.map((bot) => bot.name)),
    () => undefined,
  );
  return { title };
}
