// The screen of a table: board and dice, the choices below them, and further information beside them.

import { h } from "../lib/dom.js";
import { render } from "../lib/render.js";
import { percent, t } from "../lib/i18n.js";
import { isAloud, speakAgain, wishAloud } from "../lib/voice.js";
import { viewOf } from "../model/table.js";
import { SECONDS, upcomingGame } from "../model/next-game.js";
import { bind, numberKeys } from "../lib/keys.js";
import { bubble } from "./bubble.js";
import { choiceList } from "./choices.js";
import { deadlineOf, turnClock, countdown } from "./clock.js";
import { ownPart } from "./controller.js";
import { entering } from "./entering.js";
import { finale } from "./finale.js";
import { guessButtons } from "./guess.js";
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
 * Callbacks for the player's actions on the screen.
 * @typedef {object} Handlers
 * @property {(chosen: string | null) => void} choose an action; null is a roll without a choice
 * @property {(roll: string) => void} enter enter a roll of real dice
 * @property {(roll: string | null) => void} correct the roll entered last; null declines
 * @property {() => void} hold stop the pause before an automatic roll
 * @property {() => void} repeat replay the latest turn
 * @property {(token: string) => void} ask why an action is not possible
 * @property {() => void} skip
 * @property {() => void} undo
 * @property {() => void} menu
 * @property {(reaction: string) => void} react
 * @property {(holds: boolean) => void} guess guess whether another player's turn succeeds
 * @property {() => void} rematch
 * @property {(game: string) => void} chooseNext choose the next game of a series
 * @property {() => void} comeBack
 * @property {() => void} begin start the next game, after its countdown
 * @property {() => void} wait stop that countdown
 * @property {(screen: string) => void} admit allow a big screen to lead
 * @property {() => void} toggleController switch between the whole table and the player's own part
 * @property {(panel: PanelName | null) => void} panel called when another panel opens or the open panel closes
 * @property {Hosting} hosting
 */

/**
 * The state that the screen shows.
 * @typedef {object} Scene
 * @property {Model} model
 * @property {GameEvent[]} events that led to the position
 * @property {number} pace speed of the animation; 0 for none
 * @property {boolean} isIdle whether everything has been shown
 * @property {boolean} isSent whether a request from this device is on its way
 * @property {boolean} isStuck whether the table has waited long for its dice
 * @property {Award[] | null} awards so far in the game; null until its past is known
 * @property {Guesses | null} guesses about other players' turns
 * @property {boolean} isTense whether much depends on the roll
 * @property {boolean} isController whether this device shows only the player's own part, because a big screen shows the table
 * @property {number | null} rollsIn milliseconds until the dice are rolled automatically; null if they are not
 * @property {OddsView | null} odds of the position, if they are known
 */

/**
 * @param {{id: string, code: string, title: string, game: string}} table
 * @param {GameUi} ui of the game
 * @param {Handlers} handlers
 */
