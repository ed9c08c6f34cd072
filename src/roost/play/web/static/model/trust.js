/**
 * What this page knows of a table's dice, and whether it still trusts them: the rules of docs/dice-protocol.md.
 *
 * The page reads a table's log from its beginning, compares views with it, and notes what it says about dice itself. The
 * first broken rule ends the trust for good. roost/play/dice/trust.py is the same in Python, function by function:
 * tests/data/trust.json holds both to it. The rules `pot`, `linked`, `number` and `dice` are those of round.js.
 */

import { HASH, PROTOCOL, fingerprint, parseProof, seatFaces, toldOpening, toldRoll } from "./fair.js";
import { Broken, Round, must } from "./round.js";

/**
 * What is played, as the server described it when the table was first seen.
 * @typedef {{table: string, game: string, options?: Record<string, unknown>, players: number, faces: string}} Played
 * @typedef {Record<string, any>} Entry
 * @typedef {[person: number, isReal: boolean]} Place
 */

const HOST = 0;
/** @type {Place} */
const NOBODY = [-1, false];
const MOST_DICE = 99;

export class Trust {
  person = -1;
  /** Which rule was broken, and at which roll it showed. */
  broken = /** @type {{number: number, reason: string} | null} */ (null);
  /** Everything that went in, in order: the evidence. */
  steps = /** @type {Record<string, any[]>[]} */ ([]);
  /** Rolls for which the host had a number of ours and did not use it; 0 for the opening. */
  refusals = /** @type {number[]} */ ([]);
  /** Our seals: for which list we opened number 1 of each, and up to which roll we gave numbers. */
  mine = /** @type {Map<string, [listed: string, last: number]>} */ (new Map());
  /** Our seats, and whether we said that we roll real dice there. */
  #sat = /** @type {Map<number, boolean>} */ (new Map());
  #lost = /** @type {Set<string>} */ (new Set());

  // What was heard.
  game = 0;
  rolls = 0;
  entered = 0;
  /** Whether an older version began the game: nothing about its dice is checked. */
  isOld = false;
  /** Why rolls of the game hold nobody's number: `draw`, `bot`, `stand_in` or `unlisted`. */
  unheld = /** @type {Record<string, number>} */ ({});
  /** When the host committed anew: in which game, and after how many of its rolls. */
  renewals = /** @type {[game: number, after: number][]} */ ([]);
  /** The host's commitments for each game, round by round; nothing, where an older version made none. */
  pins = /** @type {Map<number, string[]>} */ (new Map());
  seals = /** @type {Map<number, string>} */ (new Map());
  list = /** @type {Round | null} */ (null);
  round = new Round();
  told = "";
  gave = "";
  arranged = /** @type {Entry | null} */ (null);
  /** The holder of each place, and whether they roll real dice there. */
  places = /** @type {Map<number, Place>} */ (new Map());
  seen = /** @type {string[]} */ ([]);

  /** @param {Played} played */
  constructor(played) {
    this.played = played;
    this.faces = played.faces;
    this.players = played.players;
  }

  // -- what is asked of it --

  /** Whether the game under way waits until devices have sealed anew. */
  get isClosed() {
    return this.game > 0 && !this.isOld && !this.round.seed;
  }

