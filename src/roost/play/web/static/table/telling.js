// What is said at a table: what has just happened, what was missed, how people react, and loudly if dice are not sound.

import { announce } from "../lib/announce.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { keep } from "../lib/kept.js";
import { cueOf } from "../model/event-cues.js";
import { toldOf, viewOf } from "../model/table.js";
import { turnLine, NO_TURNS, ended, latest, withStep } from "../model/turns.js";
import { sentence } from "../parts/log.js";
import { seatName } from "../parts/names.js";
import { sound } from "../parts/sound.js";

/** Of what was missed so much is told. */
const MOST_MISSED = 200;

export class Telling {
  /** @type {import("../model/turns.js").Turns} */
  #turns = NO_TURNS;
  /**
   * What was told while nobody looked.
   * @type {string[]}
   */
  #missed = [];
  /** Whether it was said loudly that the dice are not to be trusted. */
  #warned = false;

  /**
   * @param {string} table
   * @param {ReturnType<import("../parts/screen.js").tableScreen> | ReturnType<import("../parts/tv-screen.js").tvScreen>} screen
   * @param {Kit} kit of the game
   */
  constructor(table, screen, kit) {
    this.table = table;
    this.screen = screen;
    this.kit = kit;
  }

  /** The page begins anew: no turn has been seen. */
  restart() {
    this.#turns = NO_TURNS;
  }

  /**
   * A step is shown, and will be told.
   * @param {Step} step
   */
  shown(step) {
    this.#turns = withStep(this.#turns, step);
  }

  /**
   * Say what has been shown.
   * @param {Model} before
   * @param {Step} step
   * @param {string} [more] what else there is to say about it
   * @returns {Model} with its log
   */
  tell(before, step, more) {
    const model = toldOf(before, step);
    const isNewGame = step.entries.some((entry) => entry.type === "started");
    const lines = isNewGame ? model.log : model.log.slice(before.log.length);
    const isMoved = model.spec.rules?.dice === "real" && step.events.some(({ transfers }) => transfers?.length);
    const spoken = lines.length
      ? lines.filter(({ isQuiet }) => !isQuiet).map((line) => sentence(line, this.kit))
      : step.told;
    // Where the pieces are real, somebody has to move them.
    const said = isMoved && spoken.length ? [t("table.on_your_table", { told: spoken.join(" ") })] : spoken;
    const told = [...said, ...(more ? [more] : [])];
    const cues = step.events.map((event) => cueOf(event, this.kit.board.EVENTS));
    const isRoutine = cues.every((cue) => cue.isRoutine);
    const isBots = this.#isBots(step);
    const turn = isBots ? ended(this.#turns) : null;
    if (isBots) this.#hear(told);
    else if (told.length) this.say(told, isRoutine);
    if (turn) this.#sumUp(turn.steps, viewOf(model), more);
    for (const cue of cues) sound(cue.sound);
    return model;
  }

  /**
   * Whether a bot did it. They play faster than anybody reads, so that their turn is told once, when it is over.
   * @param {Step} step
   */
  #isBots({ events, table }) {
    const actor = events.length ? this.#turns.current?.actor : null;
    return actor != null && table.seats[actor]?.bot != null;
  }

  /**
   * Tell a turn in one line.
   * @param {Step[]} steps
   * @param {View} view
   * @param {string} [more] what else there is to say about it
   */
  #sumUp(steps, { mine }, more) {
    const { dice, sum, told, isToMe } = turnLine(steps, mine, this.kit.board.EVENTS);
    const drawn = dice.map((kept) => h("span", ...[...kept].map((symbol) => this.kit.die(symbol))));
    const total = sum === null ? [] : [h("b", `→ ${sum}`)];
    const line = more ? `${told} ${more}` : told;
    this.screen.narrate(line, { dice: [...drawn, ...total], isTurn: true, isToMe });
  }

  /**
   * Say something to those who listen; what nobody looks at is kept.
   * @param {string[]} told
   */
  #hear(told) {
    announce(told.join(" "));
    if (document.hidden) this.missed(told);
  }

  /**
   * Say something where it is read and where it is heard; what nobody looks at is kept.
   * @param {string[]} told
   * @param {boolean} [isRoutine] whether something more important may stay a little longer
   */
  say(told, isRoutine = false) {
    this.#hear(told);
    this.screen.narrate(told.join(" "), { mayRepeat: latest(this.#turns) !== null, isRoutine });
  }

  /** @param {string[]} told what happened while the page was closed */
  missed(told) {
    this.#missed = [...this.#missed, ...told].slice(-MOST_MISSED);
  }

  /** Offer to tell what was missed. */
  greet() {
    if (!document.hidden && this.#missed.length) {
      this.screen.narrate(t("table.missed", { n: this.#missed.length }), { isMissed: true });
    }
  }

  /**
   * Show the latest turn again, or what was missed.
   * @param {View} view
   */
  async repeat(view) {
    const { showAgain, showMissed } = await import("../parts/turn-replay.js");
    const turn = latest(this.#turns);
    if (this.#missed.length) {
      showMissed(this.#missed.splice(0));
      if (turn) this.screen.narrate(turn.steps.at(-1)?.told.join(" ") ?? "");
    } else if (turn) showAgain(turn.steps, view.seats.map(seatName), view.viewer, this.kit);
  }

  /**
   * Somebody at the table claps, or the like.
   * @param {SeatLook | undefined} seat
   * @param {string} reaction
   */
  reacted(seat, reaction) {
    if (!seat) return;
    this.screen.react(seat.seat, reaction);
    announce(`${seatName(seat)}: ${t(`table.reactions.${reaction}`)}`);
  }

  /**
   * Somebody who watches claps.
   * @param {string} reaction
   */
  cheered(reaction) {
    this.screen.cheer(reaction);
    announce(t("table.cheered", { reaction: t(`table.reactions.${reaction}`) }));
  }

  /**
   * Somebody has closed the page, or has come back.
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
   * Say it loudly, once, if the dice are not to be trusted any more, and keep what shows it, also if the page is closed.
   * @param {Device | null} device
   * @returns {boolean} whether it was said just now
   */
  warn(device) {
    if (!device?.broken || this.#warned) return false;
    this.#warned = true;
    keep(`roost-evidence-${this.table}`, device.evidence);
    announce(t("table.dice_broken_loud"));
    return true;
  }
}
