// The state of a table on one device: a snapshot and changes go in, the view that the page shows comes out. This module
// makes no elements.

import { actorOf, sentencesFor } from "./steps.js";
import { Device } from "./device.js";
import { Hearing, checkedFacts, isSound } from "./hearing.js";

/** @typedef {ChangeView["entries"][number]} Entry */

/**
 * A line of the log: the server's sentence, or one of the page's messages.
 * @typedef {object} Line
 * @property {number} version
 * @property {"event" | "table"} kind
 * @property {boolean} [isQuiet] whether it appears in the log only, because spectators have seen it happen
 * @property {string} text the sentence, or the message's key
 * @property {Record<string, string | number>} [values]
 */

/**
 * @typedef {object} Model
 * @property {TableView} table
 * @property {Snapshot["spec"]} spec
 * @property {string} faces of the die
 * @property {number | null} person at this device
 * @property {Line[]} log oldest line first
 * @property {Hearing | null} hearing checks the dice; null where dice are not checked (in challenges and in games on a single device)
 * @property {Device | null} device computes the dice
 * @property {boolean} isChecked whether the dice that are shown were computed
 * @property {number[]} absent people whose pages are closed
 * @property {boolean} hasScreen whether a big screen shows the table
 * @property {number} stoppedGame number of the game whose automatic start someone stopped
 * @property {number | null} actor the seat whose action was shown last
 */

/**
 * @typedef {object} SeatLook
 * @property {number} seat
 * @property {number | null} person
 * @property {boolean} isReal whether the person rolls real dice
 * @property {string} letter
 * @property {string} kind `open`, `guest`, `person` or `bot`
 * @property {string} name empty for bots and free seats
 * @property {string | null} bot
 * @property {string | null} [avatar] chosen by the person
 * @property {number} twin the bot's number among bots of its kind, counted along the seats
 * @property {boolean} isAway
 * @property {boolean} isAbsent whether the person's page is closed, and no bot plays for them
 * @property {boolean} isMine
 * @property {boolean} isReplaced whether a bot plays for its person
 * @property {boolean} isTurn
 * @property {boolean} isHost
 * @property {boolean} wantsRematch
 * @property {number | null} score
 * @property {boolean} hasWon
 */

/**
 * @typedef {object} View
 * @property {"waiting" | "playing" | "over" | "closed"} phase
 * @property {SeatLook[]} seats
 * @property {number[]} mine the seats of players at this device
 * @property {boolean} isHost
 * @property {boolean} isWatching
 * @property {boolean} sitsOut whether a person at this device waits for the next game of a series
 * @property {boolean} hasLeft whether such a person has left, and may return
 * @property {number | null} acting the seat to play, if this device may choose for it
 * @property {boolean} mustRoll whether the acting seat must roll the table's dice
 * @property {number | null} enters the seat whose real dice may be entered at this device now
 * @property {EnteredView | null} corrects the roll that may be corrected at this device
 * @property {boolean} hasAgreed whether this device has agreed to the correction
 * @property {boolean} isReal whether the table is played with real dice
 * @property {ActionView[]} actions what the acting seat may choose
 * @property {number | null} viewer the seat from whose side the board is shown
 * @property {boolean} canStart
 * @property {boolean} canUndo
 * @property {number[]} replaced this device's seats that a bot plays, or whose players left
 * @property {boolean} hasOdds whether odds are shown at the table
 * @property {boolean} wantsRematch whether this device has offered a rematch
 */

const LONGEST_LOG = 600;

/**
 * Return the model when the page opens or a new snapshot arrives; dice checks made so far are kept.
 * @param {Snapshot} snapshot
 * @param {Pick<Model, "hearing" | "absent" | "hasScreen" | "stoppedGame"> | null} [before]
 * @param {import("./device.js").Memory} [memory] of this device
 * @returns {Model}
 */
