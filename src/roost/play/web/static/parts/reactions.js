// Reactions without words: drawings of small chicks with expressive faces.

import { disc, line, shape } from "../art/svg.js";
import { h, s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** The reactions that the server knows. */
export const REACTIONS = /** @type {const} */ (["clap", "laugh", "wow", "oops", "luck", "hurry", "thanks", "cry"]);

const BEAK = "var(--art-beak)";
const DROP = "#7fc3ee";
const HEART = "M30 24c-2-3-6-1-4 2l4 4 4-4c2-3-2-5-4-2z";
const CLOVER = "M29 24q-5-1-4-4t4 0q1-4 4-3t0 4q4 0 3 3.500t-4 .5q0 4-3 3.500t0-4zM30 26q0 5-3 7";

/** @type {Record<string, () => SVGElement[]>} the parts of each face: eyes, beak, and a symbol beside the face */
const FACES = {
  clap: () => [
    line("M10 15q2-3 4 0M22 15q2-3 4 0"),
    shape("M15 19h6l-3 5z", BEAK, 1.8),
    line("M3 22l4-3M3 27l5-1M33 22l-4-3M33 27l-5-1"),
  ],
  laugh: () => [line("M9.5 13l4 2-4 2M26.500 13l-4 2 4 2"), shape("M13.500 19h9q-.5 7-4.500 7t-4.500-7z", BEAK, 1.8)],
  wow: () => [eye(12, 14, 3), eye(24, 14, 3), shape("M18 18.500a3.300 4 0 1 0 .01 0z", BEAK, 1.8)],
  oops: () => [
    eye(12, 15),
    eye(24, 15),
    line("M9 10l5 2M27 10l-5 2"),
    shape("M15 20h6l-3 3z", BEAK, 1.8),
    shape("M30 9q3 4 0 6-3-2 0-6z", DROP, 1.4),
  ],
  luck: () => [
    line("M9.500 15h5"),
    eye(24, 15),
    shape("M15 19h6l-3 4z", BEAK, 1.8),
    shape(CLOVER, "var(--art-leaf)", 1.3),
  ],
  hurry: () => [
    eye(12, 15),
    eye(24, 15),
    line("M9.500 11.500l5 1M26.500 11.500l-5 1"),
    shape("M15 20h6l-3 3z", BEAK, 1.8),
    line("M1 12h4M0 18h4M1 24h4"),
  ],
  thanks: () => [
    line("M9.500 15q2.500 2 5 0M21.500 15q2.500 2 5 0"),
    shape("M15 19h6l-3 4z", BEAK, 1.8),
    shape(HEART, "var(--art-red)", 1.5),
  ],
  cry: () => [
    line("M9.500 14q2.500 2 5 0M21.500 14q2.500 2 5 0"),
    shape("M14 24q4-5 8 0z", BEAK, 1.8),
    shape("M11 18q3 4 0 6-3-2 0-6z", DROP, 1.4),
    shape("M25 18q3 4 0 6-3-2 0-6z", DROP, 1.4),
  ],
};

/** @param {string} name of a reaction */
export function reactionFace(name) {
  return s(
    "svg",
    { viewBox: "-2 0 40 36", "aria-hidden": "true", focusable: "false" },
    line("M17 5q-1-4 1.500-4.500M19.500 5q1-3 3.500-3"),
    disc(18, 18, 13.5, "var(--art-chick)"),
    ...(FACES[name]?.() ?? []),
  );
}

/** @param {(reaction: string) => void} onReact */
export function reactionBar(onReact) {
  return h(
    "div.reactions",
    { role: "group", "aria-label": t("table.react") },
    ...REACTIONS.map((name) => {
      const label = t(`table.reactions.${name}`);
      return h(
        "button.reactions__one.middle",
        { "aria-label": label, title: label, onclick: () => onReact(name) },
        reactionFace(name),
      );
    }),
  );
}

/** @param {number} x @param {number} y @param {number} [size] */
function eye(x, y, size = 2) {
  const fill = size > 2 ? "var(--art-white)" : "var(--art-ink)";
  return disc(x, y, size, fill, 1.6);
}
