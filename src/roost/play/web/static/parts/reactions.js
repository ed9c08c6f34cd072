// A few words without words: small chicks with a face for each.

import { h, s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** The reactions that the server knows. */
export const REACTIONS = /** @type {const} */ (["clap", "laugh", "wow", "oops", "luck", "hurry", "thanks", "cry"]);

const INK = {
  fill: "none",
  stroke: "var(--art-ink)",
  "stroke-width": 2,
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
};

/**
 * What makes each face: eyes, beak, and something beside it.
 * @type {Record<string, () => SVGElement[]>}
 */
const FACES = {
  clap: () => [
    arc("M10 15q2-3 4 0M22 15q2-3 4 0"),
    beak("M15 19h6l-3 5z"),
    arc("M3 22l4-3M3 27l5-1M33 22l-4-3M33 27l-5-1"),
  ],
  laugh: () => [arc("M9.5 13l4 2-4 2M26.500 13l-4 2 4 2"), beak("M13.500 19h9q-.5 7-4.500 7t-4.500-7z")],
  wow: () => [eye(12, 14, 3), eye(24, 14, 3), beak("M18 18.500a3.300 4 0 1 0 .01 0z")],
  oops: () => [
    eye(12, 15),
    eye(24, 15),
    arc("M9 10l5 2M27 10l-5 2"),
    beak("M15 20h6l-3 3z"),
    drop("M30 9q3 4 0 6-3-2 0-6z"),
  ],
  luck: () => [arc("M9.500 15h5"), eye(24, 15), beak("M15 19h6l-3 4z"), clover()],
  hurry: () => [
    eye(12, 15),
    eye(24, 15),
    arc("M9.500 11.500l5 1M26.500 11.500l-5 1"),
    beak("M15 20h6l-3 3z"),
    arc("M1 12h4M0 18h4M1 24h4"),
  ],
  thanks: () => [arc("M9.500 15q2.500 2 5 0M21.500 15q2.500 2 5 0"), beak("M15 19h6l-3 4z"), heart()],
  cry: () => [
    arc("M9.500 14q2.500 2 5 0M21.500 14q2.500 2 5 0"),
    beak("M14 24q4-5 8 0z"),
    drop("M11 18q3 4 0 6-3-2 0-6z"),
    drop("M25 18q3 4 0 6-3-2 0-6z"),
  ],
};

/**
 * The face of a reaction.
 * @param {string} name
 */
export function reactionFace(name) {
  return s(
    "svg",
    { viewBox: "-2 0 40 36", "aria-hidden": "true", focusable: "false" },
    s("path", { d: "M17 5q-1-4 1.500-4.500M19.500 5q1-3 3.500-3", ...INK }),
    s("circle", { cx: 18, cy: 18, r: 13.5, fill: "var(--art-chick)", stroke: "var(--art-ink)", "stroke-width": 2 }),
    ...(FACES[name]?.() ?? []),
  );
}

/**
 * The buttons of all reactions.
 * @param {(reaction: string) => void} onReact
 */
export function reactionBar(onReact) {
  return h(
    "div.reactions",
    { role: "group", "aria-label": t("table.react") },
    ...REACTIONS.map((name) => {
      const label = t(`table.reactions.${name}`);
      return h(
        "button.reactions__one",
        { "aria-label": label, title: label, onclick: () => onReact(name) },
        reactionFace(name),
      );
    }),
  );
}

/** @param {string} d */
function arc(d) {
  return s("path", { d, ...INK });
}

/** @param {string} d */
function beak(d) {
  return s("path", {
    d,
    fill: "var(--art-beak)",
    stroke: "var(--art-ink)",
    "stroke-width": 1.8,
    "stroke-linejoin": "round",
  });
}

/** @param {string} d */
function drop(d) {
  return s("path", { d, fill: "#7fc3ee", stroke: "var(--art-ink)", "stroke-width": 1.4 });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} [size]
 */
function eye(x, y, size = 2) {
  const fill = size > 2 ? "var(--art-white)" : "var(--art-ink)";
  return s("circle", { cx: x, cy: y, r: size, fill, stroke: "var(--art-ink)", "stroke-width": 1.6 });
}

function heart() {
  const d = "M30 24c-2-3-6-1-4 2l4 4 4-4c2-3-2-5-4-2z";
  return s("path", {
    d,
    fill: "var(--art-red)",
    stroke: "var(--art-ink)",
    "stroke-width": 1.5,
    "stroke-linejoin": "round",
  });
}

function clover() {
  const d = "M29 24q-5-1-4-4t4 0q1-4 4-3t0 4q4 0 3 3.500t-4 .5q0 4-3 3.500t0-4zM30 26q0 5-3 7";
  return s("path", {
    d,
    fill: "var(--art-leaf)",
    stroke: "var(--art-ink)",
    "stroke-width": 1.3,
    "stroke-linejoin": "round",
  });
}
