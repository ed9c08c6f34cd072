// For authors of games, while `roost host --reload` runs: reload the page when the server has started again, and show a
// table's position, legal moves and latest events in a panel beside it.

import { h } from "./lib/dom.js";
import { t } from "./lib/i18n.js";
import { under, within } from "./lib/place.js";
import { render } from "./lib/render.js";

/** @typedef {{version?: number, events?: Record<string, unknown>[], table?: TableView} & Partial<TableView>} Told */

const LOOK_EVERY = 700;
const MOST_EVENTS = 30;

const started = document.documentElement.dataset.author;
const panel = h("aside.author-panel", { hidden: true });
document.body.append(panel);

/** Reload the page once another server answers. */
async function look() {
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  const now = answer?.ok ? /data-author="(\d+)"/.exec(await answer.text())?.[1] : started;
  if (now && now !== started) location.reload();
}

let shown = "";
let events = /** @type {string[]} */ ([]);
/** @type {EventSource | null} */
let source = null;

/** Follow the table that the page shows, if any. */
function follow() {
  const table = /^\/table\/([0-9a-z]+)$/.exec(within(location.pathname))?.[1] ?? "";
  if (table === shown) return;
  source?.close();
  [shown, events, panel.hidden] = [table, [], !table];
  document.documentElement.toggleAttribute("data-has-author-panel", Boolean(table));
  if (!table) return;
  source = new EventSource(under(`/api/tables/${table}/events`));
  for (const type of ["snapshot", "change"]) source.addEventListener(type, ({ data }) => draw(JSON.parse(data)));
}

/** @param {Told} told */
function draw(told) {
  const { game = null } = told.table ?? /** @type {TableView} */ (told);
  const latest = (told.events ?? []).map((event) => JSON.stringify(event));
  events = [...latest.reverse(), ...events].slice(0, MOST_EVENTS);
  const list = (/** @type {string[]} */ items) => h("ul", ...items.map((item) => h("li", h("code", item))));
  render(
    panel,
    h("h2", t("author.title")),
    h("h3", t("author.position")),
    h("p", h("code", game?.position ?? "–")),
    h("h3", t("author.moves")),
    list(game?.actions.map(({ action }) => action) ?? []),
    h("h3", t("author.events")),
    list(events),
  );
}

setInterval(look, LOOK_EVERY);
setInterval(follow, LOOK_EVERY);
