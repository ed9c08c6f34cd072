// The games that only this browser holds: save them to a file, or load them from one. Only for pages without a server.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { api, Problem } from "../net/api.js";
import { send } from "../net/transport.js";
import { icon } from "./icons.js";

/** Largest file that is read, in bytes. */
const MOST = 20_000_000;

/** @returns {HTMLElement} */
export function keptGames() {
  const said = h("p.small", { role: "status" });
  const advice = h("p.small.soft");
  const input = h("input", { type: "file", accept: ".txt,text/plain", hidden: true });
  const act = (/** @type {() => Promise<string | void>} */ run) => async () => {
    try {
      fill(said, (await run()) ?? "");
    } catch (error) {
      fill(said, error instanceof Problem && error.status ? t("local.not_loaded") : t("local.failed"));
    }
  };
  const load = async () => {
    const file = input.files?.[0];
    if (!file) return;
    input.value = "";
    if (file.size > MOST) return t("local.not_loaded");
    const { tables } = await api.post("/device/backup", { backup: await file.text() });
    return t("local.loaded", { n: tables });
  };
  input.addEventListener("change", () => void act(load)());
  void advise(advice);
  return h(
    "details.home__more.kept",
    h("summary.button", t("local.kept")),
    h(
      "div.stack.stack--tight",
      h("p.small", t("local.kept_about")),
      advice,
      h(
        "div.row",
        h(
          "button.button",
          { onclick: act(() => saved("/api/device/backup", "roost-games.txt")) },
          icon("download"),
          t("local.save"),
        ),
        h("button.button", { onclick: () => input.click() }, t("local.load")),
        h(
          "button.button",
          { onclick: act(() => saved("/api/device/records", "roost-records.txt")) },
          t("local.records"),
        ),
      ),
      input,
      said,
      h("h2.small", t("local.friends_title")),
      h("p.small", t("local.friends")),
    ),
  );
}

/** @param {string} address @param {string} name of the file */
async function saved(address, name) {
  const answer = await send(address, {});
  if (!answer.ok) throw new Problem(answer.status, {});
  const { saveAs } = await import("../net/local.js");
  saveAs(await answer.text(), name);
}

/** @param {HTMLElement} place where to say that the browser may delete the games, unless it has promised not to */
async function advise(place) {
  const isSafe = await navigator.storage?.persisted?.().catch(() => false);
  const isInstalled = matchMedia("(display-mode: standalone)").matches;
  fill(place, isSafe ? "" : t("local.may_forget"), isInstalled ? "" : ` ${t("local.install")}`);
}

/** Ask the browser to keep the games. It decides by itself, or asks the player. */
export const askToKeep = () => void navigator.storage?.persist?.().catch(() => false);
