// My games: statistics about the players of all games on this device.

import { announce } from "../lib/announce.js";
import { fill, h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { addGames, pendingGames, forgetGames, gamesFile, gamesIn, myGames, settle } from "../lib/my-games.js";
import { forgetMistakes, storeMistakes } from "../lib/my-mistakes.js";
import { allGames } from "../model/games.js";
import { askedAs } from "../model/mistakes.js";
import { api, Problem } from "../net/api.js";
import { askWhich } from "../parts/dialog.js";
import { botName } from "../parts/names.js";
import { progressCurve, ratingScale } from "../parts/progress-charts.js";
import { segments } from "../parts/segments.js";
import { exact, figures } from "../parts/shares.js";

/** @type {Page} */
export default async function page(_, root) {
  const adding = h("p.soft", { role: "status" });
  const place = h("div.stack");
  const withPuzzles = new Set(
    (await allGames()).filter(({ adapters }) => adapters.includes("puzzles")).map(({ name }) => name),
  );
  let chosen = "";

  /** Have the server evaluate the stored games, and show the result. */
  const show = async () => {
    const games = myGames();
    /** @type {GameProgress[]} */
    const players = games.length ? (await api.post("/progress", { games })).players : [];
    if (!root.isConnected) return;
    storage.show(games.length === 0);
    const names = [...new Set(players.map(({ name }) => name))];
    if (!names.includes(chosen)) chosen = names[0] ?? "";
    fill(
      place,
      names.length > 1 &&
        segments(
          t("progress.who"),
          names.map((name) => [name, name]),
          chosen,
          (name) => {
            chosen = name;
            fill(cards, ...cardsOf(players, chosen, withPuzzles));
          },
        ),
      names.length === 0 && pendingGames().length === 0 && h("p", t("progress.empty")),
      cards,
    );
    fill(cards, ...cardsOf(players, chosen, withPuzzles));
  };
  const cards = h("div.stack");
  const storage = storageForm(show);
  root.append(
    h(
      "div.progress.stack",
      h("h1", t("progress.heading")),
      h("p.soft", t("progress.lead")),
      adding,
      place,
      storage.element,
    ),
  );
  await show();
  void addPending(root, adding, show).catch(() => undefined);
  return { title: t("progress.heading") };
}

/**
 * Fetch the reviews of newly finished games, one after another.
 * @param {HTMLElement} root
 * @param {HTMLElement} status
 * @param {() => Promise<void>} show
 */
async function addPending(root, status, show) {
  for (let pending = pendingGames(); pending.length && root.isConnected; pending = pendingGames()) {
    status.textContent = t("progress.adding", { n: pending.length });
    const [next] = pending;
    const [table, game] = next;
    try {
      const review = await api.get(`/tables/${encodeURIComponent(table)}/review`, { game }, () => root.isConnected);
      if (!review) return;
      settle(next, review.history);
      storeMistakes(review);
    } catch (error) {
      if (!(error instanceof Problem) || !error.status || error.status >= 500) break; // try again later
      settle(next, []);
    }
    await show();
  }
  status.textContent = "";
}

/**
 * @param {GameProgress[]} players
 * @param {string} name
 * @param {Set<string>} withPuzzles games that have puzzles
 */
function cardsOf(players, name, withPuzzles) {
  return players
    .filter((progress) => progress.name === name)
    .map((progress) => cardOf(progress, withPuzzles.has(progress.game)));
}

/** @param {GameProgress} progress @param {boolean} hasPuzzles */
function cardOf(progress, hasPuzzles) {
  const { rating, grade, grade_range: range, spans, games_needed: needed } = progress;
  return h(
    "section.card.stack.stack--tight",
    { "data-game": progress.game },
    h("h2", progress.title),
    h("p.soft", t("progress.counts", { games: number(progress.games), decisions: number(progress.decisions) })),
    h(
      "p.rating.wraps",
      h("span.rating__label", t("progress.rating")),
      h("strong.rating__value", whole(rating.value)),
      h(
        "span.soft",
        rating.low === null || rating.high === null
          ? t("progress.too_few")
          : t("progress.between", { low: whole(rating.low), high: whole(rating.high) }),
      ),
    ),
    ratingScale(progress),
    grade &&
      range &&
      h(
        "p.small",
        t(range[0] === range[1] ? "progress.grade" : "progress.grade_between", {
          bot: botName(grade),
          worst: botName(range[0] ?? ""),
          best: botName(range[1] ?? ""),
        }),
      ),
    costs(progress),
    practise(progress, hasPuzzles),
    spans.length > 1 && h("h3", t("progress.curve")),
    spans.length > 1 && progressCurve(progress),
    h("p", t("progress.luck", { result: exact(progress.result), luck: change(progress.luck) })),
    needed &&
      h("p.soft.small", t("progress.needed", { games: number(needed[0] ?? 0), by_results: number(needed[1] ?? 0) })),
    opponents(progress),
  );
}

/** @param {number} share */
const change = (share) =>
  number(share, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  }).replace("-", "−");

