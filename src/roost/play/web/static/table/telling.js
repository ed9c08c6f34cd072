// Tells people at a table what has happened: the current step, what they missed, reactions, and a warning about false
// dice.

import { announce } from "../lib/announce.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { moves } from "../lib/settings.js";
import { store } from "../lib/storage.js";
import { pacingOf } from "../model/event-pacing.js";
import { withLogLines, viewOf } from "../model/table.js";
import { turnLine, NO_TURNS, ended, latest, withStep } from "../model/turns.js";
import { sentence } from "../parts/log.js";
import { seatName } from "../parts/names.js";
import { sound } from "../parts/sound.js";

/** Maximum number of missed sentences to keep. */
const MOST_MISSED = 200;

export class Telling {
  /** @type {import("../model/turns.js").Turns} */
  #turns = NO_TURNS;
  /** @type {string[]} sentences shown while the page was hidden or closed */
  #missed = [];
  /** Whether the warning about the dice was given. */
  #hasWarned = false;

  /**
   * @param {string} table
   * @param {ReturnType<import("../parts/screen.js").tableScreen> | ReturnType<import("../parts/tv-screen.js").tvScreen>} screen
   * @param {GameUi} ui of the game
   */
  constructor(table, screen, ui) {
    this.table = table;
    this.screen = screen;
    this.ui = ui;
  }

  /** Start again as on a fresh page, where no turn has been seen. */
  restart() {
    this.#turns = NO_TURNS;
  }

  /** @param {Step} step that is being shown; its sentences follow later */
  shown(step) {
    this.#turns = withStep(this.#turns, step);
  }

  /**
   * Show the sentences of a step, and add them to the log.
   * @param {Model} before
   * @param {Step} step
   * @param {number} pace at which the step was shown
   * @param {string} [more] an additional sentence
   * @returns {Model} the model with the new log lines
   */
  tell(before, step, pace, more) {
    const model = withLogLines(before, step);
    const isNewGame = step.entries.some((entry) => entry.type === "started");
    const lines = isNewGame ? model.log : model.log.slice(before.log.length);
    const isMoved = model.spec.rules?.dice === "real" && step.events.some(({ transfers }) => transfers?.length);
    const sentences = lines.length
      ? lines.filter(({ isQuiet }) => !isQuiet).map((line) => sentence(line, this.ui))
      : step.sentences;
    // If the table uses real pieces, people must be told to move them.
    const instructed =
      isMoved && sentences.length ? [t("table.on_your_table", { told: sentences.join(" ") })] : sentences;
    const spoken = [...instructed, ...(more ? [more] : [])];
    const pacings = step.events.map((event) => pacingOf(event, this.ui.board.EVENTS));
    const isRoutine = pacings.every((pacing) => pacing.isRoutine);
    const isByBot = this.#isByBot(step);
    const turn = isByBot ? ended(this.#turns) : null;
    if (isByBot) {
      this.#announce(spoken);
      // The line no longer tells the turn before.
      const actor = viewOf(model).seats[this.#turns.current?.actor ?? -1];
      if (!turn && actor && this.#turns.current?.steps.length === 1)
        this.screen.narrate(t("board.turn", { name: seatName(actor) }), { isTurn: true, isRoutine: true });
    }
    if (!isByBot && spoken.length) this.say(spoken, isRoutine);
    if (turn) this.#sumUp(turn.steps, viewOf(model), more);
    // Dice that are seen to fall have already been heard.
    for (const pacing of pacings) if (pacing.sound !== "dice" || !pace || !moves()) sound(pacing.sound);
    return model;
  }

  /**
   * Whether a bot made the step. Bots play faster than people read, so each bot's turn is summed up in one line.
   * @param {Step} step
   */
  #isByBot({ events, table }) {
    const actor = events.length ? this.#turns.current?.actor : null;
    return actor != null && table.seats[actor]?.bot != null;
  }

  /**
   * Sum up a turn in one line.
   * @param {Step[]} steps
   * @param {View} view
   * @param {string} [more] an additional sentence
   */
  #sumUp(steps, { mine }, more) {
    const { dice, sum, result, isToMe } = turnLine(steps, mine, this.ui.board.EVENTS);
    const groups = dice.map((symbols) => h("span", ...[...symbols].map((symbol) => this.ui.die(symbol))));
    const total = sum === null ? [] : [h("b", `→ ${sum}`)];
    const line = more ? `${result} ${more}` : result;
    this.screen.narrate(line, { dice: [...groups, ...total], isTurn: true, isToMe });
  }

  /**
   * Announce sentences to screen readers, and keep them if the page is hidden.
   * @param {string[]} sentences
   */
  #announce(sentences) {
    announce(sentences.join(" "));
    if (document.hidden) this.missed(sentences);
  }

  /**
   * Show and announce sentences.
   * @param {string[]} sentences
   * @param {boolean} [isRoutine] whether a more important sentence may stay a little longer
   */
  say(sentences, isRoutine = false) {
    this.#announce(sentences);
    this.screen.narrate(sentences.join(" "), { mayRepeat: latest(this.#turns) !== null, isRoutine });
  }

  /** @param {string[]} sentences shown while the page was closed */
  missed(sentences) {
    this.#missed = [...this.#missed, ...sentences].slice(-MOST_MISSED);
  }

  /** Offer to show what was missed. */
  greet() {
    if (!document.hidden && this.#missed.length) {
      this.screen.narrate(t("table.missed", { n: this.#missed.length }), { isMissed: true });
    }
  }

  /**
   * Replay the latest turn, or list what was missed.
   * @param {View} view
   */
  async repeat(view) {
    const { showAgain, showMissed } = await import("../parts/turn-replay.js");
    const turn = latest(this.#turns);
    if (this.#missed.length) {
      showMissed(this.#missed.splice(0));
      if (turn) this.screen.narrate(turn.steps.at(-1)?.sentences.join(" ") ?? "");
    } else if (turn) showAgain(turn.steps, view.seats.map(seatName), view.viewer, this.ui);
  }

  /**
   * Show a player's reaction.
   * @param {SeatLook | undefined} seat
   * @param {string} reaction
   */
  reacted(seat, reaction) {
    if (!seat) return;
    this.screen.react(seat.seat, reaction);
    announce(`${seatName(seat)}: ${t(`table.reactions.${reaction}`)}`);
  }

  /**
   * Show a spectator's reaction.
   * @param {string} reaction
   */
  cheered(reaction) {
    this.screen.cheer(reaction);
    announce(t("table.cheered", { reaction: t(`table.reactions.${reaction}`) }));
  }

  /**
   * Say which people have closed the page or returned.
   * @param {Model} before
   * @param {Model} after
   */
  absence(before, after) {
    const seats = viewOf(before).seats;
    for (const seat of viewOf(after).seats) {
      const wasAbsent = seats[seat.seat]?.isAbsent;
      if (seat.isAbsent === wasAbsent || seat.isReplaced) continue;
      this.say([t(seat.isAbsent ? "table.log.away" : "table.log.returned", { name: seatName(seat) })]);
    }
  }

  /**
   * Warn once, if the dice can no longer be trusted, and store the evidence on this device.
   * @param {Device | null} device
   * @returns {boolean} whether the warning was given now
   */
  warn(device) {
    if (!device?.broken || this.#hasWarned) return false;
    this.#hasWarned = true;
    store(`roost-evidence-${this.table}`, device.evidence);
    announce(t("table.dice_broken_loud"));
    return true;
  }
}
