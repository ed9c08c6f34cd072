/**
 * What this page knows of a table's dice, and whether it still trusts them: protocol 2 of docs/dice-protocol.md.
 *
 * Everything that the page hears goes in here, by whatever route it came, and everything about dice that it says itself.
 * The first thing that is not as it had to be breaks the trust for good. The rules are those of roost/play/dice/trust.py, by the
 * same reasons, and tests/data/trust.json holds both to them.
 */

import {
  checkNumber,
  checkRoll,
  fingerprint,
  openingStory,
  parseProof,
  renewedStory,
  rolledStory,
  seatFaces,
  sealedStory,
} from "./fair.js";
import { hex } from "./sha256.js";

/** @typedef {import("../types/messages").ChangeView["entries"][number]} Entry */

/**
 * What is heard or said.
 * @typedef {{pin: [number, string, {person: number, seal: string}[]?]} | {snapshot: [number, Record<string, any>]} | {entry: Record<string, any>}
 *   | {sealed: [number, string]} | {sent: [number, number, string, number | null]} | {refused: number} | {restored: [string]} | {real: number[]} | {sat: [number, boolean]}} Said
 *
 * @typedef {object} Played
 * @property {string} game
 * @property {Record<string, unknown>} [options]
 * @property {number} players
 * @property {string} faces of the die, as the server described them when the table was first seen
 *
 * @typedef {object} Trust
 * @property {Played} played
 * @property {string} faces of the game's die
 * @property {number} players of the game
 * @property {Record<string, any> | null} arranged the next game of a series as it was set up, which changes nothing before it
 * @property {number | null} person who we are
 * @property {{number: number, reason: string} | null} broken the first thing that was not as it had to be
 * @property {number} game
 * @property {string} table the name of the dice
 * @property {number} after the number of the latest roll
 * @property {number} checked how many rolls of the game were checked here
 * @property {string} story
 * @property {number} entered how many rolls of the game are real dice that people entered, which nobody can check
 * @property {number[]} real seats whose people roll real dice
 * @property {Record<number, boolean>} sat our seats, and whether we said that we roll real dice there
 * @property {number[]} refusals rolls for which the host refused a number after it had seen it
 * @property {number[]} resealed people who sealed again during a game
 * @property {string} renewal the latest time that the host committed anew, as it calls it
 * @property {[number, number][]} renewals when it did: during or before which game, and after how many of its rolls
 * @property {number} takenBack rolls that we had seen and that do not count any more
 * @property {[number, number]} void the game that was under way when the host took something back, and its latest roll
 * @property {boolean} isOld whether the game is played by protocol 1, which promises less
 * @property {Record<number, string>} pins
 * @property {string} anchor
 * @property {number} anchored the number of the roll whose link the anchor is
 * @property {Record<number, Record<number, [number, string]>>} seals for each game, people's latest known number and which it is
 * @property {Record<string, [string, number | null]>} mine the numbers that we sent, by game and roll, and for which seat
 * @property {Record<number, string[]>} mySeals
 * @property {readonly Said[]} steps everything that went in: the evidence
 */

const HASH = /^[0-9a-f]{64}$/;
const NUMBER = /^([0-9a-f]{2}){0,32}$/;

/**
 * Nothing is known yet. There is no trust in dice whose faces were not told.
 * @param {Played} played
 * @param {number | null} person
 * @returns {Trust | null}
 */
export function newTrust(played, person = null) {
  const { faces } = played;
  if (!faces) return null;
  return {
    played,
    faces,
    players: played.players,
    arranged: null,
    person,
    broken: null,
    game: 0,
    table: "",
    after: 0,
    checked: 0,
    story: "",
    entered: 0,
    real: [],
    sat: {},
    refusals: [],
    resealed: [],
    renewal: "",
    renewals: [],
    takenBack: 0,
    void: [0, 0],
    isOld: false,
    pins: {},
    anchor: "",
    anchored: 0,
    seals: {},
    mine: {},
    mySeals: {},
    steps: [],
  };
}

/**
 * What to think after something was heard or said.
 * @param {Trust | null} trust
 * @param {Said} said
 * @returns {Trust | null}
 */
