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

// Confetti for the winner, unless animations are off: two cannons shoot it up from the corners, and it flutters down.
// All measures are shares of the screen, so that it looks alike on a phone and on a television.

const PIECES = 220;
const SECONDS = 5.5;
/** Largest width of the drawing in pixels, because a television has many pixels and a slow processor. */
const WIDEST = 1600;
/** Shares of the height: the speed of the fall, and the size of a piece. */
const FALL = 0.28;
const SIZE = 0.016;
const COLOURS = ["--seat-0", "--seat-1", "--seat-2", "--seat-3", "--corn", "--ember"];

/** Throw confetti over the page. Return a function that removes it. */
export function confetti() {
  if (!moves()) return () => {};
  const canvas = h("canvas.confetti", { "aria-hidden": "true" });
  const pen = canvas.getContext("2d");
  if (!pen) return () => {};
  document.body.append(canvas);
  const shrunk = Math.min(1, WIDEST / innerWidth);
  const width = (canvas.width = Math.round(innerWidth * shrunk));
  const height = (canvas.height = Math.round(innerHeight * shrunk));
  const style = getComputedStyle(document.documentElement);
  const unit = Math.min(height, 1.4 * width);
  const pieces = Array.from({ length: PIECES }, (_, i) => {
    const side = i % 2 ? 1 : -1;
    const up = 0.55 + Math.random() * 0.65;
    return {
      delay: Math.random() * 1.4,
      x: side > 0 ? -0.02 * width : 1.02 * width,
      across: side * width * (0.08 + Math.random() * 0.75),
      up: up * height,
      turn: Math.random() * 6,
      spin: (Math.random() - 0.5) * 12,
      sway: Math.random() * 0.03 * width,
      size: unit * SIZE * (0.7 + Math.random() * 0.8),
      colour: style.getPropertyValue(COLOURS[i % COLOURS.length] ?? "--corn").trim(),
    };
  });
  const began = performance.now();
  let frame = 0;
  const draw = (/** @type {number} */ now) => {
    const passed = (now - began) / 1000;
    if (passed > SECONDS) return sweep();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.globalAlpha = Math.min(1, (SECONDS - passed) * 1.2);
    for (const piece of pieces) {
      const time = passed - piece.delay;
      if (time < 0) continue;
      const shot = 1 - Math.exp(-2.2 * time); // the air slows a piece down, then it only falls
      const x = piece.x + piece.across * shot + piece.sway * Math.sin(3 * time + piece.turn);
      const y = height * 1.02 - piece.up * shot + FALL * height * Math.max(0, time - 0.35);
      const angle = piece.turn + piece.spin * time;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const flat = 0.25 + 0.75 * Math.abs(Math.cos(5 * time + piece.turn));
      pen.setTransform(c, s, -s * flat, c * flat, x, y);
      pen.fillStyle = piece.colour;
      pen.fillRect(-piece.size / 2, -piece.size / 3, piece.size, piece.size * 0.66);
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
