// The table on the screen: board and dice, what one may do below them, and what one may want to know beside them.

import { h } from "../lib/dom.js";
import { percent, t } from "../lib/i18n.js";
import { isAloud, speakAgain, wishAloud } from "../lib/voice.js";
import { viewOf } from "../model/table.js";
import { SECONDS, comingGame } from "../model/coming-game.js";
import { bind, numberKeys } from "../lib/keys.js";
import { bubble } from "./bubble.js";
import { choiceList } from "./choices.js";
import { deadlineOf, turnClock, countdown } from "./clock.js";
import { ownPart } from "./controller.js";
import { entering } from "./entering.js";
import { finale } from "./finale.js";
import { icon, iconButton } from "./icons.js";
import { lobby } from "./lobby.js";
import { logPanel } from "./log.js";
import { narration } from "./narration.js";
import { oddsPanel } from "./odds.js";
import { playArea } from "./play-area.js";
import { prompt } from "./prompt.js";
import { reactionBar } from "./reactions.js";
import { openingWaits, shield } from "./shield.js";
import { onShake } from "./shake.js";
import { screenAsks } from "./screen-asks.js";

/** @typedef {"odds" | "log" | "react"} PanelName */

/**
 * What people want, as the page hears it.
 * @typedef {object} Handlers
 * @property {(chosen: string | null) => void} choose an action, or nothing but a roll
 * @property {(roll: string) => void} enter what real dice show
 * @property {(roll: string | null) => void} correct what was entered last, or leave it
 * @property {() => void} hold let nothing roll by itself
 * @property {() => void} repeat show the latest turn again
 * @property {(token: string) => void} ask why an action is not possible
 * @property {() => void} skip
 * @property {() => void} undo
 * @property {() => void} menu
 * @property {(reaction: string) => void} react
 * @property {(holds: boolean) => void} guess whether the turn of somebody else holds
 * @property {() => void} rematch
 * @property {(game: string) => void} chooseNext what is played next in a series
 * @property {() => void} comeBack
 * @property {() => void} begin the next game, whose time has come
 * @property {() => void} wait let it not begin by itself
 * @property {(screen: string) => void} admit let a big screen lead
 * @property {() => void} toggleController show the whole table on this device, or one's own part only
 * @property {(panel: PanelName | null) => void} panel another panel is open
 * @property {Hosting} hosting
 */

/**
 * What the screen shows of a table.
 * @typedef {object} Scene
 * @property {Model} model
 * @property {GameEvent[]} events what led here
 * @property {number} pace how fast to show it; 0 at once
 * @property {boolean} isIdle whether everything has been shown
 * @property {boolean} isSent whether a request of this device is under way
 * @property {boolean} isStuck whether the table has waited for its dice for a while
 * @property {Award[] | null} awards of the game so far, once its past is known
 * @property {Guesses | null} guesses at the turns of others
 * @property {boolean} isTense whether much hangs on the dice that are thrown
 * @property {boolean} isController whether a big screen shows the table, so that this device shows one's own part only
 * @property {number | null} rollsIn milliseconds until dice are rolled by themselves, where they are
 * @property {OddsView | null} odds of the position, if they are known
 */

/**
 * @param {{id: string, code: string, title: string, game: string}} table
 * @param {Kit} kit of the game
 * @param {Handlers} handlers
 */
