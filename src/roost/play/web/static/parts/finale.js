// The end of a game: a podium, a kind word, what the game had to be proud of, and another one.

import { numeral } from "../art/numerals.js";
import { fill, h } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { noteFinished } from "../lib/my-games.js";
import { address } from "../net/api.js";
import { icon } from "./icons.js";
import { seatName } from "./names.js";
import { originForOthers } from "./invite.js";
import { birdOf, face } from "./portrait.js";
import { podium, seriesEnd, seriesLinks, tellWinner } from "./series-end.js";
import { openingWaits, trustLine } from "./shield.js";

/** @typedef {import("../model/table.js").View} View */
/** @typedef {import("../model/table.js").Model} Model */
/** @typedef {import("../model/table.js").SeatLook} SeatLook */
/** @typedef {import("../model/awards.js").Award} Award */

/** Whoever is no further behind was close. */
const CLOSE = 2;

/**
 * @param {string} title of the game
 * @param {{rematch: () => void, chooseNext: (game: string) => void} | null} acts nothing where nobody chooses: on a big screen
 */
export function finale(title, acts) {
  const evening = seriesEnd(acts);
  const heading = h("h2", { class: "finale__title" });
  const outcome = h("p", { class: "finale__told" });
  const kind = h("p", { class: "finale__kind" });
  const standings = h("ol", { class: "finale__standings plain-list" });
  const prizes = h("ul", { class: "finale__awards plain-list", "aria-label": t("finale.awards") });
  const trust = h("p", { class: "finale__dice small" });
  const again = h("button", { type: "button", class: "button button--main button--wide", onclick: acts?.rematch });
  /** @type {() => void} */
  let shareResult = () => {};
  const share = h(
    "button",
    { type: "button", class: "button button--wide finale__share", onclick: () => shareResult() },
    icon("share"),
    h("span", null, t("common.share")),
  );
  const results = h("a", { class: "button button--main button--wide", hidden: true }, t("challenge.results"));
  const waiting = h("p", { class: "small soft" });
  const links = h("div", { class: "finale__links" });
  const more = h(
    "details",
    { class: "finale__more" },
    h("summary", { class: "button button--wide" }, t("finale.more")),
    links,
    trust,
  );
  const element = h(
    "section",
    { class: "finale", "aria-label": t("finale.over") },
    heading,
    outcome,
    kind,
    standings,
    evening.next,
    acts && again,
    acts && results,
    waiting,
    acts && share,
    acts && evening.element, // a big screen shows it all the time
    prizes,
    acts && more,
  );

  return {
    element,

    /**
     * @param {Model} model
     * @param {View} view
     * @param {Award[]} awards
     */
    show(model, view, awards) {
      const { table, trust: dice, person } = model;
      const { game, series } = table;
      if (!game) return;
      if (view.mine.length) noteFinished([table.id, game.number]);
      evening.show(model, view);
      const won = view.seats.filter((seat) => seat.hasWon);
      const mine = won.filter((seat) => seat.isMine);
      heading.textContent =
        mine.length > 0 && view.mine.length === 1 && won.length === 1
          ? t("finale.you_win")
          : t("finale.wins", { n: won.length, names: list(won.map(seatName)) });
      if (series?.over) heading.textContent = tellWinner(series, person);
      const told = game.told ?? "";
      outcome.textContent = series?.over ? t("series.last_game", { told }) : told;
      kind.textContent = kindWord(view, won);
      kind.hidden = !kind.textContent;
      const ranked = [...view.seats].sort(
        (one, other) => Number(other.hasWon) - Number(one.hasWon) || (other.score ?? 0) - (one.score ?? 0),
      );
      const steps = series?.over ? podium(series) : ranked.map((seat) => step(seat, placeOf(seat, ranked)));
      standings.dataset["players"] = String(steps.length);
      fill(standings, ...steps);
      fill(prizes, ...awards.map((award) => prize(award, view)));
      prizes.hidden = awards.length === 0;
      shareResult = async () => {
        const { showShare } = await import("./share.js"); // fetched when somebody asks
        const rows = ranked.map((seat) => ({
          place: placeOf(seat, ranked),
          name: seatName(seat),
          score: seat.score ?? 0,
          bird: /** @type {SVGSVGElement} */ (birdOf(seat)),
        }));
        const all = t("finale.wins", { n: won.length, names: list(won.map(seatName)) });
        const result = { game: game.state.game, title, heading: all, told: game.told ?? "", rows };
        showShare(result, `${originForOthers()}/game/${table.id}/${game.number}`);
      };
      fill(trust, ...trustLine(dice, table.id, game.number));
      showRematch(model, view);
      const record = address(`/tables/${table.id}/record`, { game: game.number });
      fill(
        links,
        ...(series ? seriesLinks(table.id) : []),
        h("a", { class: "button", href: `/review/${table.id}/${game.number}` }, t("review.link")),
        h("a", { class: "button", href: `/game/${table.id}/${game.number}` }, t("table.watch_again")),
        h("a", { class: "button", href: record, download: "" }, t("table.record")),
        h("a", { class: "button", href: "/progress" }, t("progress.link")),
        h("a", { class: "button", href: "/" }, t("finale.other_game")),
      );
    },
  };

  /**
   * @param {Model} model
   * @param {View} view
   */
  function showRematch({ table, person, spec }, view) {
    results.hidden = !spec.challenge;
    results.setAttribute("href", `/challenge/${spec.challenge}`);
    const { series, rematch: wanted, status } = table;
    const isClosed = status === "closed";
    again.hidden = Boolean(spec.challenge) || isClosed || (view.isWatching && !view.isHost && !view.sitsOut);
    again.disabled = view.wantsRematch || Boolean(series?.next.missing);
    const what = !series ? "finale.rematch" : series.over ? "series.new" : "series.play_next";
    again.textContent = view.wantsRematch ? t("finale.rematch_offered") : t(what);
    const people = asked(table, view).filter((one) => one.person !== person);
    const names = (/** @type {boolean} */ isKeen) =>
      people.filter((one) => wanted.includes(one.person) === isKeen).map(({ name }) => name);
    const keen = names(true);
    waiting.textContent =
      openingWaits(table) || view.wantsRematch
        ? openingWaits(table) || t("finale.rematch_waits", { names: list(names(false)) })
        : keen.length
          ? t("finale.rematch_wanted", { n: keen.length, names: list(keen) })
          : "";
    waiting.hidden = !waiting.textContent || isClosed;
  }
}

