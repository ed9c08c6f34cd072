/**
 * What this page knows of a table's dice, and whether it still trusts them: protocol 3 of docs/dice-protocol.md.
 *
 * The page reads a table's log from its beginning, compares what it is told otherwise with it, and notes what it says about
 * dice itself. The first thing that is not as it had to be breaks the trust for good. The rules are those of
 * roost/play/dice/trust.py, by the same reasons, and tests/data/trust.json holds both to them.
 */

import {
  fingerprint,
  leadsTo,
  listOf,
  parseProof,
  rolledBy,
  seatFaces,
  seedOf,
  toldOpening,
  toldRoll,
} from "./fair.js";

/**
 * What is played, as the server described it when the table was first seen.
 * @typedef {object} Played
 * @property {string} table
 * @property {string} game
 * @property {Record<string, unknown>} [options]
 * @property {number} players
 * @property {string} faces of the die
 *
 * The list of a round, and what its devices have answered.
 * @typedef {object} List
 * @property {number} game
 * @property {Map<number, string>} seals
 * @property {Set<number>} without
 * @property {number} lists
 * @property {string} digest
 * @property {Map<number, string>} answers
 * @property {Map<number, string>} spares
 *
 * @typedef {Record<string, any>} Entry
 */

const PROTOCOL = 3;
const HOST = 0;
const HASH = /^[0-9a-f]{64}$/;
/** What is known of a round before it is opened; of each listed device, the latest number and which it is. */
const noRound = () => ({
  ...{ link: "", seed: "", lists: 0, linked: 0, opened: "", mySeal: "" },
  numbers: /** @type {Map<number, [number, string]>} */ (new Map()),
});

class Broken extends Error {}

export class Trust {
  /** @type {{number: number, reason: string} | null} the first thing that was not as it had to be */
  broken = null;
  /** @type {Record<string, any[]>[]} everything that went in, in order: the evidence */
  steps = [];
  /** @type {number[]} rolls for which the host refused a number after it had seen it; 0 for the opening */
  refusals = [];
  /** @type {Map<string, [listed: string, last: number]>} our seals; the list that each was opened for, and the latest roll */
  mine = new Map();
  /** @type {Map<number, boolean>} our seats, and whether we said that we roll real dice there */
  seats = new Map();
  /** @type {number | null} who we are at the table */
  person = null;
  /** @type {Set<string>} what was told of rolls before a backup was restored */
  #lost = new Set();

  // What was heard.
  game = 0;
  after = 0;
  checked = 0;
  entered = 0;
  /** Whether an older version began the game: nothing about its dice is checked here. */
  isOld = false;
  /** @type {Record<string, number>} why rolls of the game hold nobody's number */
  unheld = {};
  /** @type {[game: number, after: number][]} when the host committed anew */
  renewals = [];
  /** Whether the game under way waits until devices have sealed anew. */
  isClosed = false;
  /** @type {Map<number, string>} */
  pins = new Map();
  /** @type {Map<number, number>} */
  rounds = new Map();
  /** @type {Map<number, string>} the seals for the next round */
  seals = new Map();
  /** @type {List | null} */
  list = null;
  round = noRound();
  told = "";
  /** @type {Map<number, [number: string, seat: number]>} */
  gave = new Map();
  /** @type {Map<number, number>} who has which place */
  places = new Map();
  /** @type {Set<number>} */
  real = new Set();
  /** @type {Entry | null} */
  arranged = null;
  /** @type {string[]} what was told after each roll */
  seen = [];

  /** @param {Played} played */
  constructor(played) {
    this.played = played;
    this.faces = played.faces;
    this.players = played.players;
  }

  // -- what is asked of it --