export function tableScreen(table, kit, handlers) {
  /** @type {Scene | null} */
  let scene = null;
  /** @type {PanelName | null} */
  let open = null;

  const area = playArea(kit);
  const choices = choiceList(handlers.choose, handlers.hold);
  const hint = bubble();
  const own = ownPart(handlers);
  const real = entering(kit, handlers, () => scene && screen.show({ ...scene, events: [] }));
  const told = narration(handlers.repeat);
  const said = prompt(handlers.comeBack, handlers.hosting);
  const clock = turnClock((seconds) => said.warn(seconds));
  const odds = oddsPanel();
  const log = logPanel(kit);
  const end = finale(table.title, kit, handlers);
  const waiting = lobby(table, handlers.hosting);
  const dice = shield(() => scene?.model ?? null);
  const connection = h("span.table__connection.chip", { role: "status" });
  const toast = h("p.table__toast.small", { role: "status", hidden: true });

  const tools = {
    undo: tool("undo", t("table.undo"), handlers.undo),
    correct: tool("correct", t("table.correct"), () => real.toggle()),
    again: tool("sound", t("table.say_again"), speakAgain),
    odds: tool("odds", t("table.odds_title"), () => toggle("odds")),
    log: tool("log", t("table.log_title"), () => toggle("log")),
    react: tool("react", t("table.react"), () => toggle("react")),
    whole: tool("board", t("table.whole"), handlers.toggleController),
    controller: tool("phone", t("table.controller"), handlers.toggleController),
    menu: tool("more", t("table.menu"), handlers.menu),
  };
  const panels = {
    odds: panel("odds", t("table.odds_title"), odds.element),
    log: panel("log", t("table.log_title"), log.element),
    react: panel(
      "react",
      t("table.react"),
      reactionBar((reaction) => {
        handlers.react(reaction);
        toggle(null);
      }),
    ),
  };
  const count = countdown(SECONDS, handlers.begin);
  const coming = h(
    "div.table__coming.card.row",
    { hidden: true },
    count.element,
    h("span", t("table.begins_soon")),
    h("button.button", { onclick: handlers.wait }, t("table.not_yet")),
  );
  const asks = screenAsks(handlers.admit);
  const skip = h("button.button.button--quiet.table__skip", { onclick: handlers.skip }, t("table.skip"));
  /** How likely a roll is to fail, where a button says so. */
  let chance = 0;
  const explain = () => screen.say(t("table.risk_told", { chance: percent(chance) }));
  const risk = h("button.button.button--quiet.table__risk", { onclick: explain }, t("table.risk_what"));
  const play = area.element;
  const dock = h(
    "section.table__dock.stack.gap-1",
    { "aria-label": t("table.your_part"), tabindex: "-1" },
    hint.element,
    told.element,
    h("div.table__prompt.line.gap-3", said.element, risk, clock.element, skip),
    toast,
    own.element,
    real.element,
    choices.element,
    end.element,
  );
  const element = h(
    "div.table",
    h(
      "header.table__head",
      h("h1.table__title", table.title),
      connection,
      dice.element,
      h(
        "a.button.button--icon",
        {
          href: `/rules/${table.game}`,
          "aria-label": t("table.rules"),
          title: t("table.rules"),
          onclick: openRules(table.game),
        },
        icon("question"),
      ),
    ),
    play,
    waiting.element,
    dock,
    coming,
    asks.element,
    h("div.table__side", panels.odds, panels.log, panels.react),
    h("nav.table__tools", { "aria-label": t("table.tools") }, ...Object.values(tools)),
  );

  // Panels stand on the dock, however high it is.
  const measure = new ResizeObserver(() => element.style.setProperty("--dock", `${dock.offsetHeight}px`));
  measure.observe(dock);

  // Whoever holds the button, or the dice, shakes them before they are thrown; a device that is shaken throws them too.
  let laid = () => {};
  for (const touch of ["pointerdown", "keydown"]) element.addEventListener(touch, handlers.hold);
  element.addEventListener("pointerdown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(".choice--main, [data-roll]")) laid = area.tray.rattle();
  });
  const stopped = new AbortController();
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => laid(), { signal: stopped.signal });
  const shaken = onShake(() => choices.roll());

  play.addEventListener("choose", (event) => choices.choose(String(/** @type {CustomEvent} */ (event).detail)));
  play.addEventListener("ask", (event) => handlers.ask(String(/** @type {CustomEvent} */ (event).detail)));
  play.addEventListener("roll", () => choices.roll());

  /** @param {PanelName | null} name */
  const toggle = (name) => {
    open = open === name ? null : name;
    element.dataset["panel"] = open ?? "";
    for (const [key, place] of Object.entries(panels)) {
      place.toggleAttribute("data-open", key === open);
      tools[/** @type {PanelName} */ (key)].setAttribute("aria-expanded", String(key === open));
    }
    if (open === "log") log.toEnd();
    handlers.panel(open);
  };

  /** @param {string} name @param {string} title @param {HTMLElement} content */
  function panel(name, title, content) {
    const shut = iconButton("close", t("common.close"), () => toggle(null));
    const head = h("div.panel__head", h("h2", title), shut);
    return h(`section.panel.panel--${name}`, { id: `panel-${name}`, "aria-label": title }, head, content);
  }

  let hiding = 0;

  const screen = {
    element,
    isBig: false,
    bindKeys: (/** @type {Acts} */ acts) => bindTableKeys(screen, acts),
    react: area.react,
    choices,
    bubble: hint,
    toggle,
    stop() {
      stopped.abort();
      count.stop();
      clock.stop();
      told.stop();
      measure.disconnect();
      area.stop();
      shaken();
    },

    get panel() {
      return open;
    },

    /**
     * Say something for a while, such as why a play is not possible.
     * @param {string} sentence
     */
    say(sentence) {
      clearTimeout(hiding);
      toast.textContent = sentence;
      toast.hidden = false;
      hiding = setTimeout(() => (toast.hidden = true), 2_500 + 55 * sentence.length);
    },

    celebrate: area.celebrate,
    cheer: area.cheer,
    pick: area.pick,
    rollPicked: area.rollPicked,

    /** Ask whether a big screen may lead. */
    asked: asks.show,

    /** Show what is wrong with the dice. */
    warn: () => dice.warn(),

    /** Say what has just happened. */
    narrate: told.say,

    /** @param {Connection} state */
    connection(state) {
      connection.dataset["state"] = state;
      connection.hidden = state === "live";
      connection.textContent = state === "live" ? "" : t(`table.connection.${state}`);
    },

    /** @param {Scene} next */
    show(next) {
      scene = next;
      const { model, events, isIdle } = next;
      const view = viewOf(model, isIdle);
      const { game } = model.table;
      element.dataset["phase"] = view.phase;
      element.dataset["game"] = table.game;
      const isOver = view.phase === "over" || (view.phase === "closed" && game?.node === "over");
      const mayChoose = isIdle && view.acting !== null;
      const isOwnTurn = view.seats.some((seat) => seat.isTurn && seat.isMine);
      const isController = next.isController && Boolean(game);
      wishAloud(model.spec.rules?.aloud ?? false);
      element.toggleAttribute("data-aloud", isAloud());
      tools.again.hidden = !isAloud() || !game;
      element.toggleAttribute("data-controller", isController);
      element.toggleAttribute("data-own", isOwnTurn);
      own.element.hidden = !isController || isOwnTurn || isOver;
      own.show(view, next.guesses);
      play.hidden = !game || (isController && !isOwnTurn);
      waiting.element.hidden = view.phase !== "waiting";
      if (view.phase === "waiting") waiting.show(view, model.table.series ?? null, openingWaits(model.table));
      const { pace, isTense } = next;
      if (game) area.show(game, view, { mayChoose, events, pace, isTense });
      const isEntering = real.show(view, game, next.isSent);
      element.toggleAttribute("data-entering", isEntering);
      element.toggleAttribute("data-correcting", real.isCorrecting);
      const offered = mayChoose && !isEntering ? offer(next, view, kit) : null;
      choices.show(offered);
      chance = Object.values(offered?.fails ?? {})[0] ?? 0; // of rolling on
      risk.hidden = chance <= 0 || chance >= 1 || isAloud();
      said.show(model, view, mayChoose, next.isStuck);
      clock.until(isIdle ? deadlineOf(model, view) : null, model.spec.rules?.turn_seconds ?? 0);
      // What one does oneself is shown in no time: a button that comes and goes would only flicker.
      skip.hidden = isIdle || isOwnTurn || isController;
      end.element.hidden = !isOver || !isIdle || !next.awards; // nothing moves what somebody is about to tap
      if (isOver && isIdle && next.awards) end.show(model, view, next.awards, next.guesses);
      const soon = isIdle && (!view.isWatching || view.sitsOut) ? comingGame(model, view) : null;
      coming.hidden = !soon;
      count.to(soon?.key);
      dock.hidden = view.phase === "waiting" && !view.replaced.length;
      tools.undo.hidden = !view.canUndo || !isIdle;
      tools.undo.disabled = next.isSent;
      tools.correct.hidden = !view.corrects || Boolean(view.corrects.proposed);
      tools.odds.hidden = !view.hasOdds || view.phase !== "playing" || isAloud();
      panels.odds.hidden = tools.odds.hidden;
      tools.react.hidden = !game || view.phase === "closed" || !own.element.hidden;
      tools.log.hidden = !game || isController;
      tools.whole.hidden = !isController;
      tools.controller.hidden = isController || !model.hasScreen || view.isWatching || !game;
      panels.log.hidden = !game;
      log.show(model.log);
      dice.show(model);
      this.odds(next.odds);
    },

    /** @param {Scene["odds"]} found */
    odds(found) {
      if (!scene) return;
      const { game } = scene.model.table;
      const texts = Object.fromEntries((game?.actions ?? []).map(({ action, text }) => [action, text ?? action]));
      const isAsked = scene.isIdle && game?.seat !== null && game?.node !== "over";
      odds.show({ odds: found ?? (isAsked ? "waiting" : "none"), texts, say: kit.say });
    },
  };
  return screen;
}

