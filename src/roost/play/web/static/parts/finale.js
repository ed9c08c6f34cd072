// The end of a game: a podium, one's own game in a line, what the game had to be proud of, and another one.

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
 * @param {import("../model/kit.js").Kit} kit
 * @param {{rematch: () => void, chooseNext: (game: string) => void} | null} acts nothing where nobody chooses: on a big screen
 */
export function finale(title, kit, acts) {
  const evening = seriesEnd(acts);
  const heading = h("h2.finale__title");
  const outcome = h("p.finale__told");
  const kind = h("p.finale__kind");
  const mine = h("p.finale__mine", { role: "status" });
  const costliest = h("div.finale__cost");
  const review = h("a.button.button--wide", icon("odds"), h("span", t("review.link")));
  const standings = h("ol.finale__standings.plain-list");
  const prizes = h("ul.finale__awards.plain-list", { "aria-label": t("finale.awards") });
  const trust = h("p.finale__dice.small");
  const again = h("button.button.button--main.button--wide", { onclick: acts?.rematch });
  /** @type {() => void} */
  let shareResult = () => {};
  const share = h(
    "button.button.button--wide.finale__share",
    { onclick: () => shareResult() },
    icon("share"),
    h("span", t("common.share")),
  );
  const results = h("a.button.button--main.button--wide", { hidden: true }, t("challenge.results"));
  const waiting = h("p.small.soft");
  const links = h("div.finale__links");
  const more = h("details.finale__more", h("summary.button.button--wide", t("finale.more")), links, trust);
  const element = h(
    "section.finale",
    { "aria-label": t("finale.over") },
    heading,
    outcome,
    kind,
    standings,
    evening.next,
    acts && again,
    acts && results,
    waiting,
    acts && mine, // it comes later, and must not move what somebody is about to tap
    acts && costliest,
    acts && review,
    acts && share,
    acts && evening.element, // a big screen shows it all the time
    prizes,
    acts && more,
  );

  /** The game whose review was asked for. */
  let reviewed = "";

  /**
   * Tell whoever played one seat about their own game, once its review is made.
   * @param {string} table
   * @param {number} game
   */
  async function tellMine(table, game) {
    const now = `${table}/${game}`;
    if (reviewed === now) return;
    reviewed = now;
    fill(mine);
    fill(costliest);
    const { myGame } = await import("./my-game.js"); // fetched when a game is over
    const told = await myGame(table, game, kit, () => element.isConnected && reviewed === now);
    if (!told || reviewed !== now) return;
    fill(mine, told.line);
    fill(costliest, told.costliest);
  }

  return {
    element,

    /**
     * @param {Model} model
     * @param {View} view
     * @param {Award[]} awards
     * @param {import("../table/guessing.js").Guesses | null} [guesses]
     */
    show(model, view, awards, guesses) {
      const { table, trust: dice, person } = model;
      const { game, series } = table;
      if (!game) return;
      if (view.mine.length) noteFinished([table.id, game.number]);
      evening.show(model, view);
      const won = view.seats.filter((seat) => seat.hasWon);
      const score = kit.say("score.told", { n: won[0]?.score ?? 0 });
      const all = t("finale.wins", { n: won.length, names: list(won.map(seatName)), score });
      const isMine = view.mine.length === 1 && won.length === 1 && won[0]?.isMine;
      heading.textContent = isMine ? t("finale.you_win", { score }) : all;
      if (series?.over) heading.textContent = tellWinner(series, person);
      outcome.textContent = series?.over ? t("series.last_game", { told: game.told ?? "" }) : (game.tie_break ?? "");
      outcome.hidden = !outcome.textContent;
      kind.textContent = kindWord(view, won, kit);
      kind.hidden = !kind.textContent;
      const ranked = [...view.seats].sort(
        (one, other) => Number(other.hasWon) - Number(one.hasWon) || (other.score ?? 0) - (one.score ?? 0),
      );
      const steps = series?.over ? podium(series) : ranked.map((seat) => step(seat, placeOf(seat, ranked)));
      standings.dataset["players"] = String(steps.length);
      fill(standings, ...steps);
      if (acts && view.mine.length === 1) void tellMine(table.id, game.number);
      const guessed = guesses?.made ? t("finale.guessed", { n: guesses.right, of: guesses.made }) : "";
      fill(prizes, ...awards.map((award) => prize(award, view, kit)), guessed && h("li.finale__award", guessed));
      prizes.hidden = awards.length === 0 && !guessed;
      shareResult = async () => {
        const { showShare } = await import("./share.js"); // fetched when somebody asks
        const rows = ranked.map((seat) => ({
          place: placeOf(seat, ranked),
          name: seatName(seat),
          score: seat.score ?? 0,
          bird: /** @type {SVGSVGElement} */ (birdOf(seat)),
        }));
        const result = { game: game.state.game, title, heading: all, told: game.tie_break ?? "", rows };
        showShare(result, `${originForOthers()}/game/${table.id}/${game.number}`);
      };
      fill(trust, ...trustLine(dice, table.id, game.number));
      showRematch(model, view);
      review.setAttribute("href", `/review/${table.id}/${game.number}`);
      const record = address(`/tables/${table.id}/record`, { game: game.number });
      fill(
        links,
        ...(series ? seriesLinks(table.id) : []),
        h("a.button", { href: `/game/${table.id}/${game.number}` }, t("table.watch_again")),
        h("a.button", { href: record, download: "" }, t("table.record")),
        h("a.button", { href: "/progress" }, t("progress.link")),
        h("a.button", { href: "/" }, t("finale.other_game")),
      );
    },
  };

  /**
   * @param {Model} model
   * @param {View} view
   */
  function showRematch({ table, person, spec }, view) {
    results.hidden = !spec.challenge;
    if (spec.challenge) results.setAttribute("href", `/challenge/${spec.challenge}`);
    const { series, rematch: wanted, status } = table;
    const isClosed = status === "closed";
    again.hidden = Boolean(spec.challenge) || isClosed || (view.isWatching && !view.isHost && !view.sitsOut);
    again.disabled = view.wantsRematch || Boolean(series?.next.missing);
    const what = !series ? "finale.rematch" : series.over ? "series.new" : "series.play_next";
    fill(again, icon("play"), h("span", t(view.wantsRematch ? "finale.rematch_offered" : what)));
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
    "li.finale__seat",
    {
      "data-won": seat.hasWon || null,
      "data-place": `podium-${place}`,
      style: { "--place": place },
    },
    h("span.finale__place", { "aria-hidden": "true" }, numeral(place)),
    face(seat),
    h("span.finale__name", seatName(seat)),
    h("b.finale__score", numeral(seat.score ?? 0)),
    seat.hasWon && h("span.unseen", t("table.winner")),
  );
}

/**
 * @param {Award} award
 * @param {View} view
 * @param {import("../model/kit.js").Kit} kit
 */
function prize({ kind, seat, from, n }, view, kit) {
  const name = (/** @type {number | null} */ which) => {
    const look = which === null ? undefined : view.seats[which];
    return look ? seatName(look) : "";
  };
  const score = kit.say("score.told", { n });
  return h("li.finale__award", t(`finale.award.${kind}`, { n, score, name: name(seat), from: name(from) }));
}

/**
 * A word for whoever has almost won.
 * @param {View} view
 * @param {SeatLook[]} won
 * @param {import("../model/kit.js").Kit} kit
 */
function kindWord(view, won, kit) {
  const me = view.mine.length === 1 ? view.seats[view.mine[0] ?? 0] : undefined;
  if (!me || me.hasWon) return "";
  const n = (won[0]?.score ?? 0) - (me.score ?? 0);
  if (n <= 0) return t("finale.kind_equal");
  return n <= CLOSE ? t("finale.kind_close", { score: kit.say("score.told", { n }) }) : "";
}