/**
 * The people who are asked whether they want the next game: those who play it.
 * @param {Model["table"]} table
 * @param {View} view
 * @returns {{person: number, name: string}[]}
 */
function asked({ series }, view) {
  const seated = view.seats
    .filter((seat) => seat.kind === "person" && !seat.isReplaced)
    .map((seat) => ({ person: seat.person ?? -1, name: seatName(seat) }));
  if (!series) return seated;
  const waiting = series.bench.map(({ person, name }) => ({ person: person ?? -1, name }));
  return [...seated, ...waiting].filter(({ person }) => series.next.asked.includes(person));
}

/**
 * One's place on the podium: equal scores share it.
 * @param {SeatLook} seat
 * @param {SeatLook[]} ranked
 */
function placeOf(seat, ranked) {
  return 1 + ranked.findIndex((other) => other.hasWon === seat.hasWon && other.score === seat.score);
}

/**
 * A step of the podium.
 * @param {SeatLook} seat
 * @param {number} place
 */
function step(seat, place) {
  return h(
    "li",
    {
      class: "finale__seat",
      "data-won": seat.hasWon || null,
      "data-place": `podium-${place}`,
      style: { "--place": place },
    },
    h("span", { class: "finale__place", "aria-hidden": "true" }, numeral(place)),
    face(seat),
    h("span", { class: "finale__name" }, seatName(seat)),
    h("b", { class: "finale__score" }, numeral(seat.score ?? 0)),
    seat.hasWon && h("span", { class: "unseen" }, t("table.winner")),
  );
}

/**
 * @param {Award} award
 * @param {View} view
 */
function prize({ kind, seat, from, n }, view) {
  const name = (/** @type {number | null} */ which) => {
    const look = which === null ? undefined : view.seats[which];
    return look ? seatName(look) : "";
  };
  return h("li", { class: "finale__award" }, t(`finale.award.${kind}`, { n, name: name(seat), from: name(from) }));
}

/**
 * A word for whoever has not won.
 * @param {View} view
 * @param {SeatLook[]} won
 */
function kindWord(view, won) {
  const me = view.mine.length === 1 ? view.seats[view.mine[0] ?? 0] : undefined;
  if (!me || me.hasWon) return "";
  const n = (won[0]?.score ?? 0) - (me.score ?? 0);
  if (n <= 0) return t("finale.kind_equal");
  return t(n <= CLOSE ? "finale.kind_close" : "finale.kind", { n });
}