export function opened({ table, spec, you, faces = "" }, before = null, memory) {
  const person = you?.person ?? null;
  const hearing = before?.hearing ?? (faces ? new Hearing(new Device(playedAt({ table, spec, faces }), memory)) : null);
  const device = hearing?.device ?? null;
  if (device && person !== null) device.person = person;
  return {
    table,
    spec,
    faces,
    person,
    log: [],
    hearing,
    device,
    isChecked: device === null,
    absent: before?.absent ?? [],
    hasScreen: before?.hasScreen ?? false,
    stoppedGame: before?.stoppedGame ?? 0,
    actor: null,
  };
}

/**
 * Return the table's id, with its faces and players unless it has a series, whose games may differ in them.
 * @param {Pick<Snapshot, "table" | "spec" | "faces">} snapshot
 */
export const playedAt = ({ table, spec, faces }) =>
  spec.series ? { table: table.id } : { table: table.id, faces, players: spec.seats.length };

/**
 * Add what happened before the page was opened to the log and to the dice check.
 * @param {Model} model the model when the page was opened
 * @param {Pick<ChangeView, "version" | "entries" | "sentences" | "to_you">[]} past
 * @param {(seat: number, roll: string) => string} [tellRoll]
 * @returns {Model | null} null if the past is incomplete
 */
export function withPast(model, past, tellRoll) {
  const { table, hearing, spec, faces } = model;
  const known = past.filter(({ version }) => version <= table.version); // the feed sends the rest
  if (hearing && !hearing.catchUp(past, table.version)) return null;
  const isChecked = !hearing || hearing.holds(table, { game: spec.game, faces });
  if (hearing?.device.broken) hearing.isSettled = true;
  const start = known.map(({ entries }) => entries.some((entry) => entry.type === "started")).lastIndexOf(true);
  /** @type {Line[]} */
  const log = [];
  const { mine } = viewOf(model);
  for (const change of known.slice(Math.max(0, start))) {
    const sentences = sentencesFor(mine, change);
    const rolls = change.entries.flatMap((entry) =>
      tellRoll && entry.type === "rolled" && entry.seat !== null ? [tellRoll(entry.seat, entry.roll)] : [],
    );
    // Sentences about rolls name the dice that this device computed.
    const isSame = rolls.every((roll) => sentences.includes(roll));
    log.push(...lines(change.version, change.entries, isSame ? sentences : rolls, model));
  }
  return { ...model, log: [...log, ...model.log].slice(-LONGEST_LOG), isChecked };
}

/**
 * Return the model after a step was shown; the step's log lines follow later.
 * @param {Model} model
 * @param {Step} step
 * @returns {Model}
 */
export function stepped(model, step) {
  return {
    ...model,
    table: step.table,
    isChecked: model.device === null || step.isChecked === true,
    actor: actorOf(step) ?? model.actor,
  };
}

/**
 * Return the model after a step was seen, with the step's log lines.
 * @param {Model} model
 * @param {Step} step
 * @returns {Model}
 */
export function withLogLines(model, step) {
  const isNew = step.entries.some((entry) => entry.type === "started");
  const added = lines(step.version, step.entries, step.sentences, { ...model, table: step.table });
  const log = [...(isNew ? [] : model.log), ...added];
  return { ...model, log: log.slice(-LONGEST_LOG) };
}

/**
 * Return everything that the page shows. While a step is being animated, the view does not reveal its result: whose
 * turn is next, what they may do, or that the game is over.
 * @param {Model} model
 * @param {boolean} [isAtRest]
 * @returns {View}
 */
