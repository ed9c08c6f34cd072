// What a table celebrates: a win with a big picture and confetti, and whoever comes back from far behind.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { viewOf, winners } from "../model/table.js";
import { seatName } from "../parts/names.js";
import { face } from "../parts/portrait.js";
import { moves } from "../lib/settings.js";

/**
 * @param {import("./session.js").AnyScreen} screen
 * @param {() => SVGElement} [trophy] what winning is about
 */
export function celebration(screen, trophy) {
  /** Whether the end of a game was shown, and the result not yet. */
  let isDue = false;
  /** Ends the confetti of the latest win. */
  let sweep = () => {};

  return {
    stop: () => sweep(),

    /**
     * A game has ended: a big picture of whoever has won, once the last piece has been seen to move.
     * @param {Model} model
     * @param {number} pace
     */
    ended(model, pace) {
      isDue = true;
      const { seats } = viewOf(model, false);
      const birds = winners(model.table.game).flatMap((seat) => (seats[seat] ? [face(seats[seat])] : []));
      const side = () => trophy && h("div.moment__side", trophy());
      const picture = h("div.moment__bust", side(), ...birds, side());
      queueMicrotask(() => screen.celebrate({ picture, mood: "glad", isBig: true }, pace));
    },

    /** @param {Model} model whose result is seen: confetti, if it is the winner's device, or everybody's */
    seen(model) {
      if (!isDue) return;
      isDue = false;
      const isOurs = viewOf(model).seats.some(
        ({ hasWon, kind, isMine }) => hasWon && (screen.isBig ? kind === "person" : isMine),
      );
      if (!isOurs && !model.table.series?.over) return;
      sweep();
      sweep = confetti();
    },

    /**
     * A picture and a sentence for whoever has taken the lead from far behind, if somebody has.
     * @param {ReturnType<import("../model/story.js").StorySoFar["takeComeback"]>} back
     * @param {Model} model
     * @param {number} pace
     */
    cameBack(back, model, pace) {
      const seat = back && viewOf(model, false).seats[back.seat];
      if (!seat) return undefined;
      screen.celebrate({ picture: face(seat), mood: "glad" }, pace);
      return t("table.comeback", { name: seatName(seat), n: back.n });
    },
  };
}

// Confetti for whoever wins; none where nothing is to move.

const PIECES = 110;
const SECONDS = 3.2;
const COLOURS = ["--seat-0", "--seat-1", "--seat-2", "--seat-3", "--corn", "--ember"];

/** Throw confetti over the page. Returns a function that sweeps it up. */
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
