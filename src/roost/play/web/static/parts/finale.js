// Shows the end of a game: the podium, the player's own result, awards, and buttons for another game.

import { h } from "../lib/dom.js";
import { render } from "../lib/render.js";
import { list, t } from "../lib/i18n.js";
import { isLocal } from "../lib/place.js";
import { noteFinished } from "../lib/my-games.js";
import { address } from "../net/api.js";
import { icon } from "./icons.js";
import { seatName } from "./names.js";
import { originForOthers } from "./invite.js";
import { birdOf, face } from "./portrait.js";
import { podium, seriesEnd, seriesLinks, step, tellWinner } from "./series-end.js";
import { diceLine, openingWaits } from "./shield.js";

/** Largest gap to the winner, in points, that counts as close. */
const CLOSE = 2;

/**
 * @param {string} title of the game
 * @param {GameUi} ui
 * @param {{rematch: () => void, chooseNext: (game: string) => void} | null} acts null on a big screen
 */
export function finale(title, ui, acts) {
  const evening = seriesEnd(acts);
  const element = h("section.finale.stack.stack--tight", { "aria-label": t("finale.over") });
  /** The game whose review was requested, and the review's result for a player with a single seat. */
  let reviewed = "";
  /** @type {Awaited<ReturnType<typeof import("./my-game.js").myGame>>} */
  let mine = null;
  /** @type {() => void} */
  let redraw = () => {};

  /** @param {string} table @param {number} game whose review is shown once it is done */
  async function tellMine(table, game) {
    const now = `${table}/${game}`;
    if (reviewed === now) return;
    [reviewed, mine] = [now, null];
    const { myGame } = await import("./my-game.js"); // loaded on demand
    const result = await myGame(table, game, ui, () => element.isConnected && reviewed === now);
    if (!result || reviewed !== now) return;
    mine = result;
    redraw();
  }

  const end = {
    element,

    /** @param {Model} model @param {View} view @param {Award[]} awards @param {Guesses | null} [guesses] */
    show(model, view, awards, guesses) {
      const { table, person, spec } = model;
      const { game, series } = table;
      if (!game) return;
      redraw = () => end.show(model, view, awards, guesses);
      if (view.mine.length) noteFinished([table.id, game.number]);
      evening.show(model, view);
      if (acts && view.mine.length === 1) void tellMine(table.id, game.number);
      const winners = view.seats.filter((seat) => seat.hasWon);
      const score = ui.say("score.told", { n: winners[0]?.score ?? 0 });
      const all = t("finale.wins", { n: winners.length, names: list(winners.map(seatName)), score });
      const isMine = view.mine.length === 1 && winners.length === 1 && winners[0]?.isMine;
      const heading = isMine ? t("finale.you_win", { score }) : all;
      const outcome = series?.over ? t("series.last_game", { told: game.outcome_text ?? "" }) : (game.tie_break ?? "");
      // Encourage a player who almost won.
      const me = view.mine.length === 1 ? view.seats[view.mine[0] ?? 0] : undefined;
      const sign = game.lowest_wins ? -1 : 1; // if the lowest score wins, fewer points are better
      const behind = sign * ((winners[0]?.score ?? 0) - (me?.score ?? 0));
      const close = behind <= CLOSE ? t("finale.kind_close", { score: ui.say("score.told", { n: behind }) }) : "";
      const kind = !me || me.hasWon ? "" : behind <= 0 ? t("finale.kind_equal") : close;
      const ranked = [...view.seats].sort(
        (a, b) => Number(b.hasWon) - Number(a.hasWon) || sign * ((b.score ?? 0) - (a.score ?? 0)),
      );
      const most = Math.max(...view.seats.map((seat) => seat.score ?? 0));
      const steps = series?.over
        ? podium(series)
        : ranked.map((seat) => {
            const [place, name] = [placeOf(seat, ranked), seatName(seat)];
            return step(place, seat.hasWon, face(seat), name, seat.score ?? 0, most, ui.board.trophy);
          });
      const guessed = guesses?.made ? t("finale.guessed", { n: guesses.right, of: guesses.made }) : "";
      const share = async () => {
        const { showShare } = await import("./share.js"); // loaded on demand
        const rows = ranked.map((seat) => ({
          place: placeOf(seat, ranked),
          name: seatName(seat),
          score: seat.score ?? 0,
          bird: /** @type {SVGSVGElement} */ (birdOf(seat)),
        }));
        const result = { game: game.state.game, title, heading: all, detail: game.tie_break ?? "", rows };
        showShare(result, `${originForOthers()}/${isLocal ? "" : `game/${table.id}/${game.number}`}`);
      };
      const waits = waitsFor(model, view);
      const record = address(`/tables/${table.id}/record`, { game: game.number });
      render(
        element,
        h("h2.finale__title.centred", series?.over ? tellWinner(series, person) : heading),
        h("p.finale__told.soft.centred", { hidden: !outcome }, outcome),
        h("p.finale__kind.bold.centred", { hidden: !kind }, kind),
        h("ol.finale__standings.plain-list", { "data-players": steps.length }, ...steps),
        evening.next,
        acts && rematch(model, view, acts.rematch),
        acts &&
          h(
            "a.finale__results.button.button--main.button--wide",
            { hidden: !spec.challenge, href: `/challenge/${spec.challenge}` },
            t("challenge.results"),
          ),
        h("p.small.soft", { hidden: !waits || table.status === "closed" }, waits),
        // Reserve space for the player's own result, so that nothing moves under their finger when the result arrives.
        acts && h("p.finale__mine.bold.centred", { role: "status", hidden: view.mine.length !== 1 }, mine?.line),
        acts &&
          h(
            "a.button.button--wide",
            { href: `/review/${table.id}/${game.number}` },
            icon("odds"),
            h("span", t("review.link")),
          ),
        acts &&
          h(
            "button.finale__share.button.button--wide",
            { onclick: share },
            icon("share"),
            h("span", t("common.share")),
          ),
        acts && h("div.finale__cost", mine?.costliest),
        acts && evening.element, // a big screen shows the standings all the time
        h(
          "ul.finale__awards.plain-list",
          { "aria-label": t("finale.awards"), hidden: awards.length === 0 && !guessed },
          ...awards.map(({ kind, seat, from, n }) => {
            const [name, victim] = [seat, from]
              .map((index) => view.seats[index ?? -1])
              .map((look) => (look ? seatName(look) : ""));
            const values = { n, score: ui.say("score.told", { n }), name: name ?? "", from: victim ?? "" };
            return h("li.finale__award.small", t(`finale.award.${kind}`, values));
          }),
          guessed && h("li.finale__award.small", guessed),
        ),
        acts &&
          h(
            "details.finale__more",
            h("summary.button.button--wide", t("finale.more")),
            h(
              "div.finale__links.columns",
              ...(series ? seriesLinks(table.id) : []),
              h("a.button", { href: `/game/${table.id}/${game.number}` }, t("table.watch_again")),
              h("a.button", { href: record, download: "" }, t("table.record")),
              h("a.button", { href: "/progress" }, t("progress.link")),
              h("a.button", { href: "/" }, t("finale.other_game")),
            ),
            h("p.finale__dice.small.centred", ...diceLine(model)),
          ),
      );
    },
  };
  return end;
}