  /** Whether our device is listed for the game: whoever is not has to believe those who are. */
  get isListed() {
    return Boolean(this.#ownSeal(this.round) && this.round.seed) && this.round.chains.has(this.person);
  }

  /** Whether we have a place, or made the table. */
  get isSeated() {
    return this.#people.has(this.person);
  }

  /** Whether numbers of ours are missing for the next round, and no list is out. */
  get canSeal() {
    return !this.broken && !this.list && !this.mine.has(this.seals.get(this.person) ?? "");
  }

  /** Our seal of which a list asks number 1; nothing, if none does. */
  get asked() {
    const listed = this.list ?? new Round();
    return !this.broken && listed.unanswered.includes(this.person) ? this.#ownSeal(listed) : "";
  }

  /**
   * The seal and the number of the number that our next roll takes; an empty one, if we give none.
   * @returns {[seal: string, which: number]}
   */
  nextNumber() {
    const seal = this.isListed ? this.#ownSeal(this.round) : "";
    if ((this.mine.get(seal)?.[1] ?? 0) > this.rolls + 1) this.#break("counted");
    return seal && !this.broken ? [seal, this.rolls + 2] : ["", 0];
  }

  /** How many lists it took to open the round. */
  get lists() {
    return this.round.seed ? this.round.lists : 0;
  }

  /** Rolls that we had seen and that do not count any more. */
  get takenBack() {
    return [...this.#lost].filter((told) => !this.seen.includes(told)).length;
  }

  /** A digest of what we heard of the game. */
  get fingerprint() {
    return this.told ? fingerprint(this.told) : "";
  }

  /** Everything that this page can show against a host, as `roost verify` reads it. */
  get evidence() {
    const { table, game, players, options = {} } = this.played;
    return { roost: "evidence 3", table, game, players, options, steps: this.steps };
  }

  // -- what we say --

  /**
   * We have sat down, and said whether we roll real dice there.
   * @param {number} seat @param {boolean} isReal
   */
  sat(seat, isReal) {
    this.#note({ sat: [seat, isReal] });
    this.#sat.set(seat, isReal);
  }

  /** @param {string} seal of numbers that we are about to seal */
  sealed(seal) {
    this.#note({ sealed: [seal] });
    if (!this.mine.has(seal)) this.mine.set(seal, ["", 0]);
  }

  /**
   * We are about to open number 1 of a seal; or did so earlier, for that list, and gave numbers up to a roll.
   * @param {string} seal @param {string} [listed] @param {number} [last]
   */
  answered(seal, listed = "", last = 0) {
    const digest = listed || (this.list?.digest ?? "");
    this.#note({ answered: [seal, digest, last] });
    this.mine.set(seal, [digest, last]);
  }

  /**
   * We are about to give a number for a roll of a seat. If our choice ends the turn, another seat rolls.
   * @param {number} roll @param {string} number @param {number} seat
   */
  sent(roll, number, seat) {
    this.#note({ sent: [roll, number, seat] });
    this.gave = `${roll} ${seat}`;
    const seal = this.#ownSeal(this.round);
    if (seal) this.mine.set(seal, [this.#openedFor(seal), roll]);
  }

  /** @param {number} roll for which the host refused our number, or 0 for the opening; it has seen it */
  refused(roll) {
    this.#note({ refused: [roll] });
    this.refusals.push(roll);
  }

  // -- what we hear --

  /** @param {number} person who we are, as the host tells us; it never changes */
  you(person) {
    if (person === this.person) return;
    this.#note({ you: [person] });
    if (this.person >= 0 || !Number.isInteger(person) || person < 0) this.#break("told");
    else this.person = person;
  }

  /** The host has restored a backup from before what we heard: we hear its log again, and forget no roll. */
  restored() {
    this.#note({ restored: [] });
    if (this.broken) return;
    for (const told of this.seen) this.#lost.add(told);
    const { person, broken, steps, refusals, mine, ...unheard } = new Trust(this.played);
    Object.assign(this, unheard);
  }

  /**
   * The host tells how the dice stand, after all that we heard: rule `told`.
   * @param {number | null} number @param {Entry | null} dice @param {Entry | null} coming
   */
  snapshot(number, dice, coming) {
    this.#note({ snapshot: [number, dice, coming] });
    const { played, game, rolls, round, lists, told, entered } = this;
    const following = this.#committed(game + 1);
    const known = {
      ...{ table: `${played.table}/${game}`, commitment: this.#committed(game), rolls, protocol: PROTOCOL },
      ...{ round: this.#pinned(game).length, lists, seed: round.seed, told, entered },
      devices: round.devices,
    };
    const after = {
      ...{ game: game + 1, round: this.#pinned(game + 1).length, table: `${played.table}/${game + 1}` },
      commitment: following,
    };
    const is = [number, this.isOld && dice !== null ? known : dice, coming];
    if (!isSame(is, [game || null, game ? known : null, following ? after : null])) this.#break("told");
  }

  /** @param {Entry} entry something happened at the table; what is said about dice is read first, then come the rules */
  entry(entry) {
    this.#note({ entry: [entry] });
    if (this.broken) return;
    try {
      const kind = textIn(entry.type);
      if (Object.hasOwn(Trust.#hear, kind)) Trust.#hear[kind].call(this, entry);
    } catch (error) {
      if (error instanceof Broken) this.#break(error.message);
      else if (error instanceof RangeError || error instanceof TypeError) this.#break("malformed");
      else throw error;
    }
  }

  // -- the log --

  /** @type {Record<string, (this: Trust, entry: Entry) => void>} */
  static #hear = {
    created({ commitment }) {
      const pin = pinIn(commitment);
      must(!this.pins.size && !this.places.size, "counted");
      this.pins.set(1, [pin]);
    },
    seat_claimed(entry) {
      const [seat, person] = [countIn(entry.seat), countIn(entry.person)];
      this.places.set(seat, [person, entry.real === true]);
      if (person !== this.person) this.#sat.delete(seat);
    },
    seat_freed({ seat }) {
      this.places.delete(countIn(seat));
    },
    seat_left({ seat }) {
      if (!this.game) this.places.delete(countIn(seat)); // later the seat is kept
    },
    arranged(entry) {
      this.arranged = entry;
    },
    sealed(entry) {
      if (entry.round === undefined) return; // older versions wrote none
      const [person, seal] = [countIn(entry.person), hashIn(entry.seal)];
      must(this.#isDue(entry) && !this.list, "listed");
      this.seals.set(person, seal);
    },
    listed(entry) {
      const { without: left = [] } = entry;
      const [game, without] = [countIn(entry.game), new Set(listIn(left).map(countIn))];
      must(this.#isDue(entry), "listed");
      const before = this.list;
      const gone = new Set([...(before?.without ?? []), ...(before?.unanswered ?? [])]);
      must(!before || (before.unanswered.length && isSame([...without].sort(), [...gone].sort())), "listed");
      const seals = new Map([...(before?.spares ?? this.seals)].filter(([person]) => !without.has(person)));
      const about = { dice: `${this.played.table}/${game}`, number: entry.round, commitment: this.#committed(game) };
      const listed = new Round({ ...about, seals, without, lists: (before?.lists ?? 0) + 1 });
      const [people, others] = [[...seals.keys()], [...seals].filter(([person]) => person !== this.person)];
      must(!seals.size || listed.commitment, "pinned");
      must(people.every((person) => this.#people.has(person)) && new Set(seals.values()).size === seals.size, "listed");
      must(!others.some(([, seal]) => this.mine.has(seal)), "listed");
      must(["", listed.digest].includes(this.#openedFor(this.#ownSeal(listed))), "listed");
      this.list = listed;
      this.#open();
    },
    opened(entry) {
      const [person, number, spare] = [countIn(entry.person), hashIn(entry.number), hashIn(entry.seal)];
      const listed = this.list ?? new Round();
      must(listed.unanswered.includes(person), "listed");
      const seal = listed.seals.get(person) ?? "";
      must(!this.mine.has(seal) || this.#openedFor(seal) === listed.digest, "pot");
      listed.pot(person, number);
      listed.spares.set(person, spare);
      this.#open();
    },
    started(entry) {
      const [game, commitment, following] = [countIn(entry.game), pinIn(entry.commitment), pinIn(entry.next)];
      const [listed, isOld] = [this.list, entry.protocol !== PROTOCOL];
      must(game === this.game + 1, "counted");
      must(["", commitment].includes(this.#committed(game)), "pinned");
      // Whoever has sealed plays by this protocol, whatever a host calls it.
      if (isOld) must(![...this.seals.values()].some((seal) => this.mine.has(seal)), "pinned");
      else {
        must(entry.dice === `${this.played.table}/${game}`, "pinned");
        must(listed && !listed.unanswered.length, "listed");
      }
      this.#arrange();
      Object.assign(this, { game, isOld, rolls: 0, entered: 0, unheld: {}, told: "" });
      this.pins.set(game, [...this.#pinned(game).slice(0, -1), commitment]).set(game + 1, [following]);
      [this.round, this.seals, this.list] = [new Round(), new Map(), isOld ? null : listed];
      if (this.list) this.list.commitment = commitment;
      this.#open();
    },
    /** The host commits anew, to the game under way if it names a commitment, and to the next. */
    renewed(entry) {
      const { game, rolls } = this;
      const [commitment, following] = [pinIn(entry.commitment), pinIn(entry.next)];
      must(game || !commitment, "counted");
      this.renewals.push(commitment ? [game, rolls] : [game + 1, 0]);
      [this.list, this.seals] = [null, new Map()];
      if (following) this.pins.set(game + 1, [...this.#pinned(game + 1), following]);
      if (!commitment) return;
      this.pins.set(game, [...this.#pinned(game), commitment]);
      this.round.seed = "";
    },
    /** A device gives no numbers from here on: it has lost them. We know ours, and did not say so. */
    unsealed(entry) {
      const person = countIn(entry.person);
      must(this.round.chains.has(person) && !(person === this.person && this.isListed), "number");
      this.round.chains.delete(person);
    },
    rolled(entry) {
      if (this.isOld) return;
      const { seat, by = null } = entry;
      const { round } = this;
      const [shown, text, [person]] = [textIn(entry.roll), textIn(entry.proof), this.#place(seat)];
      const { proof } = parseProof(text);
      if (!proof || !shown.length || shown.length > MOST_DICE) throw new Broken("malformed");
      const { number } = proof;
      must(round.seed && number === this.rolls + 1 && (seat !== null || this.rolls === 0), "counted");
      const isOwn = by === null && round.chains.has(person);
      round.roll(proof, isOwn ? person : null, seat === null ? seatFaces(this.players) : this.faces, shown);
      if (!isOwn) {
        const why = by === null ? "unlisted" : round.chains.has(person) ? "stand_in" : "bot";
        const reason = seat === null ? "draw" : why;
        this.unheld[reason] = (this.unheld[reason] ?? 0) + 1;
        // The host had our number for this roll, and could choose.
        if (this.gave === `${number} ${seat}` && !this.refusals.includes(number)) this.refusals.push(number);
      }
      [this.rolls, this.told] = [number, toldRoll(this.told, text, shown)];
      this.seen.push(this.told);
    },
    entered({ seat }) {
      this.#real(countIn(seat));
      this.entered++;
    },
    corrected({ seat }) {
      this.#real(countIn(seat));
    },
  };

  /** Begin the round that the game under way waits for, once all have answered. */
  #open() {
    if (!this.isClosed || !this.list || this.list.unanswered.length) return;
    [this.round, this.list, this.seals] = [this.list, null, new Map()];
    this.round.open();
    this.told = toldOpening(this.told, this.round.lists, this.round.seed);
  }

  /** The seats in a game of a series, and what is rolled there. */
  #arrange() {
    if (!this.arranged) return;
    const order = listIn(this.arranged.order).map(countIn);
    /** @type {<T>(known: Map<number, T>) => Map<number, T>} */
    const moved = (known) =>
      new Map(order.flatMap((place, seat) => [...known].flatMap(([at, held]) => (at === place ? [[seat, held]] : []))));
    [this.faces, this.players] = [textIn(this.arranged.faces), countIn(this.arranged.players)];
    [this.places, this.#sat, this.arranged] = [moved(this.places), moved(this.#sat), null];
  }

  /** @param {number} seat where somebody enters what real dice show: rule `entered`; nothing else about it can be checked */
  #real(seat) {
    must(this.#place(seat)[1] && this.#sat.get(seat) !== false, "entered");
  }

  // -- what is known --

  /** All who have a place, and the maker of the table. */
  get #people() {
    return new Set([HOST, ...[...this.places.values()].map(([person]) => person)]);
  }

  /** @param {number | null} seat whose it is, and whether they roll real dice there */
  #place(seat) {
    return seat === null ? NOBODY : (this.places.get(countIn(seat)) ?? NOBODY);
  }

  /** @param {Round} listed the seal with which we are in it; nothing, if we are not */
  #ownSeal(listed) {
    const seal = listed.seals.get(this.person) ?? "";
    return this.mine.has(seal) ? seal : "";
  }

  /** @param {string} seal the list for which we have opened number 1 of it */
  #openedFor(seal) {
    return this.mine.get(seal)?.[0] ?? "";
  }

  /** @param {number} game what the host has committed to for it, round by round */
  #pinned(game) {
    return this.pins.get(game) ?? [];
  }

  /** @param {number} game what the host has committed to for it */
  #committed(game) {
    return this.#pinned(game).at(-1) ?? "";
  }

  /** @param {Entry} entry about the game and the round that devices seal for, or not */
  #isDue(entry) {
    const game = this.isClosed ? this.game : this.game + 1;
    const [of, round] = [countIn(entry.game), countIn(entry.round)];
    return of === game && round === this.#pinned(game).length;
  }

  /** @param {Record<string, any[]>} step */
  #note(step) {
    this.steps.push(step);
  }

  /** @param {string} reason */
  #break(reason) {
    this.broken ??= { number: this.rolls + 1, reason };
  }
}

/** @param {any} given @returns {string} */
function textIn(given) {
  must(typeof given === "string", "malformed");
  return given;
}

/** @param {any} given @returns {string} */
function hashIn(given) {
  must(HASH.test(textIn(given)), "malformed");
  return given;
}

/** @param {unknown} given what an entry commits to, if it does */
const pinIn = (given) => (given === undefined || given === "" ? "" : hashIn(given));

/** @param {any} given @returns {unknown[]} */
function listIn(given) {
  must(Array.isArray(given), "malformed");
  return given;
}

/** @param {any} given @returns {number} */
function countIn(given) {
  must(Number.isInteger(given) && given >= 0 && given < 2 ** 31, "malformed");
  return given;
}

/**
 * Whether two things are the same as JSON.
 * @param {unknown} one @param {unknown} other
 */
function isSame(one, other) {
  /** @type {(key: string, value: any) => any} */
  const sorted = (_, value) =>
    value instanceof Object && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value;
  return JSON.stringify(one, sorted) === JSON.stringify(other, sorted);
}
