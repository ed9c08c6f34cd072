// The table on a big screen: whose turn it is, the dice, the board, and how to join. It offers no choices.

import { h } from "../lib/dom.js";
import { render } from "../lib/render.js";
import { t } from "../lib/i18n.js";
import { noteTurn } from "../lib/best-turn.js";
import { SECONDS, upcomingGame } from "../model/next-game.js";
import { viewOf } from "../model/table.js";
import { deadlineOf, turnClock, countdown } from "./clock.js";
import { eveningScore } from "./evening.js";
import { finale } from "./finale.js";
import { spelled } from "./invite.js";
import { seatName } from "./names.js";
import { narration } from "./narration.js";
import { playArea } from "./play-area.js";
import { face } from "./portrait.js";
import { remote } from "./remote.js";
import { doubts } from "./shield.js";
import { attract } from "../table/attract.js";
import { tvJoin } from "./tv-join.js";

/**
 * @param {{id: string, code: string, title: string, game: string}} table
 * @param {GameUi} ui of the game
 */
export function tvScreen(table, ui) {
  const area = playArea(ui);
  const narrator = narration(null);
  const clock = turnClock(() => {});
  const end = finale(table.title, ui, null);
  const [first, later] = [countdown(SECONDS), countdown(SECONDS)];
  const join = tvJoin(table, first.element);
  const evening = eveningScore(later.element);
  const demo = attract(join.lobby, table.game, tvScreen);
  const again = h("p.tv__again.line", { hidden: true }, h("span", t("tv.again")), h("strong", spelled(table.code)));
  const turn = h("p.tv__turn.line");
  const connection = h("p.tv__connection.chip", { role: "status", hidden: true });
  const asks = h("p.tv__asks.chip", { role: "status", hidden: true });
  const warning = h("p.tv__warning", { role: "alert", hidden: true });
  const keys = remote();
  const element = h(
    "div.table.tv",
    h("h1.unseen", table.title),
    h("header.tv__head", turn, clock.element, evening.element, join.element),
    area.element,
    end.element,
    again,
    join.lobby,
    h("section.tv__foot.line", narrator.element, connection, warning),
    asks,
    keys.element,
  );

  const screen = {
    element,
    isBig: true,
    bindKeys: () => keys.bind(),
    react: area.react,
    choices: { roll() {} },
    bubble: { isOpen: false, hide() {}, say() {} },
    panel: null,
    rollPicked: () => false,
    say() {},
    celebrate: area.celebrate,
    cheer: area.cheer,

    stop() {
      for (const part of [clock, narrator, area, first, later, demo]) part.stop();
    },

    warn() {},
    /**
     * Show whether this screen is waiting to be admitted.
     * @param {import("../table/room-clock.js").BigScreen[]} asking this screen if it is waiting; otherwise none
     */
    asked([request]) {
      asks.hidden = !request;
      asks.textContent = request ? t("tv.asks", { n: request.number }) : "";
    },

    /**
     * Show the latest sentence.
     * @param {string} sentence
     * @param {import("./narration.js").About} [about]
     */
    narrate(sentence, about) {
      if (!about?.isMissed) narrator.say(sentence, about);
    },

    /** @param {Connection} state */
    connection(state) {
      connection.hidden = state === "live";
      connection.textContent = state === "live" ? "" : t(`table.connection.${state}`);
    },

    /** @param {Scene} next */
    show(next) {
      const { model, events, isIdle, pace, isTense } = next;
      const view = viewOf(model, isIdle);
      const { game, series } = model.table;
      const isOver = view.phase === "over" || (view.phase === "closed" && game?.node === "over");
      element.dataset["phase"] = isOver ? "over" : view.phase;
      element.dataset["game"] = table.game;
      area.element.hidden = !game || isOver;
      if (game && !isOver) area.show(game, view, { mayChoose: false, events, pace, isTense });
      // Everyone in the room sees problems with the dice; only a device's own shield shows whether it contributed.
      const device = model.device;
      const trouble = doubts(model, ["attempts", "restored", "changed"]);
      warning.hidden = !device?.broken && !trouble.length;
      warning.dataset["state"] = device?.standing;
      warning.textContent = device?.broken ? t("table.dice_broken") : trouble.join(" ");
      join.show(view);
      demo.look(view.phase === "waiting" && !view.seats.some((seat) => seat.kind === "person" && !seat.isAbsent));
      const best = isOver ? next.awards?.find(({ kind }) => kind === "best_turn") : undefined;
      const bestSeat = best && view.seats[best.seat];
      if (bestSeat) {
        const most = Math.max(1, ...view.seats.map(({ score }) => score ?? 0));
        const score = ui.say("score.told", { n: best.n });
        noteTurn(table.id, best.n / most, t("series.best_turn", { name: seatName(bestSeat), score }));
      }
      evening.show(table.id, view.phase === "waiting" ? null : series, isOver);
      end.element.hidden = !isOver;
      again.hidden = !isOver || model.table.status === "closed" || Boolean(model.spec.challenge);
      if (isOver) end.show(model, view, next.awards ?? []);
      // Whose turn it is, in large type: the player's bird, name, and current action.
      const seat = view.seats.find((seat) => seat.isTurn);
      const does = seat?.bot ? "table.thinks" : seat?.isAbsent ? "table.waits_away" : "tv.turn";
      const line =
        next.isStuck && view.phase === "playing" && !device?.broken
          ? t("table.waits_for_dice")
          : view.phase === "closed"
            ? t("table.closed")
            : seat
              ? t(does, { name: seatName(seat) })
              : "";
      turn.style.setProperty("--seat", seat ? `var(--seat-${seat.seat})` : "transparent");
      render(turn, seat && face(seat), h("span", line));
      clock.until(isIdle ? deadlineOf(model, view) : null, model.spec.rules?.turn_seconds ?? 0);
      const key = isIdle ? upcomingGame(model, view)?.key : undefined;
      first.to(isOver ? undefined : key);
      later.to(isOver ? key : undefined);
    },
  };

  return screen;
}
