// A table as one device sees it: a snapshot and changes go in, everything that the page shows comes out. No screen here.

import { actorOf, toldTo } from "./steps.js";
import { Device } from "./device.js";
import { Hearing, checkedSight, isSound } from "./hearing.js";

/** @typedef {ChangeView["entries"][number]} Entry */

/**
 * A line of the log: a sentence of the server's, or a message of the page's own.
 * @typedef {object} Line
 * @property {number} version
 * @property {"told" | "table"} kind
 * @property {boolean} [isQuiet] whether it stands in the log only: whoever looks on knows
 * @property {string} text the sentence, or the key of the message
 * @property {Record<string, string | number>} [values]
 */

/**
 * @typedef {object} Model
 * @property {TableView} table
 * @property {Snapshot["spec"]} spec
 * @property {string} faces of the die that is played with
 * @property {number | null} person who sits at this device
 * @property {Line[]} log the latest last
 * @property {Hearing | null} hearing what is heard of the table's dice; nothing at a challenge, whose dice prove nothing
 * @property {Device | null} device which computes them
 * @property {boolean} isChecked whether the dice that are shown were computed
 * @property {number[]} absent the people whose pages are closed
 * @property {boolean} hasScreen whether a big screen shows the table
 * @property {number} held the number of the game that somebody does not want to begin by itself
 * @property {number | null} actor whose doing was shown last
 */

/**
 * @typedef {object} SeatLook
 * @property {number} seat
 * @property {number | null} person
 * @property {boolean} isReal whether its person rolls real dice
 * @property {string} letter
 * @property {string} kind `open`, `guest`, `person` or `bot`
 * @property {string} name empty for bots and free seats
 * @property {string | null} bot
 * @property {string | null} [avatar] the bird that a person chose
 * @property {number} twin which one of its kind a bot is, counted along the seats
 * @property {boolean} isAway
 * @property {boolean} isAbsent whether their page is closed, and nobody plays for them
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
 * @property {number[]} mine the seats of this device
 * @property {boolean} isHost
 * @property {boolean} isWatching
 * @property {boolean} sitsOut whether somebody at this device waits for the next game of a series
 * @property {boolean} hasLeft whether they have left, and may come back
 * @property {number | null} acting the seat whose turn it is, if this device may choose for it
 * @property {boolean} mustRoll whether dice of the table are to be rolled by the acting seat
 * @property {number | null} enters the seat whose real dice may be entered at this device now
 * @property {EnteredView | null} corrects the roll that may be corrected at this device
 * @property {boolean} hasAgreed whether this device says already that it should be corrected
 * @property {boolean} isReal whether people roll real dice here
 * @property {ActionView[]} actions what the acting seat may choose
 * @property {number | null} viewer the seat whose side the board takes
 * @property {boolean} canStart
 * @property {boolean} canUndo
 * @property {number[]} replaced own seats that a bot plays, or that were left
 * @property {boolean} hasOdds whether the table tells odds
 * @property {boolean} wantsRematch whether this device has offered a rematch
 */

const LONGEST_LOG = 600;

/**
 * The table as it is when the page opens, or when it is told anew: what was heard of its dice before stays known.
 * @param {Snapshot} snapshot
 * @param {Pick<Model, "hearing" | "absent" | "hasScreen" | "held"> | null} [before]
 * @param {import("./device.js").Memory} [memory] of this device
 * @returns {Model}
 */
export function opened({ table, spec, you, faces = "" }, before = null, memory) {
  const person = you?.person ?? null;
  const hearing =
    before?.hearing ?? (spec.challenge ? null : new Hearing(new Device(playedAt({ table, spec, faces }), memory)));
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
    held: before?.held ?? 0,
    actor: null,
  };
}

/**
 * What is known of all dice of a table: the games of a series may have others.
 * @param {Pick<Snapshot, "table" | "spec" | "faces">} snapshot
 */
export const playedAt = ({ table, spec, faces }) =>
  spec.series ? { table: table.id } : { table: table.id, faces, players: spec.seats.length };

/**
 * What happened before the page was opened: the log keeps it, and the dice of the table are held against it.
 * @param {Model} model as it was opened
 * @param {Pick<ChangeView, "version" | "entries" | "told" | "to_you">[]} past
 * @param {(seat: number, roll: string) => string} [tellRoll]
 * @returns {Model | null} nothing, if not everything is known that led to the table
 */
export function withPast(model, past, tellRoll) {
  const { table, hearing, spec, faces } = model;
  const known = past.filter(({ version }) => version <= table.version); // the feed tells the rest
  if (hearing && !hearing.catchUp(past, table.version)) return null;
  const isChecked = !hearing || hearing.holds(table, { game: spec.game, faces });
  if (hearing?.device.broken) hearing.isSettled = true;
  const start = known.map(({ entries }) => entries.some((entry) => entry.type === "started")).lastIndexOf(true);
  /** @type {Line[]} */
  const log = [];
  const { mine } = viewOf(model);
  for (const change of known.slice(Math.max(0, start))) {
    const told = toldTo(mine, change);
    const rolls = change.entries.flatMap((one) =>
      tellRoll && one.type === "rolled" && one.seat !== null ? [tellRoll(one.seat, one.roll)] : [],
    );
    // A roll is told as it was computed.
    const isSame = rolls.every((roll) => told.includes(roll));
    log.push(...lines(change.version, change.entries, isSame ? told : rolls, model));
  }
  return { ...model, log: [...log, ...model.log].slice(-LONGEST_LOG), isChecked };
}

/**
 * The table after a step was shown; what it was is told later.
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
 * The table after a step was seen: now it stands in the log.
 * @param {Model} model
 * @param {Step} step
 * @returns {Model}
 */
