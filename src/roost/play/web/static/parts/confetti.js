// Confetti for whoever wins; none where nothing is to move.

import { h } from "../lib/dom.js";
import { moves } from "../lib/settings.js";

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