export function trustAfter(trust, said) {
  if (trust === null) return null;
  const noted = { ...trust, steps: [...trust.steps, said] };
  if ("sealed" in said) {
    const [game, seal] = said.sealed;
    return { ...noted, mySeals: { ...trust.mySeals, [game]: [...(trust.mySeals[game] ?? []), seal] } };
  }
  if ("sent" in said) {
    const [game, roll, number, seat] = said.sent;
    return { ...noted, mine: { ...trust.mine, [`${game} ${roll}`]: [number, seat ?? null] } };
  }
  if ("sat" in said) {
    const [seat, isReal] = said.sat;
    return { ...noted, sat: { ...trust.sat, [seat]: isReal } };
  }
  if ("real" in said) return { ...noted, real: said.real };
  if ("refused" in said) return { ...noted, refusals: [...trust.refusals, said.refused] };
  if ("pin" in said) return coming(noted, ...said.pin);
  if (trust.broken) return noted;
  if ("restored" in said) return restored(noted, said.restored[0]);
  try {
    return "snapshot" in said ? seen(noted, ...said.snapshot) : heard(noted, said.entry);
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError)
      return broken(noted, "malformed");
    throw error;
  }
}

/** @param {Trust | null} trust */
export function shortStory(trust) {
  return trust && !trust.isOld && trust.story ? fingerprint(trust.story) : "";
}

/**
 * What the page can show against a host, in the form that `roost verify` reads.
 * @param {Trust} trust
 */
export function evidenceOf({ played, person, steps }) {
  const { game, players, options } = played;
  return { roost: "evidence 1", game, players, options: options ?? {}, person, steps };
}

/**
 * @param {Trust} trust
 * @param {string} reason
 * @returns {Trust}
 */
function broken(trust, reason) {
  return trust.broken ? trust : { ...trust, broken: { number: trust.after + 1, reason } };
}

/**
 * @param {Trust} trust
 * @param {number} game
 * @param {string} commitment
 */
function pinned(trust, game, commitment) {
  const known = trust.pins[game];
  if (known !== undefined && known !== commitment) return broken(trust, "commitment");
  return { ...trust, pins: { ...trust.pins, [game]: commitment } };
}

/**
 * The host commits to the dice of a game that is to come, for which people have sealed their numbers.
 * @param {Trust} before
 * @param {number} game
 * @param {string} commitment
 * @param {{person: number, seal: string}[]} [seals]
 */
function coming(before, game, commitment, seals = []) {
  let trust = pinned(before, game, commitment);
  for (const { person, seal } of seals) {
    const own = person === trust.person ? trust.mySeals[game] : undefined;
    const known = trust.seals[game]?.[person];
    if (!HASH.test(seal) || (own && !own.includes(seal)) || (known && known[1] !== seal)) return broken(trust, "seal");
    const all = { ...trust.seals[game], [person]: /** @type {[number, string]} */ ([0, seal]) };
    if (!known) trust = { ...trust, seals: { ...trust.seals, [game]: all } };
  }
  return trust;
}

/**
 * The host says that it restored a backup, from before what we heard last: all that it had told since is void. What it tells
 * next is believed as by somebody who comes late. That this happened is not forgotten.
 * @param {Trust} trust
 * @param {string} renewal
 * @returns {Trust}
 */
function restored(trust, renewal) {
  if (renewal === trust.renewal) return trust;
  const { game, after } = trust;
  /** @type {Partial<Trust>} */
  const noted = Object.keys(trust.pins).length
    ? { void: [game, after], takenBack: trust.takenBack + after, renewals: [...trust.renewals, [game || 1, after]] }
    : {};
  return {
    ...trust,
    ...noted,
    renewal,
    game: 0,
    after: 0,
    checked: 0,
    entered: 0,
    story: "",
    pins: {},
    seals: {},
    mySeals: {},
    mine: {},
  };
}

/**
 * When the host committed anew while we did not hear it.
 * @param {Trust} trust
 * @param {number} game
 * @param {number} rolls
 * @param {number[]} renewed
 * @returns {Trust}
 */
function learned(trust, game, rolls, renewed) {
  const isKnown = (/** @type {number} */ after) =>
    trust.renewals.some(([which, roll]) => which === game && roll === after);
  const told = renewed
    .filter((after) => !isKnown(after))
    .map((after) => /** @type {[number, number]} */ ([game, after]));
  let { takenBack, renewals } = trust;
  const [which, last] = trust.void;
  if (game === which) {
    takenBack -= Math.min(rolls, last);
    // Better known now than when we were told that something is void.
    if (told.length) renewals = renewals.filter((one) => one[0] !== which || one[1] !== last);
  }
  return { ...trust, takenBack, renewals: [...renewals, ...told], void: [0, 0] };
}

/**
 * The host tells how a game stands.
 * @param {Trust} before
 * @param {number} game
 * @param {Record<string, any>} dice
 */