/** @param {Scene} scene @param {View} view @param {Kit} kit @returns {import("./choices.js").Offer} */
function offer({ model, isSent, odds, rollsIn }, view, kit) {
  const { game } = model.table;
  /** @type {Record<string, number>} */
  const fails = {};
  if (odds) {
    const on = view.actions.find(({ kind }) => kind === "roll"); // a roll that must be is no risk that one takes
    for (const choice of odds.choices) if (choice.action === on?.action) fails[choice.action] = choice.fails;
  }
  return {
    actions: view.actions,
    mustRoll: view.mustRoll,
    dice: game?.sight.due ?? 0,
    die: kit.die,
    picture: (action) => (game && kit.board.choice?.(action, { kit, state: game.state, looks: view.seats })) ?? [],
    fails,
    isSent,
    rollsIn,
  };
}

/** @param {string} sign @param {string} name @param {() => void} run */
const tool = (sign, name, run) => h(`button.tool.tool--${sign}`, { onclick: run }, icon(sign), h("span", name));

/**
 * Show the rules without leaving the table; with another key or button the link is a link.
 * @param {string} game
 */
function openRules(game) {
  return async (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { showRules } = await import("./rules.js"); // fetched when somebody asks
    await showRules(game);
  };
}

// The keys of the table.

/** @typedef {{space: () => void, undo: () => void, menu: () => void, skip: () => void}} Acts */

/**
 * @param {Pick<ReturnType<typeof tableScreen>, "pick" | "choices" | "panel" | "toggle">} screen
 * @param {Acts} acts
 * @returns {() => void} lets the keys go
 */
export function bindTableKeys(screen, { space, undo, menu, skip }) {
  return bind({
    ...numberKeys(t("table.keys.choose"), (place) => void (screen.pick(place) || screen.choices.press(place))),
    " ": [t("table.keys.roll"), space],
    k: [t("table.keys.keep"), () => screen.choices.leave()],
    o: [t("table.keys.odds"), () => screen.toggle("odds")],
    l: [t("table.keys.log"), () => screen.toggle("log")],
    r: [t("table.keys.react"), () => screen.toggle("react")],
    u: [t("table.keys.undo"), undo],
    m: [t("table.keys.menu"), menu],
    Escape: [t("table.keys.escape"), () => (screen.panel ? screen.toggle(null) : skip())],
  });
}
