// Computes the bytes of dice protocol 4 (docs/dice-protocol.md), without a server. Hashes are in hexadecimal digits.

import { bytes, fromHex, hex, hmac, joined, sha256 } from "./sha256.js";

/**
 * The device list: all that determines a game's dice, except the devices' numbers and hash-chain links still to come.
 * @typedef {object} Listed
 * @property {string} text the list's text as it is hashed
 * @property {string} dice the name of the dice: `TABLE/GAME`
 * @property {number} attempt from 1; each further attempt leaves out the devices that did not answer
 * @property {string} game
 * @property {Map<string, string>} options that differ from their defaults, and `start`
 * @property {string[]} seats for each seat: a person's number, or `bot:` and a bot's name
 * @property {string} faces of the game's die, in order; all symbols if the dice depend on the position
 * @property {boolean} varies whether the dice depend on the position, so that each roll comes with its dice
 * @property {string[]} ends of the host's hash chains, by place: the draw of the first player, then the seats
 * @property {Map<number, string>} seals by person
 */

/**
 * Dice that are rolled together: draws of some dice from a bag, which has a number of dice of each kind. A kind is the
 * text of its faces.
 * @typedef {{count: number, bag: [faces: string, number: number][]}[]} Draws
 */

export const PROTOCOL = 4;
export const HASH = /^[0-9a-f]{64}$/;
const DRAW = /^([1-9][0-9]?):(.+)$/;
const KIND = /^([a-z0-9]{1,256})\*([1-9][0-9]{0,2})$/;
/** Maximum number of dice in a bag, because a byte chooses one. */
const LARGEST_BAG = 256;
const PROOF = /^(([1-9][0-9]{0,5}) ([0-9a-f]{64}) -) ([0-9a-f]{8})$/;

/** @param {number} players @returns {string} the faces of the die that draws the first player */
export const seatFaces = (players) => "ABCDEFG".slice(0, players);

/**
 * Return the SHA-256 hash of a value: the seal of a device's number, or the hash-chain link before a link.
 * @param {string} value
 */
export const hashed = (value) => hex(sha256(fromHex(value)));

/** @param {Omit<Listed, "text">} listed */
export function listText({ dice, attempt, game, options, seats, faces, varies, ends, seals }) {
  return [
    ...[`dice=${dice}`, `attempt=${attempt}`, `game=${game}`],
    ...[...options].map(([name, value]) => `option:${name}=${value}`),
    ...[`seats=${seats.join(",")}`, `faces=${faces}`, ...(varies ? ["varies=yes"] : []), `ends=${ends.join(",")}`],
    ...sortedByPerson(seals).map(([person, seal]) => `seal:${person}=${seal}`),
  ].join(" ");
}

/**
 * Parse the text of a device list, exactly as {@link listText} writes it.
 * @param {string} text
 * @returns {Listed | null} null for any other text
 */
export function parseListed(text) {
  const [options, seals, words] = [new Map(), new Map(), /** @type {Record<string, string>} */ (Object.create(null))];
  for (const [, kind, name, value] of text.split(" ").map((word) => /^([a-z]+)(?::([^=]+))?=(.*)$/.exec(word) ?? [])) {
    if (kind === "option") options.set(name, value);
    else if (kind === "seal") seals.set(Number(name), value);
    else words[String(kind)] = value ?? "";
  }
  const { dice = "", attempt, game = "", seats = "", faces = "", varies, ends = "" } = words;
  const about = { dice, attempt: Number(attempt), game, options, seats: seats.split(","), faces };
  const listed = { text, ...about, varies: varies === "yes", ends: ends.split(","), seals };
  const isWhole = [...listed.ends, ...seals.values()].every((hash) => HASH.test(hash)) && listText(listed) === text;
  return isWhole ? listed : null;
}

/**
 * Compute a game's seed from its device list and the numbers of all listed devices.
 * @param {Listed} listed @param {Map<number, string>} numbers by person
 */
export function seedOf(listed, numbers) {
  const opened = sortedByPerson(listed.seals).map(([person]) => fromHex(numbers.get(person) ?? ""));
  return hex(sha256(joined(bytes("roost seed 4"), sha256(bytes(listed.text)), ...opened)));
}

/**
 * Compute a roll from the seed, the place that rolls, and the link of that place's chain.
 * @param {string} seed @param {number} place 0 for the draw, seat + 1 for a seat
 * @param {number} number counts the rolls at this place, from 1 @param {string} link
 * @param {string} faces the die's faces, or {@link seatFaces} for the draw
 * @param {number | Draws} dice how many dice are rolled, or which dice if they depend on the position
 */