export function tableScreen(table, ui, handlers) {
  /** @type {Scene | null} */
  let scene = null;
  /** @type {PanelName | null} */
  let open = null;

  const area = playArea(ui);
  const choices = choiceList(handlers.choose, handlers.hold);
  const hint = bubble();
  const ownSection = ownPart(handlers);
  const waiting = h("div.table__guess.row");
  const real = entering(ui, handlers, () => scene && screen.show({ ...scene, events: [] }));
  const narrator = narration(handlers.repeat);
  const promptLine = prompt(handlers.comeBack, handlers.hosting);
  const clock = turnClock((seconds) => promptLine.warn(seconds));
  const odds = oddsPanel();
  const log = logPanel(ui);
  const end = finale(table.title, ui, handlers);
  const lobbyPart = lobby(table, ui.info.min_players, handlers.hosting);
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
  const nextGame = h(
    "div.table__coming.card.row",
    { hidden: true },
    count.element,
    h("span", t("table.begins_soon")),
    h("button.button", { onclick: handlers.wait }, t("table.not_yet")),
  );
  const asks = screenAsks(handlers.admit);
  const skip = h("button.button.button--quiet.table__skip", { onclick: handlers.skip }, t("table.skip"));
  /** Probability that the offered roll fails, if its button shows it. */
  let chance = 0;
  const explain = () => screen.say(t("table.risk_told", { chance: percent(chance) }));
  const risk = h("button.button.button--quiet.table__risk", { onclick: explain }, t("table.risk_what"));
  const play = area.element;
  const dock = h(
    "section.table__dock.stack.gap-1",
    { "aria-label": t("table.your_part"), tabindex: "-1" },
    hint.element,
    narrator.element,
    h("div.table__prompt.line.gap-3", promptLine.element, risk, clock.element, skip),
    toast,
    waiting,
    ownSection.element,
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
    lobbyPart.element,
    dock,
    nextGame,
    asks.element,
    h("div.table__side", panels.odds, panels.log, panels.react),
    h("nav.table__tools", { "aria-label": t("table.tools") }, ...Object.values(tools)),
  );

  // Panels open above the dock, so measure its height.
  const measure = new ResizeObserver(() => element.style.setProperty("--dock", `${dock.offsetHeight}px`));
  measure.observe(dock);

  // Holding the button or the cup shakes the dice until they are thrown; so does shaking the device.
  let stopRattling = () => {};
  for (const touch of ["pointerdown", "keydown"]) element.addEventListener(touch, handlers.hold);
  element.addEventListener("pointerdown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(".choice--main, [data-roll]")) stopRattling = area.tray.rattle();
  });
  const abort = new AbortController();
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => stopRattling(), { signal: abort.signal });
  const stopListening = onShake(
    () => {
      stopRattling();
      stopRattling = area.tray.rattle();
    },
    () => {
      stopRattling();
      choices.roll();
    },
  );

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
      abort.abort();
      count.stop();
      clock.stop();
      narrator.stop();
      measure.disconnect();
      area.stop();
      stopListening();
    },

    get panel() {
      return open;
    },

    /**
     * Show a sentence for a while, such as why an action is not possible.
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

    /** Show the request of a big screen to lead. */
    asked: asks.show,

    /** Open the explanation of a problem with the dice. */
    warn: () => dice.warn(),

    /** Show the latest sentence. */
    narrate: narrator.say,

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
      const turn = view.seats.find((seat) => seat.isTurn);
      const isOwnTurn = turn?.isMine ?? false;
      if (turn) element.style.setProperty("--seat", `var(--seat-${turn.seat})`);
      else element.style.removeProperty("--seat");
      const isController = next.isController && Boolean(game);
      wishAloud(model.spec.rules?.aloud ?? false);
      element.toggleAttribute("data-aloud", isAloud());
      tools.again.hidden = !isAloud() || !game;
      element.toggleAttribute("data-controller", isController);
      element.toggleAttribute("data-own", isOwnTurn);
      ownSection.element.hidden = !isController || isOwnTurn || isOver;
      ownSection.show(view, next.guesses);
      waiting.hidden = isController || isOwnTurn || view.phase !== "playing" || !next.guesses;
      if (!waiting.hidden) render(waiting, ...guessButtons(next.guesses, handlers.guess));
      play.hidden = !game || (isController && !isOwnTurn);
      lobbyPart.element.hidden = view.phase !== "waiting";
      if (view.phase === "waiting") lobbyPart.show(view, model.table.series ?? null, openingWaits(model.table));
      const { pace, isTense } = next;
      if (game) area.show(game, view, { mayChoose, events, pace, isTense });
      const isEntering = real.show(view, game, next.isSent);
      element.toggleAttribute("data-entering", isEntering);
      element.toggleAttribute("data-correcting", real.isCorrecting);
      const offered = mayChoose && !isEntering ? offer(next, view, ui) : null;
      choices.show(offered);
      chance = Object.values(offered?.fails ?? {})[0] ?? 0; // at most one entry, for the offered roll
      risk.hidden = chance <= 0 || chance >= 1 || isAloud();
      promptLine.show(model, view, mayChoose, next.isStuck);
      clock.until(isIdle ? deadlineOf(model, view) : null, model.spec.rules?.turn_seconds ?? 0);
      // The player's own steps take almost no time, so the button would only flicker.
      skip.hidden = isIdle || isOwnTurn || isController;
      end.element.hidden = !isOver || !isIdle || !next.awards; // wait, so that nothing moves under a finger
      if (isOver && isIdle && next.awards) end.show(model, view, next.awards, next.guesses);
      const soon = isIdle && (!view.isWatching || view.sitsOut) ? upcomingGame(model, view) : null;
      nextGame.hidden = !soon;
      count.to(soon?.key);
      dock.hidden = view.phase === "waiting" && !view.replaced.length;
      tools.undo.hidden = !view.canUndo || !isIdle;
      tools.undo.disabled = next.isSent;
      tools.correct.hidden = !view.corrects || Boolean(view.corrects.proposed);
      tools.odds.hidden = !view.hasOdds || view.phase !== "playing" || isAloud();
      panels.odds.hidden = tools.odds.hidden;
      tools.react.hidden = !game || view.phase === "closed" || !ownSection.element.hidden || isAlone(model, view);
      tools.log.hidden = !game || isController;
      tools.whole.hidden = !isController;
      tools.controller.hidden = isController || !model.hasScreen || view.isWatching || !game;
      panels.log.hidden = !game;
      log.show(model.log);
      dice.show(model);
      this.odds(next.odds);
    },

    /** @param {Scene["odds"]} known */
    odds(known) {
      if (!scene) return;
      const { game } = scene.model.table;
      const texts = Object.fromEntries((game?.actions ?? []).map(({ action, text }) => [action, text ?? action]));
      const isAsked = scene.isIdle && game?.seat !== null && game?.node !== "over";
      odds.show({ odds: known ?? (isAsked ? "waiting" : "none"), texts, say: ui.say });
    },
  };
  return screen;
}