  /** Whether our device is listed for the game: whoever is not has to believe those who are. */
  get isListed() {
    return this.round.mySeal !== "" && this.round.numbers.has(this.#me) && !this.isClosed;
  }

  /** Whether numbers of ours are missing for the next round, and no list is out. */
  get canSeal() {
    return !this.broken && !this.list && !this.mine.has(this.seals.get(this.#me) ?? "");
  }

  /** Whether we have a place, or made the table. */
  get isSeated() {
    return [HOST, ...this.places.values()].includes(this.#me);
  }

  /** Our seal of which a list asks number 1; nothing, if none does. */
  get asked() {
    const seal = this.list?.answers.has(this.#me) ? "" : (this.list?.seals.get(this.#me) ?? "");
    return !this.broken && this.mine.has(seal) ? seal : "";
  }

  /**
   * The seal and the number of the number that our next roll takes; an empty one, if we give none.
   * @returns {[seal: string, which: number]}
   */
  nextNumber() {
    const seal = this.isListed && !this.broken ? this.round.mySeal : "";
    if (seal && (this.mine.get(seal)?.[1] ?? 0) > this.after + 1) this.#break("counted");
    return seal && !this.broken ? [seal, this.after + 2] : ["", 0];
  }

  /** Rolls that we had seen and that do not count any more. */
  get takenBack() {
    return [...this.#lost].filter((told) => !this.seen.includes(told)).length;
  }

  /** What we heard of the game, in short. */
  get fingerprint() {
    return this.told ? fingerprint(this.told) : "";
  }

  get #me() {
    return this.person ?? -1;
  }

  // -- what we say --

  /** @param {number} person who we are at the table, which never changes */
  you(person) {
    if (person === this.person) return;
    this.#note({ you: [person] });
    if (this.person !== null || !Number.isInteger(person)) this.#break("told");
    else this.person = person;
  }

  /** Drop the evidence so far, on a screen that shows it to nobody: it would grow all evening. */
  forget() {
    this.steps = [];
  }

  /**
   * We have sat down, and said whether we roll real dice there.
   * @param {number} seat
   * @param {boolean} isReal
   */
  sat(seat, isReal) {
    this.#note({ sat: [seat, isReal] });
    this.seats.set(seat, isReal);
  }

  /** @param {string} seal that we are about to give */
  sealed(seal) {
    this.#note({ sealed: [seal] });
    if (!this.mine.has(seal)) this.mine.set(seal, ["", 0]);
  }

  /**
   * We are about to open number 1 of a seal; or did so earlier, for that list, and gave numbers up to a roll.
   * @param {string} seal
   * @param {string} [listed]
   * @param {number} [last]
   */
  answered(seal, listed = "", last = 0) {
    const digest = listed || (this.list?.digest ?? "");
    this.#note({ answered: [seal, digest, last] });
    this.mine.set(seal, [digest, last]);
  }

  /**
   * We are about to give a number for a roll of a seat. If our choice ends the turn, another seat rolls.
   * @param {number} roll
   * @param {string} number
   * @param {number} seat
   */
  sent(roll, number, seat) {
    this.#note({ sent: [roll, number, seat] });
    this.gave.set(roll, [number, seat]);
    const { mySeal } = this.round;
    if (mySeal) this.mine.set(mySeal, [this.mine.get(mySeal)?.[0] ?? "", roll]);
  }

  /** @param {number} roll for which the host refused our number, or 0 for the opening; it has seen it */
  refused(roll) {
    this.#note({ refused: [roll] });
    this.refusals.push(roll);
  }

  /** @param {Record<string, any[]>} step */
  #note(step) {
    this.steps.push(step);
  }

  // -- what we hear --

  /** The host has restored a backup from before what we heard: we hear its log again, and forget no roll. */
  restored() {
    this.#note({ restored: [] });
    if (this.broken) return;
    for (const told of this.seen) this.#lost.add(told);
    const { person, steps, refusals, mine, seats, ...unheard } = new Trust(this.played);
    Object.assign(this, unheard);
  }

  /**
   * The host tells how the dice stand, after all that we heard.
   * @param {number | null} number of the game
   * @param {Entry | null} dice
   * @param {Entry | null} coming
   */
  snapshot(number, dice, coming) {
    this.#note({ snapshot: [number, dice, coming] });
    const { game, round } = this;
    const next = game + 1;
    const following = {
      game: next,
      round: this.#roundOf(next),
      table: this.#diceOf(next),
      commitment: this.pins.get(next),
    };
    const known = {
      table: this.#diceOf(game),
      commitment: this.pins.get(game),
      rolls: this.after,
      protocol: PROTOCOL,
      round: this.#roundOf(game),
      lists: round.lists,
      seed: round.seed,
      told: this.told,
      devices: [...round.numbers.keys()].sort((one, other) => one - other),
      entered: this.entered,
    };
    const isTold = number === (game || null) && (dice === null) === (number === null);
    const isNext = same(coming, following.commitment ? following : null);
    if (!isTold || !isNext || !(dice === null || this.isOld || same(dice, known))) this.#break("told");
  }

  /** @param {Entry} entry something happened at the table */
  entry(entry) {
    this.#note({ entry: [entry] });
    if (this.broken) return;
    try {
      this.#hear(entry);
    } catch (error) {
      if (error instanceof Broken) this.#break(error.message);
      else if (error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError)
        this.#break("malformed");
      else throw error;
    }
  }

  /** @param {Entry} entry */
  #hear(entry) {
    switch (textIn(entry.type)) {
      case "created":
        must(!this.pins.size && !this.game && !this.places.size, "counted");
        if (given(entry.commitment)) this.pins.set(1, hashIn(entry.commitment));
        break;
      case "seat_claimed":
        this.#claimed(countIn(entry.seat), countIn(entry.person), entry.real === true);
        break;
      case "seat_freed":
        this.places.delete(countIn(entry.seat));
        break;
      case "seat_left":
        if (!this.game) this.places.delete(countIn(entry.seat)); // later the seat is kept
        break;
      case "arranged":
        this.arranged = entry;
        break;
      case "sealed":
        if (entry.round === undefined) break; // older versions wrote none
        must(this.#isDue(entry) && !this.list, "listed");
        this.seals.set(countIn(entry.person), hashIn(entry.seal));
        break;
      case "listed":
        this.#listed(entry);
        break;
      case "opened":
        this.#opened(entry);
        break;
      case "started":
        this.#started(entry);
        break;
      case "renewed":
        this.#renewed(entry);
        break;
      case "unsealed":
        must(this.round.mySeal === "" || countIn(entry.person) !== this.person, "number"); // I did not say so
        must(this.round.numbers.delete(countIn(entry.person)), "number");
        break;
      case "rolled":
        this.#rolled(entry);
        break;
      case "entered":
      case "corrected":
        must(this.real.has(countIn(entry.seat)) && this.seats.get(entry.seat) !== false, "entered");
        this.entered += entry.type === "entered" ? 1 : 0;
    }
  }

  /**
   * @param {number} seat
   * @param {number} person
   * @param {boolean} isReal
   */
  #claimed(seat, person, isReal) {
    this.places.set(seat, person);
    if (isReal) this.real.add(seat);
    else this.real.delete(seat);
    if (person !== this.person) this.seats.delete(seat);
  }

  /** Who sits where in a game of a series, and what is rolled there. */
  #arrange() {
    if (!this.arranged) return;
    const { faces, players } = this.arranged;
    const order = listIn(this.arranged.order).map(countIn);
    /** @type {<T>(known: Map<number, T>) => Map<number, T>} */
    const moved = (known) =>
      new Map(
        order.flatMap((place, seat) => (known.has(place) ? [[seat, /** @type {any} */ (known.get(place))]] : [])),
      );
    const real = order.flatMap((place, seat) => (this.real.has(place) ? [seat] : []));
    [this.places, this.seats, this.real] = [moved(this.places), moved(this.seats), new Set(real)];
    [this.faces, this.players, this.arranged] = [textIn(faces), countIn(players), null];
  }

  /** @param {Entry} entry about the game and the round that devices seal for, or not */
  #isDue(entry) {
    const game = this.isClosed ? this.game : this.game + 1;
    return countIn(entry.game) === game && countIn(entry.round) === this.#roundOf(game);
  }

  /** @param {Entry} entry */
  #listed(entry) {
    const before = this.list;
    const without = new Set(listIn(entry.without === undefined ? [] : entry.without).map(countIn));
    must(this.#isDue(entry), "listed");
    if (before) {
      const silent = unanswered(before);
      const expected = new Set([...before.without, ...silent]);
      must(
        silent.length > 0 && without.size === expected.size && [...without].every((one) => expected.has(one)),
        "listed",
      );
    }
    const seals = new Map([...(before?.spares ?? this.seals)].filter(([person]) => !without.has(person)));
    const seated = [HOST, ...this.places.values()];
    must(
      [...seals.keys()].every((person) => seated.includes(person)),
      "listed",
    );
    must(new Set(seals.values()).size === seals.size, "listed");
    must(![...seals].some(([person, seal]) => this.mine.has(seal) && person !== this.person), "listed");
    must(!seals.size || this.pins.has(entry.game), "pinned");
    const digest = listOf(this.#diceOf(entry.game), entry.round, this.pins.get(entry.game) ?? "", seals);
    const earlier = this.mine.get(seals.get(this.#me) ?? "")?.[0];
    must(!earlier || earlier === digest, "listed");
    const lists = (before?.lists ?? 0) + 1;
    this.list = { game: entry.game, seals, without, lists, digest, answers: new Map(), spares: new Map() };
    this.#open();
  }

  /** @param {Entry} entry */
  #opened(entry) {
    const person = countIn(entry.person);
    const number = hashIn(entry.number);
    const { list } = this;
    if (!list || !unanswered(list).includes(person)) throw new Broken("listed");
    const seal = list.seals.get(person) ?? "";
    must(leadsTo(seal, 0, 1, number), "pot");
    must((this.mine.get(seal)?.[0] ?? list.digest) === list.digest, "pot"); // mine is the one that I opened for this list
    list.answers.set(person, number);
    list.spares.set(person, hashIn(entry.seal));
    this.#open();
  }

  /** Go on with the game under way once the list of its next round is answered; a new game begins by itself. */
  #open() {
    if (this.isClosed && this.list && !unanswered(this.list).length) this.#beginRound(this.list);
  }

  /** @param {List} list */
  #beginRound({ game, seals, lists, digest, answers }) {
    const seed = seedOf(digest, answers);
    const seal = seals.get(this.#me) ?? "";
    /** @type {Map<number, [number, string]>} */
    const numbers = new Map([...answers].map(([person, number]) => [person, [1, number]]));
    const mySeal = this.mine.has(seal) ? seal : "";
    this.round = { ...noRound(), link: hashIn(this.pins.get(game)), seed, lists, mySeal, numbers };
    this.told = toldOpening(this.told, lists, seed);
    [this.isClosed, this.list, this.seals, this.gave] = [false, null, new Map(), new Map()];
  }

  /** @param {Entry} entry */
  #started(entry) {
    const game = countIn(entry.game);
    const { list } = this;
    const isOld = entry.protocol !== PROTOCOL;
    must(game === this.game + 1, "counted");
    must(entry.commitment !== undefined, "malformed");
    if (!this.pins.has(game)) this.pins.set(game, entry.commitment);
    must(entry.commitment === this.pins.get(game), "pinned");
    // Whoever has sealed plays by this protocol, whatever a host calls it.
    must(!isOld || ![...this.seals.values()].some((seal) => this.mine.has(seal)), "pinned");
    this.#arrange();
    [this.game, this.isOld, this.isClosed, this.told] = [game, isOld, false, ""];
    [this.after, this.checked, this.entered, this.unheld] = [0, 0, 0, {}];
    this.round = noRound();
    if (!isOld) {
      must(entry.dice !== undefined, "malformed");
      must(entry.dice === this.#diceOf(game), "pinned");
      if (!list || unanswered(list).length || list.game !== game) throw new Broken("listed");
      this.#beginRound(list);
    }
    if (given(entry.next)) this.pins.set(game + 1, hashIn(entry.next));
  }

  /**
   * The host commits anew, to the game under way if it names a commitment, and to the next.
   * @param {Entry} entry
   */
  #renewed({ commitment, next }) {
    const { game, after } = this;
    [this.list, this.seals] = [null, new Map()];
    this.renewals.push(given(commitment) ? [game, after] : [game + 1, 0]);
    if (given(next)) {
      this.pins.set(game + 1, hashIn(next));
      this.rounds.set(game + 1, this.#roundOf(game + 1));
    }
    if (!given(commitment)) return;
    must(game > 0, "counted");
    this.pins.set(game, hashIn(commitment));
    if (this.isOld) return;
    this.rounds.set(game, this.#roundOf(game));
    this.isClosed = true;
    Object.assign(this.round, { seed: "", lists: 0 });
  }

  /** @param {Entry} entry */
  #rolled(entry) {
    if (this.isOld) {
      this.after++;
      return;
    }
    const { seat, by = null } = entry;
    const now = this.round;
    const shown = textIn(entry.roll);
    const { proof } = parseProof(textIn(entry.proof));
    if (!proof || seat === undefined) throw new Broken("malformed");
    const { number, link, nonce } = proof;
    must(now.seed !== "" && number === this.after + 1 && (seat !== null || number === 1), "counted");
    must(leadsTo(now.link, now.linked, number, link), "linked");
    const person = seat === null ? undefined : this.places.get(countIn(seat));
    const [mine, sentFor] = this.gave.get(number) ?? ["", null];
    must(!mine || seat !== sentFor || mine === nonce, "number");
    const known = person === undefined ? undefined : now.numbers.get(person);
    if (by === null && person !== undefined && known) {
      must(leadsTo(known[1], known[0], number + 1, nonce), "number");
      now.numbers.set(person, [number + 1, nonce]);
      now.opened = nonce;
    } else {
      must(nonce === "", "number");
      const reason = by === null ? "unlisted" : known ? "stand_in" : "bot";
      const why = seat === null ? "draw" : reason;
      this.unheld[why] = (this.unheld[why] ?? 0) + 1;
    }
    const faces = seat === null ? seatFaces(this.players) : this.faces;
    must(shown.length > 0 && rolledBy(now.seed, number, link, now.opened, faces, shown.length) === shown, "dice");
    Object.assign(now, { link, linked: number });
    this.after = number;
    this.checked++;
    this.told = toldRoll(this.told, textIn(entry.proof), shown);
    this.seen.push(this.told);
  }

  /** @param {number} game */
  #diceOf(game) {
    return `${this.played.table}/${game}`;
  }

  /** @param {number} game whose round is asked for, from 1 */
  #roundOf(game) {
    return (this.rounds.get(game) ?? 0) + 1;
  }

