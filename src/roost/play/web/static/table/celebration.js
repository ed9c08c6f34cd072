// Celebrations at a table: a big picture and confetti for a win, and a picture for a comeback.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { viewOf, winners } from "../model/table.js";
import { seatName } from "../parts/names.js";
import { face } from "../parts/portrait.js";
import { moves } from "../lib/settings.js";

/**
 * @param {import("./session.js").AnyScreen} screen
 * @param {() => SVGElement} [trophy] drawn beside the winner
 */
export function celebration(screen, trophy) {
  /** Whether a game's end has been shown, but not yet its result. */
  let isResultDue = false;
  /** Removes the confetti of the latest win. */
  let sweep = () => {};

  return {
    stop: () => sweep(),

    /**
     * Show a big picture of the winner, once the last piece has moved.
     * @param {Model} model
     * @param {number} pace
     */
    ended(model, pace) {
      isResultDue = true;
      const { seats } = viewOf(model, false);
      const birds = winners(model.table.game).flatMap((seat) => (seats[seat] ? [face(seats[seat])] : []));
      const side = () => trophy && h("div.moment__side", trophy());
      const picture = h("div.moment__bust", side(), ...birds, side());
      queueMicrotask(() => screen.celebrate({ picture, isBig: true }, pace));
    },

    /** @param {Model} model whose result is now shown; on the winner's device or at a series' end confetti follows */
    seen(model) {
      if (!isResultDue) return;
      isResultDue = false;
      const isOurs = viewOf(model).seats.some(
        ({ hasWon, kind, isMine }) => hasWon && (screen.isBig ? kind === "person" : isMine),
      );
      if (!isOurs && !model.table.series?.over) return;
      sweep();
      sweep = confetti();
    },

    /**
     * Show a picture of a player who has come back from far behind, and return the sentence for it.
     * @param {ReturnType<import("../model/timeline.js").TimelineSoFar["takeComeback"]>} comeback
     * @param {Model} model
     * @param {number} pace
     */
    cameBack(comeback, model, pace) {
      const seat = comeback && viewOf(model, false).seats[comeback.seat];
      if (!seat) return undefined;
      screen.celebrate({ picture: face(seat) }, pace);
      return t("table.comeback", { name: seatName(seat), n: comeback.n });
    },
  };
}

// Confetti for the winner, unless animations are off.

const PIECES = 110;
const SECONDS = 3.2;
const COLOURS = ["--seat-0", "--seat-1", "--seat-2", "--seat-3", "--corn", "--ember"];

/** Throw confetti over the page. Return a function that removes it. */
export function confetti() {
  if (!moves()) return () => {};
  const canvas = h("canvas.confetti", { "aria-hidden": "true" });
  const pen = canvas.getContext("2d");
  if (!pen) return () => {};
  document.body.append(canvas);
  const width = (canvas.width = innerWidth);
  const height = (canvas.height = innerHeight);
  const style = getComputedStyle(document.documentElement);
  const pieces = Array.from({ length: PIECES }, (_, i) => ({
    x: width * (0.5 + (Math.random() - 0.5) * 0.3),
    y: height * 0.35,
    dx: (Math.random() - 0.5) * width * 0.9,
    dy: -height * (0.25 + Math.random() * 0.5),
    turn: Math.random() * 6,
    spin: (Math.random() - 0.5) * 14,
    size: 5 + Math.random() * 6,
    colour: style.getPropertyValue(COLOURS[i % COLOURS.length] ?? "--corn").trim(),
  }));
  const began = performance.now();
  let frame = 0;
  const draw = (/** @type {number} */ now) => {
    const time = (now - began) / 1000;
    if (time > SECONDS) return sweep();
    pen.clearRect(0, 0, width, height);
    pen.globalAlpha = Math.min(1, (SECONDS - time) * 1.5);
    for (const piece of pieces) {
      pen.save();
      pen.translate(piece.x + piece.dx * time * 0.6, piece.y + piece.dy * time + height * 0.42 * time * time);
      pen.rotate(piece.turn + piece.spin * time);
      pen.fillStyle = piece.colour;
      pen.fillRect(
        -piece.size / 2,
        -piece.size / 3,
        piece.size,
        piece.size * 0.66 * Math.abs(Math.cos(time * 5 + piece.turn)),
      );
      pen.restore();
    }
    frame = requestAnimationFrame(draw);
  };
  const sweep = () => {
    cancelAnimationFrame(frame);
    canvas.remove();
  };
  frame = requestAnimationFrame(draw);
  return sweep;
}