export function viewOf(model, isAtRest = true) {
  const { table, spec, person, actor, absent = [] } = model;
  const { game } = table;
  const mayAct = isAtRest && isSound(model);
  const isMoving = !isAtRest && actor !== null;
  const status = /** @type {View["phase"]} */ (table.status);
  const phase = isMoving && status === "over" ? "playing" : status;
  const isOver = phase === "over" || (phase === "closed" && game?.node === "over");
  const turn = phase === "playing" ? (isMoving ? actor : (game?.seat ?? null)) : null;
  const mine = person === null ? [] : table.seats.filter((seat) => seat.person === person).map((seat) => seat.seat);
  const seats = table.seats.map((seat) => ({
    seat: seat.seat,
    person: seat.person,
    isReal: seat.real ?? false,
    letter: seat.letter,
    kind: seat.kind,
    name: seat.name,
    bot: seat.bot,
    avatar: seat.avatar ?? null,
    twin: table.seats.filter(({ kind, bot }, place) => kind === "bot" && bot === seat.bot && place <= seat.seat).length,
    isAway: seat.away,
    isAbsent:
      seat.person !== null &&
      seat.person !== person &&
      seat.bot === null &&
      (seat.away || absent.includes(seat.person)),
    isMine: mine.includes(seat.seat),
    isReplaced: seat.person !== null && seat.bot !== null,
    isTurn: seat.seat === turn,
    isHost: seat.person === 0,
    wantsRematch: seat.person !== null && table.rematch.includes(seat.person),
    score: game ? (game.scores[seat.seat] ?? 0) : null,
    hasWon: isOver && winners(game).includes(seat.seat),
  }));
  const replaced = mine.filter((seat) => seats[seat]?.isReplaced || seats[seat]?.isAway);
  const acting = mayAct && turn !== null && mine.includes(turn) && !replaced.includes(turn) ? turn : null;
  const isHost = person === 0;
  const waiting = (table.series?.bench ?? []).filter((member) => person !== null && member.person === person);
  const people = table.seats.filter((seat) => seat.person !== null).length;
  const isReal = turn !== null && Boolean(table.seats[turn]?.real) && !table.seats[turn]?.bot;
  const mayEnter = mayAct && phase === "playing" && person !== null && (isHost || mine.length > 0);
  const corrects = (mayEnter && game?.entered) || null;
  return {
    phase,
    seats,
    mine,
    isHost,
    isWatching: mine.length === 0,
    sitsOut: waiting.some(({ away }) => !away),
    hasLeft: mine.length === 0 && waiting.length > 0 && waiting.every(({ away }) => away),
    acting,
    mustRoll: acting !== null && game?.node === "roll" && !isReal,
    enters: mayEnter && isReal && game?.node === "roll" ? turn : null,
    corrects,
    hasAgreed: person !== null && Boolean(corrects?.agreed.includes(person)),
    isReal: spec.rules?.dice === "real",
    actions: acting === null || !game ? [] : [...game.actions, ...game.ahead],
    viewer: acting ?? mine[0] ?? null,
    canStart: phase === "waiting" && !seats.some(({ kind }) => kind === "guest") && (isHost || mine.length > 0),
    canUndo: isSound(model) && game?.undo != null && mine.includes(game.undo),
    replaced,
    hasOdds: !spec.challenge && (spec.rules?.odds !== false || people <= 1),
    wantsRematch: person !== null && table.rematch.includes(person),
  };
}

/**
 * Return the model to draw: without dice that this device has not computed, and without choices about such dice.
 * @param {Model} model
 * @returns {Model}
 */
export function drawn(model) {
  const { game } = model.table;
  if (!game || isSound(model)) return model;
  const facts = checkedFacts(model, game.facts);
  return { ...model, table: { ...model.table, game: { ...game, facts, actions: [], ahead: [], obvious: null } } };
}

/** @param {TableView["game"]} game @returns {number[]} */
export const winners = (game) => /** @type {{winners?: number[]} | null} */ (game?.outcome ?? null)?.winners ?? [];

/**
 * Return the lines for log entries: the server's sentences about the game, and the page's messages about the rest.
 * @param {number} version
 * @param {Entry[] | readonly Entry[]} entries
 * @param {string[]} sentences
 * @param {Pick<Model, "table" | "spec" | "person">} model
 * @returns {Line[]}
 */
function lines(version, entries, sentences, model) {
  /** @type {Line[]} */
  const added = [];
  for (const entry of entries) {
    const line = aboutTable(entry, model);
    if (line) added.push({ version, kind: "table", ...line });
  }
  for (const text of sentences) added.push({ version, kind: "event", text });
  return added;
}

