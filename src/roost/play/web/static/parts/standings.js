// How a series stands: between two games, at its end, and on a page of its own.

import { numeral } from "../art/numerals.js";
import { h } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { face } from "./portrait.js";

/**
 * The bird of somebody who plays a series.
 * @param {StandingView} one
 */
export function memberFace({ seat, member, bot, avatar, person }) {
  return face({ seat: seat ?? member, bot, avatar, kind: person === null ? "bot" : "person" });
}

/**
 * How far a series has come.
 * @param {SeriesView} series
 * @param {boolean} [isBetween] whether no game is being played
 */
export function progress({ played, games }, isBetween = true) {
  const key = isBetween && played ? "after" : "game";
  const n = isBetween && played ? played : played + 1;
  return games === null ? t(`series.${key}`, { n }) : t(`series.${key}_of`, { n, of: games });
}

/**
 * What a series is played for.
 * @param {Pick<SeriesView, "kind" | "count">} series
 */
export const kindOf = ({ kind, count }) => t(`series.kind.${kind}`, { n: count });

/**
 * A table of all who play, whoever leads in front.
 * @param {SeriesView} series
 * @param {number | null} [me] whose rows are marked
 */
export function standingsTable(series, me = null) {
  const head = ["place", "name", "points", "wins", "games"].map((name) =>
    h(`th.standings__${name}`, { scope: "col" }, t(`series.${name}`)),
  );
  return h(
    "table.standings.figures",
    h("caption.standings__caption.soft.small", progress(series)),
    h("thead", h("tr", ...head)),
    h(
      "tbody",
      ...series.standings.map((one) =>
        h(
          "tr.standings__row",
          { "data-mine": (me !== null && one.person === me) || null, "data-gone": !one.here || null },
          h("td.standings__place", numeral(one.rank)),
          h(
            "th.standings__name",
            { scope: "row" },
            memberFace(one),
            h("span", one.name),
            !one.here && h("span.chip", t("series.left")),
          ),
          h("td.standings__points", h("b", numeral(one.points))),
          h("td.standings__wins", numeral(one.wins)),
          h("td.standings__games", numeral(one.played)),
        ),
      ),
    ),
  );
}

/**
 * What comes next, in sentences.
 * @param {SeriesView} series
 */
export function tellNext({ next, over }) {
  if (next.missing) return t("series.missing");
  if (over) return "";
  const out = next.sits_out;
  return [
    t("series.next", { game: next.title }),
    next.begins === null ? t("series.drawn") : t("series.begins", { name: next.begins }),
    out.length ? t("series.sits_out", { n: out.length, names: list(out) }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}
