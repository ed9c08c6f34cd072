// The state of a visit to a table, and facts derived from it. This module neither draws nor sends anything.

import { answerAt, rememberAnswer } from "../lib/remembered.js";
import { syncMemory } from "../net/dice-memory.js";
import { actorOf, stepsOf } from "../model/steps.js";
import { isArrangedAnew, isOther, opened, viewOf } from "../model/table.js";

/** Types of log entries by which devices take part in the dice; another tab on this device may have caused them. */
const OF_DEVICES = ["device_sealed", "dice_listed", "number_opened"];
/** Minimum probability of a failed roll at which the last die slows down. */
const TENSE = 0.3;

export class State {
  /** @type {ChangeView[] | null} changes that wait until the past is known; null once the past is known */
  waiting = [];
  /** @type {GameEvent[]} events that led to the current position, until they are drawn */
  events = [];
  /** The pace at which the events are shown, and whether much depends on their roll. */
  pace = 0;
  isTense = false;
  /** Whether much depends on the roll that this device has just requested from the server. */
  isRisky = false;
  /** Whether the player asked for a roll before it was possible. */
  wantsRoll = false;
  /** @type {string | null} action to choose once its dice, which come first, are chosen */
  next = null;
  /** Start time of the latest announced turn of this device. */
  myTurn = -1;
  /** The latest table version that this device has remembered, and the version at which to lay the table out again. */
  noted = 0;
  laidAt = 0;

  /**
   * @param {Snapshot} snapshot
   * @param {Model | null} before the model of an earlier snapshot
   */
  constructor(snapshot, before) {
    /** The model as it is shown. */
    this.model = opened(snapshot, before, memoryAt(snapshot, before));
    /** The latest table from the server, which may be ahead of the model. */
    this.latest = snapshot.table;
    /** Whether this device shows the player's own part only; null if a big screen decides. */
    this.wish = answerAt("roost-controllers", snapshot.table.id);
  }

  /** @param {Snapshot} snapshot replaces everything known before */
  restart(snapshot) {
    const { model, latest, waiting, events, pace } = new State(snapshot, this.model);
    Object.assign(this, { model, latest, waiting, events, pace });
  }

  /** @param {Snapshot} snapshot @returns whether it contains nothing new */
  knows({ table, you }) {
    return this.latest.version === table.version && this.model.person === (you?.person ?? null);
  }

  /** @param {Snapshot} snapshot @returns whether it is of another game, or has other seats */
  isLeftFor({ spec, table }) {
    return isOther(spec.game, spec.options, table.seats.length, this.model.spec);
  }

  /** @param {ChangeView} change @returns whether it leads to another game */
  isLeftBy({ entries }) {
    return entries.some((entry) => entry.type === "arranged" && isArrangedAnew(entry, this.model.spec));
  }

  /**
   * Pass a change to the dice check, as soon as it arrives.
   * @param {ChangeView} change
   */
  hear(change) {
    const { hearing, person } = this.model;
    if (person !== null && change.entries.some(({ type }) => OF_DEVICES.includes(type)))
      syncMemory(this.latest.id, hearing?.device.memory);
    return hearing?.hear(change) ?? null;
  }

  /**
   * Split the latest change into steps.
   * @param {ChangeView} change
   * @param {import("../model/hearing.js").Fallen | null} fallen the dice in its log entries
   * @param {GameUi} ui
   * @param {(seat: number, roll: string) => string} tellRoll
   */
  stepsOf(change, fallen, { board }, tellRoll) {
    const { hearing, spec, faces } = this.model;
    const steps = stepsOf(this.latest, change, board.after, viewOf(this.model).mine, tellRoll);
    const played = { game: spec.game, faces };
    const isChecked = !hearing || (fallen !== null && hearing.holdsSteps(steps, fallen, played, board.EVENTS));
    const isEntered = change.entries.some(({ type }) => type === "entered" || type === "corrected");
    this.latest = change.table;
    return steps.map((step) => {
      const isRoll = step.events.some(({ type }) => type === "rolled");
      return {
        ...step,
        isChecked,
        isEntered: isEntered && isRoll,
        isTense: this.isRisky && isRoll && this.isOwn(step),
      };
    });
  }

  /** @param {Step} step @returns {boolean} whether a player at this device made it */
  isOwn(step) {
    const seat = actorOf(step) ?? this.model.actor;
    const { mine, replaced } = viewOf(this.model);
    return typeof seat === "number" && mine.includes(seat) && !replaced.includes(seat);
  }

  /** Whether this device shows only the player's own part, because a big screen shows the whole table. */
  get isController() {
    return !viewOf(this.model).isWatching && (this.wish ?? this.model.hasScreen);
  }

  /** Switch between the whole table and the player's own part. A choice is forgotten if it equals the default. */
  toggleController() {
    const next = !this.isController;
    this.wish = next === this.model.hasScreen ? null : next;
    rememberAnswer("roost-controllers", this.latest.id, this.wish);
  }

  /** The position in which a player at this device must decide, if any. */
  get toDecide() {
    const { game } = this.model.table;
    const isOurs = viewOf(this.model).acting !== null;
    return isOurs && game?.node === "decide" && game.actions.length > 1 ? game.position : null;
  }

  /** @param {boolean} hint whether the odds panel is open, so that a hint is also needed */
  oddsWanted(hint) {
    const { acting, hasOdds, phase } = viewOf(this.model);
    const { game } = this.model.table;
    const isWanted = (acting !== null || hint) && hasOdds && phase === "playing";
    return isWanted && game && game.seat !== null ? { position: game.position, hint } : null;
  }

  /**
   * Whether an action is a roll that is likely to fail.
   * @param {string | null} action
   * @param {OddsView | null} odds
   */
  isRisk(action, odds) {
    const actions = this.model.table.game?.actions ?? [];
    const isRoll = action === null || actions.some((entry) => entry.action === action && entry.kind === "roll");
    const risk = action === null ? odds?.fails : odds?.choices.find((choice) => choice.action === action)?.fails;
    return isRoll && (risk ?? 0) >= TENSE;
  }
}

/**
 * Return this device's memory of the table's dice, if any. Only players need it, where dice are checked.
 * @param {Snapshot} snapshot
 * @param {Model | null} before
 */
function memoryAt({ table, faces, you }, before) {
  const known = before?.device?.memory;
  return you === null || !faces ? known : syncMemory(table.id, known);
}