/** @param {Model} model @param {View} view @param {() => void} onclick */
function rematch({ table: { series, status }, spec }, view, onclick) {
  const isOff = Boolean(spec.challenge) || status === "closed";
  const label = !series ? "finale.rematch" : series.over ? "series.new" : "series.play_next";
  return h(
    "button.button.button--main.button--wide",
    {
      hidden: isOff || (view.isWatching && !view.isHost && !view.sitsOut),
      disabled: view.wantsRematch || Boolean(series?.next.missing),
      onclick,
    },
    icon("play"),
    h("span", t(view.wantsRematch ? "finale.rematch_offered" : label)),
  );
}

/**
 * Say whose answer the next game waits for, or who wants a next game.
 * @param {Model} model
 * @param {View} view
 */
function waitsFor({ table, person }, view) {
  const { series } = table;
  const seated = view.seats
    .filter((seat) => seat.kind === "person" && !seat.isReplaced)
    .map((seat) => ({ person: seat.person ?? -1, name: seatName(seat) }));
  const waiting = (series?.bench ?? []).map((member) => ({ person: member.person ?? -1, name: member.name }));
  // Only the players of the next game are asked.
  const people = [...seated, ...waiting].filter(
    (member) => member.person !== person && (!series || series.next.asked.includes(member.person)),
  );
  const [willing, others] = [true, false].map((isKeen) =>
    people.filter((member) => table.rematch.includes(member.person) === isKeen).map(({ name }) => name),
  );
  if (openingWaits(table)) return openingWaits(table);
  if (view.wantsRematch) return t("finale.rematch_waits", { names: list(others ?? []) });
  return willing?.length ? t("finale.rematch_wanted", { n: willing.length, names: list(willing) }) : "";
}

/**
 * Return a player's place on the podium; players with equal scores share a place.
 * @param {SeatLook} seat
 * @param {SeatLook[]} ranked
 */
function placeOf(seat, ranked) {
  return 1 + ranked.findIndex((other) => other.hasWon === seat.hasWon && other.score === seat.score);
}
