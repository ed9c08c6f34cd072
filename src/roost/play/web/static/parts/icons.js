// Small icons for buttons, drawn in one style. They are decorative; each button has a name of its own.

import { drawnOnce, h, s } from "../lib/dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  correct: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
  undo: "M8 5L3.500 9.500 8 14M4 9.500h10a5.500 5.500 0 0 1 0 11h-3",
  odds: "M5 20V12M10.500 20V5M16 20v-6M20.500 20V9",
  log: "M5 6h14M5 11h14M5 16h9",
  react: "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM9 10h.01M15 10h.01M8.500 14q3.500 3.500 7 0",
  board: "M4 5h16v14H4zM4 12h16M12 5v14",
  screen: "M3 5h18v11H3zM8 20h8M12 16v4",
  fullscreen: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  sound: "M4 9.500h4l5-4v13l-5-4H4zM16.500 9a4.500 4.500 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11",
  silent: "M4 9.500h4l5-4v13l-5-4H4zM17 9.500l4 5M21 9.500l-4 5",
  back: "M15 5l-7 7 7 7",
  check: "M5 12.5l4.5 4.5L19 7",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h10v11H9zM5 15V4h10",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.200a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.600z",
  home: "M4 11l8-7 8 7M6 9.500V20h12V9.500M10 20v-5h4v5",
  join: "M10 4h9v16h-9M4 12h10M10.5 8l4 4-4 4",
  keys: "M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M18 11h.01M8 14.500h8",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  download: "M12 4v11M8 11.500L12 15l4-3.500M5 19h14",
  pause: "M8.500 6v12M15.500 6v12",
  play: "M8 5.500l10 6.500-10 6.500z",
  "step-first": "M6 6v12M18 6l-8 6 8 6z",
  "step-previous": "M15.500 6l-8 6 8 6z",
  "step-next": "M8.500 6l8 6-8 6z",
  "step-last": "M18 6v12M6 6l8 6-8 6z",
  phone: "M8 3h8v18H8zM11.5 18h1",
  plus: "M12 5v14M5 12h14",
  robot: "M6 9h12v9H6zM12 9V5M12 5h.01M9.5 13h.01M14.5 13h.01M3.5 12v3M20.5 12v3M10 16h4",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.800v4.400M9 14.800v4.400",
  share: "M12 15V4M8 7.500L12 4l4 3.500M6 11H5v9h14v-9h-1",
  people:
    "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.5 19c0-3 2.5-5 5.5-5s5.5 2 5.5 5M16 5.500a3 3 0 0 1 0 5.500M17 14.200c2.2.5 3.5 2.3 3.5 4.8",
  question: "M9 9.200C9 7.4 10.3 6 12.1 6S15 7.3 15 9c0 2.5-2.9 2.6-2.9 5M12 17.800h.01",
};

/** @type {(name: string) => SVGSVGElement} */
export const icon = drawnOnce((name) => sign(PATHS[name] ?? ""));

/** @param {string} d path of a drawing in this style */
export const sign = (d) =>
  s(
    "svg",
    {
      viewBox: "0 0 24 24",
      width: "24",
      height: "24",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": "2",
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      "aria-hidden": "true",
      focusable: "false",
    },
    s("path", { d }),
  );

/**
 * Make a button with an icon, and a name for screen readers.
 * @param {string} sign
 * @param {string} name
 * @param {() => void} onclick
 * @param {string} [also] another class
 */
export function iconButton(sign, name, onclick, also = "") {
  return h(`button.button.button--icon${also && `.${also}`}`, { "aria-label": name, title: name, onclick }, icon(sign));
}