function seen(before, game, dice) {
  const trust = pinned(before, game, String(dice.commitment));
  if (trust.broken) return trust;
  const isOld = (dice.protocol ?? 1) === 1;
  const story = String(dice.story ?? "");
  if (game < trust.game || (game === trust.game && dice.rolls < trust.after)) return broken(trust, "order");
  const entered = Math.max(game === trust.game ? trust.entered : 0, dice.entered ?? 0);
  if (game === trust.game && dice.rolls === trust.after)
    return isOld || story === trust.story ? { ...trust, entered } : broken({ ...trust, entered }, "story");
  if (!HASH.test(String(dice.commitment)) || (!isOld && !HASH.test(story))) return broken(trust, "malformed");
  // The first that we see of this game: what came before, its record will show.
  const heard = learned(trust, game, dice.rolls, dice.renewed ?? []);
  if (game === trust.game) return { ...heard, after: dice.rolls, story, entered };
  /** @type {Record<number, [number, string]>} */
  const seals = {};
  for (const { person, seal } of dice.seals ?? []) seals[person] = [0, seal];
  return {
    ...heard,
    game,
    after: dice.rolls,
    story,
    anchor: dice.commitment,
    anchored: 0,
    checked: 0,
    entered,
    table: dice.table,
    isOld,
    seals: { ...trust.seals, [game]: seals },
  };
}

/**
 * @param {Trust} trust
 * @param {Record<string, any>} entry
 */
function heard(trust, entry) {
  switch (entry.type) {
    case "created": {
      const anew = { ...trust, real: [] }; // what was said of the seats when we came was about later
      return entry.commitment ? pinned(anew, 1, entry.commitment) : anew;
    }
    case "arranged":
      return { ...trust, arranged: entry };
    case "started":
      return started(trust, entry);
    case "sealed":
      return sealed(trust, entry);
    case "rolled":
      return rolled(trust, entry);
    case "renewed":
      return renewed(trust, entry);
    case "entered":
    case "corrected":
      return entered(trust, entry);
    case "seat_claimed":
      return claimed(trust, entry);
    default:
      return trust;
  }
}

/**
 * Somebody sits down, and says whether they roll real dice.
 * @param {Trust} trust
 * @param {Record<string, any>} entry
 */
function claimed(trust, { seat, person, real: isReal }) {
  const others = trust.real.filter((other) => other !== seat);
  const sat = { ...trust.sat };
  if (person !== trust.person) delete sat[seat];
  return { ...trust, sat, real: isReal ? [...others, seat] : others };
}

/**
 * The dice of the game of a series that begins, and who sits where in it.
 * @param {Trust} trust
 * @returns {Trust}
 */
function setUp(trust) {
  if (!trust.arranged) return trust;
  const { faces, players, order } = trust.arranged;
  const real = [...order.keys()].filter((seat) => trust.real.includes(order[seat]));
  const sat = Object.fromEntries(
    [...order.entries()].flatMap(([seat, was]) => (was in trust.sat ? [[seat, trust.sat[was]]] : [])),
  );
  return { ...trust, faces, players, real, sat, arranged: null };
}

/**
 * @param {Trust} before
 * @param {Record<string, any>} entry
 */
function started(before, entry) {
  const { game, commitment, dice, person = null, nonce = "" } = entry;
  if (!(game > before.game)) return broken(before, "order");
  let trust = pinned(before, game, commitment);
  if (trust.broken) return trust;
  if (!HASH.test(commitment) || !NUMBER.test(nonce)) return broken(trust, "malformed");
  const isOld = (entry.protocol ?? 1) === 1;
  trust = {
    ...setUp(trust),
    game,
    table: dice,
    after: 0,
    checked: 0,
    entered: 0,
    anchor: commitment,
    anchored: 0,
    isOld,
  };
  if (isOld) return trust;
  const mine = trust.mine[`${game} 0`];
  if (mine && person === trust.person && mine[0] !== nonce) return broken(trust, "nonce");
  let story = openingStory(dice, commitment, nonce);
  const seals = trust.seals[game] ?? {};
  for (const who of Object.keys(seals)
    .map(Number)
    .sort((one, other) => one - other))
    story = sealedStory(story, who, seals[who][1]);
  trust = { ...trust, story };
  if (person !== null) trust = given(trust, person, 1, nonce);
  return entry.next && !trust.broken ? pinned(trust, game + 1, entry.next) : trust;
}

/**
 * @param {Trust} trust
 * @param {Record<string, any>} entry
 */