/**
 * Whether nobody else is there to see a reaction.
 * @param {Model} model
 * @param {View} view
 */
const isAlone = ({ table, hasScreen }, { seats, isWatching }) =>
  !isWatching &&
  !hasScreen &&
  !table.series?.bench?.length &&
  seats.every(({ person, isMine, isAbsent }) => person === null || isMine || isAbsent);

/** @param {Scene} scene @param {View} view @param {GameUi} ui @returns {import("./choices.js").Offer} */
function offer({ model, isSent, odds, rollsIn }, view, ui) {
  const { game } = model.table;
  /** @type {Record<string, number>} */
  const fails = {};
  if (odds) {
    const on = view.actions.find(({ kind }) => kind === "roll"); // a roll that must be made is no choice
    for (const choice of odds.choices) {
      if (choice.action === on?.action && !choice.unseen) fails[choice.action] = choice.fails;
    }
  }
  return {
    actions: view.actions,
    mustRoll: view.mustRoll,
    dice: game?.facts.to_roll ?? 0,
    die: ui.die,
    picture: (action) => (game && ui.board.choice?.(action, { ui, state: game.state, looks: view.seats })) ?? [],
    fails,
    isSent,
    rollsIn,
  };
}

/** @param {string} sign @param {string} name @param {() => void} run */
const tool = (sign, name, run) => h(`button.tool.tool--${sign}`, { onclick: run }, icon(sign), h("span", name));

/**
 * Open the rules in a dialog, unless the link is opened in another tab.
 * @param {string} game
 */
function openRules(game) {
  return async (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { showRules } = await import("./rules.js"); // loaded on demand
    await showRules(game);
  };
}

/** @typedef {{space: () => void, undo: () => void, menu: () => void, skip: () => void}} Acts */

/**
 * @param {Pick<ReturnType<typeof tableScreen>, "pick" | "choices" | "panel" | "toggle">} screen
 * @param {Acts} acts
 * @returns {() => void} unbinds the keys
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
