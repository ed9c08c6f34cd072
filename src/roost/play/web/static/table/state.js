// What a visit to a table knows, and what follows from it: nothing here is shown, asked for or sent.

import { answerAt, rememberAnswer } from "../lib/remembered.js";
import { remembered } from "../net/dice-memory.js";
import { actorOf, stepsOf } from "../model/steps.js";
import { isArrangedAnew, isOther, opened, viewOf } from "../model/table.js";

/** Entries by which devices, perhaps in another tab of this one, take part in the dice. */
const OF_DEVICES = ["device_sealed", "dice_listed", "number_opened"];
/** How likely a roll must be to fail for its last die to slow down. */
const TENSE = 0.3;

export class State {
  /** @type {ChangeView[] | null} that wait until the past is known */
  held = [];
  /** @type {GameEvent[]} what led to what is shown, until that is drawn */
  events = [];
  /** How fast that is shown, and whether much hangs on the roll in it. */
  pace = 0;
  isTense = false;
  /** Whether much hangs on the roll that one has just asked for. */
  isRisky = false;
  /** Whether a roll was wished for before it was possible. */
  wantsRoll = false;
  /** @type {string | null} what was chosen together with the dice that come first */
  next = null;
  /** The turn of one's own that was announced. */
  myTurn = -1;
  /** The version that this device remembers to have seen, and the one with which the table is laid anew. */
  noted = 0;
  laidAt = 0;

  /**
   * @param {Snapshot} snapshot
   * @param {Model | null} before what was known of the table
   */
  constructor(snapshot, before) {
    /** As it is shown. */
    this.model = opened(snapshot, before, memoryAt(snapshot, before));
    /** As the server has told it, which may be ahead of what is shown. */
    this.latest = snapshot.table;
    /** Whether this device is to show one's own part only; nothing, if a big screen decides. */
    this.wish = answerAt("roost-controllers", snapshot.table.id);
  }

  /** @param {Snapshot} snapshot from which all is told anew */
  restart(snapshot) {
    const { model, latest, held, events, pace } = new State(snapshot, this.model);
    Object.assign(this, { model, latest, held, events, pace });
  }

  /** @param {Snapshot} snapshot of which all may be known already */
  knows({ table, you }) {
    return this.latest.version === table.version && this.model.person === (you?.person ?? null);
  }

  /** @param {Snapshot} snapshot that may be of another game, or of other seats */
  isLeftFor({ spec, table }) {
    return isOther(spec.game, spec.options, table.seats.length, this.model.spec);
  }

  /** @param {ChangeView} change that may lead to another game */
  isLeftBy({ entries }) {
    return entries.some((entry) => entry.type === "arranged" && isArrangedAnew(entry, this.model.spec));
  }

  /**
   * Hear a change, as soon as it comes.
   * @param {ChangeView} change
   */
  hear(change) {
    const { hearing, person } = this.model;
    if (person !== null && change.entries.some(({ type }) => OF_DEVICES.includes(type)))
      remembered(this.latest.id, hearing?.device.memory);
    return hearing?.hear(change) ?? null;
  }

  /**
   * The steps of a change, which is the latest then.
   * @param {ChangeView} change
   * @param {import("../model/hearing.js").Fallen | null} fallen what was heard of its dice
   * @param {Kit} kit
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

  /** @param {Step} step which may be the doing of somebody at this device */
  isOwn(step) {
    const seat = actorOf(step) ?? this.model.actor;
    const { mine, replaced } = viewOf(this.model);
    return typeof seat === "number" && mine.includes(seat) && !replaced.includes(seat);
  }

  /** Whether this device shows one's own part of the table only, because a big screen shows all of it. */
  get isController() {
    return !viewOf(this.model).isWatching && (this.wish ?? this.model.hasScreen);
  }

  /** Show the whole table here, or only one's own part; until the big screen says otherwise, if it does. */
  toggleController() {
    const next = !this.isController;
    this.wish = next === this.model.hasScreen ? null : next;
    rememberAnswer("roost-controllers", this.latest.id, this.wish);
  }

  /** The position that somebody at this device has to decide on. */
  get toDecide() {
    const { game } = this.model.table;
    const isOurs = viewOf(this.model).acting !== null;
    return isOurs && game?.node === "decide" && game.actions.length > 1 ? game.position : null;
  }

  /** @param {boolean} hint whether somebody looks at the odds: what to ask about them, where that is wanted */
  oddsWanted(hint) {
    const { acting, hasOdds, phase } = viewOf(this.model);
    const { game } = this.model.table;
    const isWanted = (acting !== null || hint) && hasOdds && phase === "playing";
    return isWanted && game && game.seat !== null ? { position: game.position, hint } : null;
  }

  /**
   * Whether a choice is a roll that may well fail.
   * @param {string | null} action
   * @param {OddsView | null} odds
   */
  isRisk(action, odds) {
    const actions = this.model.table.game?.actions ?? [];
    const isRoll = action === null || actions.some((one) => one.action === action && one.kind === "roll");
    const risk = action === null ? odds?.fails : odds?.choices.find((choice) => choice.action === action)?.fails;
    return isRoll && (risk ?? 0) >= TENSE;
  }
}

/**
 * What this device remembers of a table's dice: a big screen, and whoever only watches, need not remember anything.
 * @param {Snapshot} snapshot
 * @param {Model | null} before
 */
function memoryAt({ table, spec, you }, before) {
  const known = before?.device?.memory;
  return you === null || spec.challenge ? known : remembered(table.id, known);
}
