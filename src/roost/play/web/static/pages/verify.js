// Checks the dice of a whole game in the browser, and explains why the host cannot choose them.

import { announce } from "../lib/announce.js";
import { fill, h, s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { allGames } from "../model/games.js";
import { loadUi, partOf } from "../model/game-ui.js";
import { api, fetchRecord } from "../net/api.js";
import { verdict } from "../parts/dice-check.js";
import { replayPanel } from "../parts/replay.js";
import { badNotice, recordField } from "../parts/record-field.js";

/** @type {Page} */
export default async function page({ query }, root) {
  const result = h("div.verify__result.stack", { hidden: true });
  /** @type {ReturnType<typeof replayPanel> | null} */
  let replay = null;

  /** @param {string} text */
  const check = async (text) => {
    replay?.leave();
    replay = null;
    const { element, sentence, record } = await verdict(text);
    const place = h("div");
    const showReplay = async () => {
      button.disabled = true;
      try {
        /** @type {ReplayView} */
        const played = await api.post("/replays", { record: text });
        replay = replayPanel(played, await loadUi(played.game));
        fill(place, replay.element);
      } catch (error) {
        button.disabled = false;
        fill(place, badNotice(error));
      }
    };
    const button = h("button.button", { onclick: showReplay }, t("verify.replay"));
    fill(
      result,
      element,
      h("p.small.soft", t("verify.local")),
      record ? h("div.stack.stack--tight", h("p.small.soft", t("verify.plays")), h("div.row", button)) : null,
      place,
    );
    result.hidden = false;
    announce(sentence);
    const heading = result.querySelector("h2");
    heading?.focus({ preventScroll: true });
    result.scrollIntoView({ block: "nearest" });
  };

  // Load the games' modules for reading records now, so that a later check works offline.
  await Promise.all((await allGames()).flatMap((info) => [partOf(info, "record"), partOf(info, "dice")]));
  const field = recordField(t("verify.check"), (text) => void check(text));
  root.append(
    h(
      "div.verify.stack",
      h("header.stack.stack--tight", h("h1", t("verify.title")), h("p.verify__lead", t("verify.lead"))),
      result,
      h(
        "section.card.stack",
        { "aria-labelledby": "verify-choose" },
        h("h2", { id: "verify-choose" }, t("verify.choose")),
        field,
      ),
      why(),
      h("p", h("a", { href: "/dice" }, t("dice.title"))),
    ),
  );
  const table = query.get("table");
  if (table) await check(await fetchRecord(encodeURIComponent(table), Number(query.get("game")) || undefined));
  return { title: t("verify.title"), leave: () => replay?.leave() };
}

function why() {
  return h(
    "section.verify__why.stack",
    { "aria-labelledby": "verify-why" },
    h("h2", { id: "verify-why" }, t("verify.why")),
    h(
      "ol.plain-list.verify__steps.columns.gap-4",
      reason("envelopes", envelope()),
      reason("numbers", bowl()),
      reason("computed", phone()),
    ),
    h("details.card", h("summary", h("b", t("verify.limits"))), h("p", t("verify.limits_text"))),
  );
}

/** @param {string} name @param {SVGElement} picture */
function reason(name, picture) {
  return h(
    "li.card.verify__step.stack.stack--tight",
    picture,
    h("h3", t(`verify.${name}`)),
    h("p", t(`verify.${name}_text`)),
  );
}

/** @param {...SVGElement} parts */
function picture(...parts) {
  return s("svg.verify__picture", { viewBox: "0 0 96 72", "aria-hidden": "true" }, ...parts);
}

/** @param {string} d @param {string} [fill] */
function path(d, fill = "none") {
  return s("path", {
    d,
    fill,
    stroke: "var(--ink)",
    "stroke-width": "2.5",
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
  });
}

function envelope() {
  return picture(
    path("M22 12H84V48H22Z", "var(--hollow)"),
    path("M16 18H78V54H16Z", "var(--bone)"),
    path("M10 24H72V60H10Z", "var(--card)"),
    path("M10 24L41 46L72 24"),
    s("circle", { cx: "41", cy: "46", r: "9", fill: "var(--accent)", stroke: "var(--ink)", "stroke-width": "2.5" }),
  );
}

function phone() {
  return picture(
    path("M34 6H62V66H34Z", "var(--card)"),
    path("M39 13H57V55H39Z", "var(--leaf-wash)"),
    ...[
      [44, 24],
      [52, 33],
      [44, 43],
    ].map(([cx = 0, cy = 0]) => s("circle", { cx, cy, r: "3", fill: "var(--ink)" })),
    path("M70 26C74 30 74 38 70 42M77 20C84 28 84 40 77 48"),
  );
}

function bowl() {
  return picture(
    path("M14 34H82C82 54 68 66 48 66S14 54 14 34Z", "var(--wood)"),
    path("M60 34L80 6"),
    path("M26 14H42V30H26Z", "var(--bone)"),
    path("M44 8H60V24H44Z", "var(--bone)"),
    ...[
      [34, 22],
      [49, 13],
      [55, 19],
    ].map(([cx = 0, cy = 0]) => s("circle", { cx, cy, r: "2.5", fill: "var(--on-bone)" })),
  );
}