/**
 * @param {Entry} entry
 * @param {Pick<Model, "table" | "spec" | "person">} model
 * @returns {{text: string, values?: Record<string, string | number>, isQuiet?: boolean} | null}
 */
function aboutTable(entry, { table, spec, person }) {
  const { game } = table;
  const seconds = spec.rules?.turn_seconds;
  const seat = "seat" in entry && entry.seat !== null ? table.seats[entry.seat] : null;
  const bench = "seat" in entry ? table.series?.bench.find((member) => member.seat === entry.seat) : null;
  const name = seat?.name ?? (bench && bench.person !== null ? bench.name : "");
  const subject = "person" in entry ? entry.person : ((seat ?? bench)?.person ?? null);
  const isYou =
    subject !== null && subject === person && table.seats.filter((seat) => seat.person === person).length < 2;
  /** @param {string} event the last part of a message's key */
  const keyOf = (event) => `table.log.${isYou ? "you." : ""}${event}`;
  switch (entry.type) {
    case "seat_claimed":
      return { text: keyOf("claimed"), values: { name: entry.name } };
    case "seat_left":
      return name ? { text: keyOf("left"), values: { name } } : null;
    case "seat_returned":
      return { text: keyOf("returned"), values: { name } };
    case "seat_freed":
      return seat && { text: "table.log.freed", values: { letter: seat.letter } };
    case "bot_seated":
      if (entry.failed) return { text: "table.log.failed", values: { failed: entry.failed, bot: entry.bot } };
      if (!seat) return { text: "table.log.claimed", values: { name: bench?.name ?? entry.bot } };
      // The bot may have taken over because the time for the turn was up.
      return name
        ? {
            text: keyOf(seconds && game && table.at >= game.turn_at + seconds ? "time_up_for_good" : "replaced"),
            values: { name, bot: entry.bot },
          }
        : { text: "table.log.bot", values: { letter: seat?.letter ?? "", bot: entry.bot } };
    case "started":
      return { text: "table.log.started", values: { number: entry.game } };
    case "next_chosen":
      return table.series ? { text: "series.next", values: { game: table.series.next.title } } : null;
    case "rolled":
    case "acted":
      // Mention only a bot that stepped in because the time was up, not a bot that plays the seat.
      return entry.by && name && !seat?.bot
        ? { text: keyOf(`time_up_${entry.type}`), values: { name, bot: entry.by } }
        : null;
    case "entered":
      return { text: keyOf("entered"), values: { name: nameOf(entry.person, table) }, isQuiet: true };
    case "correction_proposed":
      return { text: keyOf("correction_proposed"), values: { name: nameOf(entry.person, table), roll: entry.roll } };
    case "correction_declined":
      return { text: keyOf("correction_declined"), values: { name: nameOf(entry.person, table) } };
    case "corrected":
      return { text: "table.log.corrected", values: { roll: entry.roll, was: entry.was } };
    case "undone":
      return { text: keyOf("undone"), values: { name } };
    case "closed":
      return { text: "table.log.closed" };
    default:
      return null;
  }
}

/** @param {number} person @param {TableView} table @returns {string} the name; a dash for a host without a seat */
const nameOf = (person, { seats }) => seats.find((seat) => seat.person === person)?.name ?? "–";

// Whether the next game of a series differs from the one shown, so that the table must be laid out again.

/**
 * @param {string} game
 * @param {Record<string, unknown> | undefined} options
 * @param {number} players
 * @param {Snapshot["spec"]} spec
 */
export function isOther(game, options, players, spec) {
  const isSame = game === spec.game && players === spec.seats.length;
  return !isSame || JSON.stringify(options ?? {}) !== JSON.stringify(spec.options ?? {});
}

/** @param {Arranged} arranged @param {Snapshot["spec"]} spec @returns {boolean} whether the game or the seating differs */
export function isArrangedAnew({ game, options, players, order }, spec) {
  return isOther(game, options, players, spec) || order.slice(0, players).some((place, seat) => place !== seat);
}
