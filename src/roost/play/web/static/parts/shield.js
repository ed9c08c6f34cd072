// A small shield: every roll was checked in this very browser, and here is how many.

import { h } from "../lib/dom.js";
import { has, list, t } from "../lib/i18n.js";
import { render } from "../lib/render.js";
import { openDialog } from "./dialog.js";
import { sign } from "./icons.js";

const FRAME = "M12 3l7 2.500v5.500c0 4.500-3 8-7 9.700-4-1.700-7-5.200-7-9.700V5.500z";
const [TICK, DASH] = ["M8.500 12l2.500 2.500 4.500-5", "M8.500 12h7"];
/** Checked, or nothing to check yet; dice that nobody can check; and what is wrong with them. */
const SIGN = {
  good: TICK,
  waiting: TICK,
  entered: DASH,
  unlisted: DASH,
  renewed: "M12 8v5M12 16v.5",
  broken: "M9 9l6 6M15 9l-6 6",
};

/** @param {() => {trust: Trust | null, table: string, game: number}} ask */
export function shield(ask) {
  const element = h("button.button.button--icon.shield", { onclick: () => explain(ask()) });

  return {
    element,

    /** Show at once what is wrong. */
    warn: () => explain(ask()),

    /** @param {Trust | null} trust */
    show(trust) {
      element.hidden = trust === null;
      if (!trust) return;
      const state = soundness(trust);
      const name = state === "broken" || state === "renewed" ? t(`table.dice_${state}`) : checked(trust);
      element.dataset["state"] = state;
      element.setAttribute("aria-label", name);
      element.title = name;
      render(element, sign(FRAME + SIGN[state]), h("span.shield__count.numbers", trust.rolls || null));
    },
  };
}

/** @param {{trust: Trust | null, table: string, game: number}} asked */
function explain({ trust, table, game }) {
  if (!trust) return;
  // Everything that this page heard and said about the dice, as a file that `roost verify` reads.
  const text = JSON.stringify(trust.evidence, null, 1);
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const told = h(
    "div.stack",
    h("p", ...trustLine(trust, table, game)),
    ...notes(trust).map((note) => h("p.small", note)),
    h("p", t("shield.dice_why")),
    h("p.small", t("shield.dice_whose_check")),
    h("p", h("a.dice-evidence", { href, download: `roost-evidence-${table}.json` }, t("shield.dice_evidence"))),
  );
  openDialog(t("shield.dice_title"), [told], { name: "dice" });
}

/**
 * What is no proof of anything, but should be known.
 * @param {Trust} trust
 */
function notes({ refusals, renewals, takenBack, isOld, isListed, game, rolls: n, unheld, lists }) {
  const bots = (unheld["bot"] ?? 0) + (unheld["stand_in"] ?? 0) + (unheld["unlisted"] ?? 0);
  return [
    ...renewals.map(([game, roll]) => t("shield.dice_renewed_at", { game, roll })),
    renewals.length > 0 && t("shield.dice_renewed_why"),
    takenBack > 0 && t("shield.dice_taken_back", { n: takenBack }),
    isOld && t("shield.dice_old"),
    game > 0 && !isOld && !isListed && t("shield.dice_unlisted"),
    n > 0 && bots > 0 && t("shield.dice_unheld", { n: bots }),
    lists > 1 && t("shield.dice_lists", { n: lists }),
    refusals.length > 0 && t("shield.dice_refused", { n: refusals.length }),
  ].filter((note) => note !== false);
}

/**
 * How sound dice are: only a device that is listed need not believe anybody.
 * @param {Trust} trust
 * @returns {keyof SIGN}
 */
function soundness({ broken, renewals, entered, rolls: n, isListed, isOld, game }) {
  if (broken) return "broken";
  if (renewals.length) return "renewed";
  if (entered) return "entered";
  if (isOld || (game > 0 && !isListed)) return "unlisted";
  return n ? "good" : "waiting";
}

/**
 * How many rolls were checked here, and how many cannot be: those of real dice.
 * @param {Trust} trust
 */
function checked({ rolls: n, entered }) {
  const told = t("shield.dice_checked", { n });
  if (!entered) return told;
  return [t("shield.dice_entered", { n: entered }), n > 0 && told].filter(Boolean).join(" ");
}

/**
 * Whose devices a start waits for, in a sentence; nothing, if it waits for none.
 * @param {TableView} table
 */
export function openingWaits({ opening, seats, series }) {
  const people = [...seats, ...(series?.bench ?? [])];
  const names = (opening?.waits ?? []).map((who) => people.find(({ person }) => person === who)?.name ?? "–");
  return names.length ? t("shield.opening_waits", { names: list(names) }) : "";
}

/**
 * What is known of a game's dice, with the way to check them all again.
 * @param {Trust | null} trust
 * @param {string} table
 * @param {number} game
 * @returns {(Node | string)[]}
 */
export function trustLine(trust, table, game) {
  if (!trust) return [];
  const link = h("a", { href: `/verify?table=${table}&game=${game}` }, t("shield.dice_verify"));
  const { fingerprint: short } = trust;
  const seen = short ? [" ", t("table.dice_fingerprint"), " ", h("code.fingerprint", short), ". "] : [" "];
  const caution = trust.renewals.length ? [h("b.bad", t("table.dice_renewed")), " "] : [];
  if (trust.isOld) return [t("shield.dice_old"), " ", link];
  if (!trust.broken) return [...caution, checked(trust), ...seen, link];
  const { number, reason } = trust.broken;
  const why = has(`verify.reason.${reason}`) ? t(`verify.reason.${reason}`) : reason;
  return [h("b.bad", t("shield.dice_broken_at", { number })), ` ${why} `, link];
}
