// Shows the standings of a series between games, at its end, and on a page of their own.

import { numeral } from "../art/numerals.js";
import { h } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { face } from "./portrait.js";

/** @param {StandingView} standing whose bird is drawn */
export function memberFace({ seat, member, bot, avatar, person }) {
  return face({ seat: seat ?? member, bot, avatar, kind: person === null ? "bot" : "person" });
}

/**
 * @param {SeriesView} series
 * @param {boolean} [isBetween] whether no game is being played
 * @returns {string} a sentence about how far the series has progressed
 */
export function progress({ played, games }, isBetween = true) {
  const key = isBetween && played ? "after" : "game";
  const n = isBetween && played ? played : played + 1;
  return games === null ? t(`series.${key}`, { n }) : t(`series.${key}_of`, { n, of: games });
}

/** @param {Pick<SeriesView, "kind" | "count">} series */
export const kindOf = ({ kind, count }) => t(`series.kind.${kind}`, { n: count });

/**
 * Make a table of all players, with the leader first.
 * @param {SeriesView} series
 * @param {number | null} [me] the person whose rows are marked
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
      ...series.standings.map((standing) =>
        h(
          "tr.standings__row",
          { "data-mine": (me !== null && standing.person === me) || null, "data-gone": !standing.here || null },
          h("td.standings__place", numeral(standing.rank)),
          h(
            "th.standings__name",
            { scope: "row" },
            memberFace(standing),
            h("span", standing.name),
            !standing.here && h("span.chip", t("series.left")),
          ),
          h("td.standings__points", h("b", numeral(standing.points))),
          h("td.standings__wins", numeral(standing.wins)),
          h("td.standings__games", numeral(standing.played)),
        ),
      ),
    ),
  );
}

/** @param {SeriesView} series @returns {string} sentences about the next game */
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