/** @param {number} value */
const whole = (value) => number(Math.round(value));

/** @param {GameProgress} progress */
function costs({ costs: all }) {
  const most = Math.max(0.01, ...all.map(({ per_game: cost }) => cost.value));
  const fine = /** @type {const} */ ({ style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return h(
    "div.stack.stack--tight",
    h("h3", t("progress.costs")),
    h(
      "ul.costs.plain-list.list",
      ...all.map(({ question, decisions, each, per_game: cost }) =>
        h(
          "li.costs__row",
          { "data-question": question },
          h("span.costs__name", t(`progress.question.${question}`)),
          h("strong.costs__value", exact(cost.value)),
          h(
            "span.costs__track",
            { "aria-hidden": "true" },
            h("span.costs__fill", { style: { width: `${(100 * cost.value) / most}%` } }),
          ),
          h("span.costs__more.soft.small", t("progress.cost", { decisions, each: number(each, fine) })),
        ),
      ),
    ),
  );
}

/** @param {GameProgress} progress @param {boolean} hasPuzzles */
function practise({ practise: question, is_clear: isClear, game }, hasPuzzles) {
  if (!question) return h("p", t("progress.practise_none"));
  const values = { question: t(`progress.question.${question}`) };
  return h(
    "p.progress__practise.bold",
    isClear ? t("progress.practise_clear", values) : t("progress.practise_maybe", values),
    " ",
    hasPuzzles && h("a", { href: `/puzzles?game=${game}&kind=${askedAs(question)}` }, t("progress.practise_link")),
  );
}

/** @param {GameProgress} progress */
function opponents({ opponents: all }) {
  const heads = [t("progress.opponent"), t("progress.games"), t("progress.wins"), t("progress.given")];
  const rows = all.map(
    ({ name, games, result, mistakes }) =>
      /** @type {[string, ...string[]]} */ ([name, number(games), exact(result), exact(mistakes)]),
  );
  return h("details", h("summary", t("progress.opponents")), figures("table.progress__opponents", heads, rows));
}

/** @param {() => Promise<void>} show @returns buttons to save, add and delete games; only to add if there are none */
function storageForm(show) {
  const download = () => {
    const href = URL.createObjectURL(new Blob([gamesFile()], { type: "application/json" }));
    h("a", { href, download: "roost-my-games.json" }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  };
  const save = h("button.button", { onclick: download }, t("progress.save"));
  const remove = h("button.button.button--quiet", { onclick: () => void confirmDelete(show) }, t("progress.delete"));
  const file = h("input", { type: "file", accept: ".json,application/json", hidden: true });
  file.addEventListener("change", async () => {
    const text = await file.files?.[0]?.text();
    file.value = "";
    if (text === undefined) return;
    const games = gamesIn(text);
    try {
      if (!games) throw new TypeError();
      await api.post("/progress", { games }); // the server validates the games
    } catch (error) {
      const isLost = error instanceof Problem && !error.status;
      status.textContent = isLost ? t("problem.offline") : t("progress.no_history");
      return;
    }
    status.textContent = t("progress.added", { n: addGames(games) });
    await show();
  });
  const status = h("p", { role: "status" });
  const element = h(
    "div.stack.stack--tight",
    h("div.row", save, h("button.button", { onclick: () => file.click() }, t("progress.add")), remove, file),
    status,
  );
  return {
    element,
    /** @param {boolean} isEmpty */
    show: (isEmpty) => (save.hidden = remove.hidden = isEmpty),
  };
}

/** @param {() => Promise<void>} show called after the user has confirmed and everything was deleted */
async function confirmDelete(show) {
  const remove = t("progress.delete");
  const chosen = await askWhich(remove, [h("p", t("progress.delete_sure"))], [remove, t("progress.keep")]);
  if (chosen !== remove) return;
  forgetGames();
  forgetMistakes();
  announce(t("progress.deleted"));
  await show();
}