export function toldOf(model, step) {
  const isNew = step.entries.some((entry) => entry.type === "started");
  const told = lines(step.version, step.entries, step.told, { ...model, table: step.table });
  const log = [...(isNew ? [] : model.log), ...told];
  return { ...model, log: log.slice(-LONGEST_LOG) };
}

/**
 * Everything that the page shows. While something is still moving nobody learns what it leads to: whose turn it is then,
 * what they may do, or that the game is over.
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
  const isFull = table.seats.every((seat) => seat.person !== null || seat.bot !== null);
  const isHost = person === 0;
  const waiting = (table.series?.bench ?? []).filter((one) => person !== null && one.person === person);
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
    canStart: phase === "waiting" && isFull && (isHost || mine.length > 0),
    canUndo: isSound(model) && game?.undo != null && mine.includes(game.undo),
    replaced,
    hasOdds: !spec.challenge && (spec.rules?.odds !== false || people <= 1),
    wantsRematch: person !== null && table.rematch.includes(person),
  };
}

/**
 * The model as it is drawn: no dice that were not computed, and nothing to choose about them.
 * @param {Model} model
 * @returns {Model}
 */
export function drawn(model) {
  const { game } = model.table;
  if (!game || isSound(model)) return model;
  const sight = checkedSight(model, game.sight);
  return { ...model, table: { ...model.table, game: { ...game, sight, actions: [], ahead: [], obvious: null } } };
}

/** @param {TableView["game"]} game @returns {number[]} */
export const winners = (game) => /** @type {{winners?: number[]} | null} */ (game?.outcome ?? null)?.winners ?? [];

/**
 * What the log says about entries: the server's sentences for the game, messages of the page's own for the rest.
 * @param {number} version
 * @param {Entry[] | readonly Entry[]} entries
 * @param {string[]} told
 * @param {Pick<Model, "table" | "spec" | "person">} model
 * @returns {Line[]}
 */
function lines(version, entries, told, model) {
  /** @type {Line[]} */
  const found = [];
  for (const entry of entries) {
    const line = aboutTable(entry, model);
    if (line) found.push({ version, kind: "table", ...line });
  }
  for (const text of told) found.push({ version, kind: "told", text });
  return found;
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
  const bench = "seat" in entry ? table.series?.bench.find((one) => one.seat === entry.seat) : null;
  const name = seat?.name ?? (bench && bench.person !== null ? bench.name : "");
  const who = "person" in entry ? entry.person : ((seat ?? bench)?.person ?? null);
  const isYou = who !== null && who === person && table.seats.filter((one) => one.person === person).length < 2;
  /** @param {string} what the key of a message about somebody */
  const told = (what) => `table.log.${isYou ? "you." : ""}${what}`;
  switch (entry.type) {
    case "seat_claimed":
      return { text: told("claimed"), values: { name: entry.name } };
    case "seat_left":
      return name ? { text: told("left"), values: { name } } : null;
    case "seat_returned":
      return { text: told("returned"), values: { name } };
    case "seat_freed":
      return seat && { text: "table.log.freed", values: { letter: seat.letter } };
    case "bot_seated":
      if (entry.failed) return { text: "table.log.failed", values: { failed: entry.failed, bot: entry.bot } };
      if (!seat) return { text: "table.log.claimed", values: { name: bench?.name ?? entry.bot } };
      // Perhaps the time of the turn under way was up when the table changed last.
      return name
        ? {
            text: told(seconds && game && table.at >= game.turn_at + seconds ? "time_up_for_good" : "replaced"),
            values: { name, bot: entry.bot },
          }
        : { text: "table.log.bot", values: { letter: seat?.letter ?? "", bot: entry.bot } };
    case "started":
      return { text: "table.log.started", values: { number: entry.game } };
    case "next_chosen":
      return table.series ? { text: "series.next", values: { game: table.series.next.title } } : null;
    case "rolled":
    case "acted":
      // A bot that plays a seat says nothing about itself; one that only steps in for a turn whose time is up does.
      return entry.by && name && !seat?.bot
        ? { text: told(`time_up_${entry.type}`), values: { name, bot: entry.by } }
        : null;
    case "entered":
      return { text: told("entered"), values: { name: nameOf(entry.person, table) }, isQuiet: true };
    case "correction_proposed":
      return { text: told("correction_proposed"), values: { name: nameOf(entry.person, table), roll: entry.roll } };
    case "correction_declined":
      return { text: told("correction_declined"), values: { name: nameOf(entry.person, table) } };
    case "corrected":
      return { text: "table.log.corrected", values: { roll: entry.roll, was: entry.was } };
    case "undone":
      return { text: told("undone"), values: { name } };
    case "closed":
      return { text: "table.log.closed" };
    default:
      return null;
  }
}

/**
 * What a person is called; a host without a seat has no name.
 * @param {number} person
 * @param {TableView} table
 */
const nameOf = (person, { seats }) => seats.find((seat) => seat.person === person)?.name ?? "–";

// Whether the next game of a series is set up otherwise than the one that is shown: then the table is laid anew.

/**
 * Whether a game is set up with other rules or other seats than those that are shown.
 * @param {string} game
 * @param {Record<string, unknown> | undefined} options
 * @param {number} players
 * @param {Snapshot["spec"]} spec
 */
export function isOther(game, options, players, spec) {
  const isSame = game === spec.game && players === spec.seats.length;
  return !isSame || JSON.stringify(options ?? {}) !== JSON.stringify(spec.options ?? {});
}

/**
 * The same, or people sit elsewhere.
 * @param {Arranged} arranged
 * @param {Snapshot["spec"]} spec
 */
export function isArrangedAnew({ game, options, players, order }, spec) {
  return isOther(game, options, players, spec) || order.slice(0, players).some((place, seat) => place !== seat);
}