  /** @param {string} reason */
  #break(reason) {
    this.broken ??= { number: this.after + 1, reason };
  }
}

/**
 * What the page can show against a host, in the form that `roost verify` reads.
 * @param {Trust} trust
 */
export function evidenceOf({ played, steps }) {
  const { table, game, players, options } = played;
  return { roost: "evidence 3", table, game, players, options: options ?? {}, steps };
}

/** @param {List} list */
function unanswered({ seals, answers }) {
  return [...seals.keys()].filter((person) => !answers.has(person));
}

/**
 * Whether two flat objects say the same.
 * @param {Entry | null} one
 * @param {Entry | null} other
 */
function same(one, other) {
  const told = (/** @type {Entry | null} */ given) => JSON.stringify(given && Object.entries(given).sort());
  return told(one) === told(other);
}

/** @param {unknown} value whether it was given at all */
const given = (value) => value !== undefined && value !== "";

/**
 * @param {boolean} holds
 * @param {string} reason
 */
function must(holds, reason) {
  if (!holds) throw new Broken(reason);
}

/** @param {unknown} given */
function textIn(given) {
  must(typeof given === "string", "malformed");
  return /** @type {string} */ (given);
}

/** @param {unknown} given */
function hashIn(given) {
  must(HASH.test(textIn(given)), "malformed");
  return /** @type {string} */ (given);
}

/** @param {unknown} given */
function listIn(given) {
  must(Array.isArray(given), "malformed");
  return /** @type {unknown[]} */ (given);
}

/** @param {unknown} given */
function countIn(given) {
  must(Number.isInteger(given) && Number(given) >= 0 && Number(given) < 2 ** 31, "malformed");
  return Number(given);
}