export function rolledBy(seed, place, number, link, faces, dice) {
  const message = joined(bytes("roost roll 4"), fromHex(seed), Uint8Array.of(place), uint32(number));
  return drawn(stream(hmac(fromHex(link), message)), faces, dice);
}

/**
 * Parse the text of dice that depend on the position: `2:aab*3,cd*1+1:ef*1` draws two of four dice, and takes an `ef`.
 * @param {string} text @param {string} symbols that the dice may show
 * @returns {Draws | null} null for any other text
 */
export function parseDice(text, symbols) {
  const draws = String(text)
    .split("+")
    .map((part) => {
      const [, count = "", kinds = ""] = DRAW.exec(part) ?? [];
      const bag = kinds.split(",").map((kind) => KIND.exec(kind) ?? []);
      return {
        count: Number(count),
        bag: bag.map(([, faces = "", n = ""]) => /** @type {[string, number]} */ ([faces, Number(n)])),
      };
    });
  const isPossible = draws.every(({ count, bag }) => {
    const inBag = bag.reduce((sum, [, n]) => sum + n, 0);
    const isKnown = bag.every(([faces]) => faces && [...faces].every((face) => symbols.includes(face)));
    return count > 0 && count <= inBag && inBag <= LARGEST_BAG && isKnown;
  });
  return isPossible ? draws : null;
}

/** @param {Draws} draws @returns {number} of dice that are rolled */
export const countOf = (draws) => draws.reduce((sum, { count }) => sum + count, 0);

/**
 * Parse a record's proof of a roll: `NUMBER LINK - CHECKSUM`.
 * @param {string} text
 * @returns {{number: number, link: string, reason?: undefined} | {reason: "malformed" | "damaged"}}
 */
export function parseProof(text) {
  const [, checked = "", number, link = "", checksum] = PROOF.exec(text) ?? [];
  if (!checked) return { reason: "malformed" };
  if (hex(sha256(bytes(checked))).slice(0, 8) !== checksum) return { reason: "damaged" };
  return { number: Number(number), link };
}

/**
 * @template T
 * @param {Map<number, T>} byPerson
 */
const sortedByPerson = (byPerson) => [...byPerson].sort(([a], [b]) => a - b);

/** @param {number} number */
function uint32(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

/**
 * Return the byte stream of seeded dice, from which all rolls of a game are drawn.
 * @param {string} seed
 */
export const seedStream = (seed) => stream(sha256(bytes(`roost stream 1:${seed}`)));

/**
 * Yield the bytes of SHA-256 in counter mode.
 * @param {Uint8Array} key
 * @returns {Generator<number, never, undefined>}
 */
function* stream(key) {
  const counter = new Uint8Array(8);
  const view = new DataView(counter.buffer);
  for (let n = 0; ; n++) {
    view.setUint32(4, n);
    yield* sha256(joined(key, counter));
  }
}

/**
 * Draw dice from a stream: a byte for each die that leaves a bag, unless all do, and a byte for the face it shows. The
 * roll is empty if the die has no faces or more than 256 faces.
 * @param {Generator<number, never, undefined>} chance @param {string} faces @param {number | Draws} dice
 * @returns {string} in the order of the die's faces
 */
export function drawn(chance, faces, dice) {
  if (!faces || faces.length > 256) return "";
  if (typeof dice === "number") {
    const shown = Array.from({ length: dice }, () => faces[below(faces.length, chance)]);
    return inOrder(shown.join(""), faces);
  }
  let roll = "";
  for (const { count, bag } of dice) {
    const inside = bag.flatMap(([kind, number]) => Array.from({ length: number }, () => kind));
    const isWhole = count === inside.length;
    for (let n = 0; n < count; n++) {
      const [kind = ""] = inside.splice(isWhole ? 0 : below(inside.length, chance), 1);
      roll += kind[below(kind.length, chance)];
    }
  }
  return inOrder(roll, faces);
}

/**
 * Return a random number below a limit from one byte, skipping bytes that would favour some numbers.
 * @param {number} limit at most 256 @param {Generator<number, never, undefined>} chance
 */
function below(limit, chance) {
  let byte = 0;
  do byte = chance.next().value;
  while (byte >= 256 - (256 % limit));
  return byte % limit;
}

/**
 * Sort dice as Roost writes them: in the order of the die's faces. The input may be in any order and case.
 * @param {string} roll @param {string} faces
 */
export function inOrder(roll, faces) {
  const dice = Array.from(roll, (face) => (faces.includes(face) ? face : otherCase(face)));
  return dice.sort((a, b) => faces.indexOf(a) - faces.indexOf(b)).join("");
}

/** @param {string} face */
function otherCase(face) {
  const lower = face.toLowerCase();
  return lower === face ? face.toUpperCase() : lower;
}