function sealed(trust, { game, person, seal }) {
  if (!HASH.test(seal) || !(person >= 0)) return broken(trust, "malformed");
  const own = trust.mySeals[game];
  if (person === trust.person && own && !own.includes(seal)) return broken(trust, "seal");
  const seals = trust.seals[game] ?? {};
  const resealed = person in seals && game === trust.game ? [...trust.resealed, person] : trust.resealed;
  const story = game === trust.game && !trust.isOld ? sealedStory(trust.story, person, seal) : trust.story;
  return {
    ...trust,
    resealed,
    story,
    seals: { ...trust.seals, [game]: { ...seals, [person]: /** @type {[number, string]} */ ([0, seal]) } },
  };
}

/**
 * The host commits anew, to the game under way if it names a commitment, and to the next.
 * @param {Trust} trust
 * @param {Record<string, any>} entry
 * @returns {Trust}
 */
function renewed(trust, { id, commitment = "", next = "" }) {
  if (![commitment, next].every((given) => given === "" || HASH.test(given)) || typeof id !== "string")
    return broken(trust, "malformed");
  const { game, after } = trust;
  const pins = { ...trust.pins };
  const seals = { ...trust.seals };
  const mySeals = { ...trust.mySeals };
  for (const [which, given] of /** @type {[number, string][]} */ ([
    [game, commitment],
    [game + 1, next],
  ])) {
    if (!given) continue;
    pins[which] = given;
    seals[which] = {};
    delete mySeals[which];
  }
  /** @type {[number, number]} */
  const when = commitment ? [game, after] : [game + 1, 0];
  const changed = { ...trust, renewal: id, renewals: [...trust.renewals, when], pins, seals, mySeals };
  if (!commitment) return changed;
  const isKept = (/** @type {string} */ sent) =>
    Number(sent.split(" ")[0]) !== game || Number(sent.split(" ")[1]) <= after;
  const mine = Object.fromEntries(Object.entries(trust.mine).filter(([sent]) => isKept(sent)));
  const story = trust.isOld ? trust.story : renewedStory(trust.story, commitment);
  return { ...changed, mine, story, anchor: commitment, anchored: 0 };
}

/**
 * @param {Trust} before
 * @param {Record<string, any>} entry
 */
function rolled(before, { seat, roll, proof: text, by = null, person = null }) {
  if (!before.game) return broken(before, "order");
  const { proof } = parseProof(String(text));
  if (!proof) return broken(before, "malformed");
  const { number } = proof;
  const nonce = hex(proof.nonce);
  if (number !== before.after + 1) return broken(before, "order");
  let trust = before;
  if (!trust.isOld) {
    const [mine, sentFor] = trust.mine[`${trust.game} ${number}`] ?? ["", null];
    if (mine && seat === sentFor && (mine !== nonce || person !== trust.person)) return broken(trust, "nonce");
    if (by !== null || seat === null) {
      if (nonce || person !== null) return broken(trust, "bot");
    } else if (!nonce || person === null) {
      return broken(trust, "nonce");
    } else {
      trust = given(trust, person, number + 1, nonce);
      if (trust.broken) return trust;
    }
  }
  const { anchor, anchored: after, table, faces, players, story, isOld } = trust;
  const verdict = checkRoll({
    anchor,
    after,
    table,
    proof: text,
    faces: seat === null ? seatFaces(players) : faces,
    count: roll.length,
    roll,
    ...(isOld ? {} : { story }),
  });
  if (!verdict.ok) return broken(trust, verdict.reason ?? "dice");
  const told = isOld ? story : rolledStory(story, text, roll);
  return {
    ...trust,
    anchor: verdict.link ?? "",
    anchored: number,
    after: number,
    checked: trust.checked + 1,
    story: told,
  };
}

/**
 * Somebody enters what real dice show, or corrects it. It is counted; nothing about it can be checked.
 * @param {Trust} trust
 * @param {Record<string, any>} entry
 * @returns {Trust}
 */
function entered(trust, { type, seat }) {
  if (!trust.real.includes(seat) || trust.sat[seat] === false) return broken(trust, "entered");
  return { ...trust, entered: trust.entered + (type === "entered" ? 1 : 0) };
}

/**
 * A person's number shows.
 * @param {Trust} trust
 * @param {number} person
 * @param {number} which
 * @param {string} number
 */
function given(trust, person, which, number) {
  const known = trust.seals[trust.game]?.[person];
  if (!known || !checkNumber(known[1], known[0], which, number)) return broken(trust, "seal");
  const seals = { ...trust.seals[trust.game], [person]: /** @type {[number, string]} */ ([which, number]) };
  return { ...trust, seals: { ...trust.seals, [trust.game]: seals } };
}
