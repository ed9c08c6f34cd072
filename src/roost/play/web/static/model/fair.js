/** The bytes of protocol 3: docs/dice-protocol.md. Hashes are hexadecimal digits here, and nothing asks a server. */

import { bytes, fromHex, hex, hmac, joined, sha256 } from "./sha256.js";

/**
 * @typedef {object} Proof
 * @property {number} number the roll's number, from 1
 * @property {string} link the link of the host's chain
 * @property {string} nonce the number that the roller's device opened for it, if one did
 */

export const PROTOCOL = 3;
export const HASH = /^[0-9a-f]{64}$/;
const LONGEST_CHAIN = 10_000;
const TABLE = /^[A-Za-z0-9_./:-]{1,64}$/;
const PROOF = /^(([1-9][0-9]{0,5}) ([0-9a-f]{64}) ((?:[0-9a-f]{2}){1,32}|-)) ([0-9a-f]{8})$/;

/**
 * The faces of the die that draws the first player.
 * @param {number} players
 */
export const seatFaces = (players) => "ABCDEFG".slice(0, players);

/**
 * Read a proof: `NUMBER LINK NONCE CHECKSUM`.
 * @param {string} text
 * @returns {{proof: Proof, reason?: undefined} | {reason: "malformed" | "damaged", proof?: undefined}}
 */
export function parseProof(text) {
  const found = PROOF.exec(text);
  if (!found || Number(found[2]) > LONGEST_CHAIN) return { reason: "malformed" };
  const [, checked, number, link, nonce, checksum] = found;
  if (hex(sha256(bytes(checked))).slice(0, 8) !== checksum) return { reason: "damaged" };
  return { proof: { number: Number(number), link, nonce: nonce === "-" ? "" : nonce } };
}

/**
 * Whether a link is that of a chain of which an earlier one is known: its top, a commitment or a seal, counts as number 0.
 * @param {string} known @param {number} after @param {number} number @param {string} link
 */
export function leadsTo(known, after, number, link) {
  if (number <= after || number > LONGEST_CHAIN + 1) return false;
  let hashed = fromHex(link);
  for (let n = after; n < number; n++) hashed = sha256(hashed);
  return hex(hashed) === known;
}

/**
 * A device's numbers for one round, fixed by their seal: number 1 opens the round, number n + 1 is for roll n.
 * @param {string} secret at least 16 random bytes, as hexadecimal digits
 * @returns {{seal: string, number: (which: number) => string}}
 */
export function numbersOf(secret) {
  const length = LONGEST_CHAIN + 1;
  const spacing = 100;
  /** @type {Map<number, Uint8Array>} */
  const kept = new Map();
  let link = sha256(joined(bytes("roost numbers 3"), fromHex(secret)));
  kept.set(length, link);
  for (let n = length - 1; n >= 0; n--) {
    link = sha256(link);
    if (n % spacing === 0) kept.set(n, link);
  }
  return {
    seal: hex(link),
    number: (which) => {
      let at = Math.min(Math.ceil(which / spacing) * spacing, length);
      let found = /** @type {Uint8Array} */ (kept.get(at));
      for (; at > which; at--) found = sha256(found);
      return hex(found);
    },
  };
}

/**
 * What stands for the list of a round: the dice, the round's number, the commitment, and the devices' seals.
 * @param {string} dice @param {number} round @param {string} commitment @param {Map<number, string>} seals by person
 */
export function listOf(dice, round, commitment, seals) {
  if (!TABLE.test(dice)) throw new RangeError("the dice have no name");
  const listed = inPersons(seals).flatMap(([person, seal]) => [counted(person, 4), fromHex(seal)]);
  const head = joined(bytes("roost list 3"), framed(bytes(dice)), counted(round, 4));
  return hex(sha256(joined(head, fromHex(commitment), ...listed)));
}

/**
 * The seed of a round: its list, and number 1 of every listed device.
 * @param {string} listed @param {Map<number, string>} opened by person
 */
export function seedOf(listed, opened) {
  const numbers = inPersons(opened).map(([, number]) => fromHex(number));
  return hex(sha256(joined(bytes("roost round 3"), fromHex(listed), ...numbers)));
}

/**
 * What a roll must show: it follows from the seed of the round, the host's link, and the latest number that a device has
 * opened for a roll.
 * @param {string} seed @param {number} number @param {string} link @param {string} opened
 * @param {string} faces the die's faces, or {@link seatFaces} for the draw of the first player
 * @param {number} count how many dice were rolled
 */
export function rolledBy(seed, number, link, opened, faces, count) {
  const message = joined(bytes("roost roll 3"), fromHex(seed), counted(number, 8), framed(fromHex(opened)));
  return drawn(stream(hmac(fromHex(link), message)), faces, count);
}

/**
 * The hash of all that was told of a game's dice (nothing at first), after a round was opened.
 * @param {string} told @param {number} lists @param {string} seed
 */
export function toldOpening(told, lists, seed) {
  return hex(sha256(joined(bytes("roost open 3"), fromHex(told), counted(lists, 4), fromHex(seed))));
}

/**
 * The same after a roll.
 * @param {string} told @param {string} proof @param {string} roll
 */
export function toldRoll(told, proof, roll) {
  return hex(sha256(joined(bytes("roost told 3"), fromHex(told), bytes(`${proof} ${roll}`))));
}

/**
 * What was told of a game's dice in short, for people to compare: 100 bits.
 * @param {string} told
 */
export function fingerprint(told) {
  const text = hex(sha256(joined(bytes("roost fingerprint 3"), fromHex(told))))
    .slice(0, 25)
    .toUpperCase();
  return text.replace(/(.{5})(?=.)/g, "$1 ");
}

/**
 * @template T
 * @param {Map<number, T>} known
 */
const inPersons = (known) => [...known].sort(([one], [other]) => one - other);

/** @param {number} number @param {number} size */
function counted(number, size) {
  const written = new Uint8Array(size);
  new DataView(written.buffer).setUint32(size - 4, number);
  return written;
}

/**
 * The stream of seeded dice: all rolls of a game read on from it.
 * @param {string} seed
 */
export const seedStream = (seed) => stream(sha256(bytes(`roost stream 1:${seed}`)));

/**
 * SHA-256 in counter mode, byte by byte.
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
 * Draw dice from a stream; bytes that would favour a face are passed over. A die that has no face, or more than there
 * are bytes, shows nothing.
 * @param {Generator<number, never, undefined>} chance @param {string} faces @param {number} count
 * @returns {string} in the order of the die
 */
export function drawn(chance, faces, count) {
  const fair = 256 - (256 % faces.length);
  let shown = "";
  while (fair > 0 && shown.length < count) {
    const byte = chance.next().value;
    if (byte < fair) shown += faces[byte % faces.length];
  }
  return inOrder(shown, faces);
}

/**
 * Dice as Roost writes them: in the order of the die, whatever order and case they were given in.
 * @param {string} roll @param {string} faces
 */
export function inOrder(roll, faces) {
  const known = Array.from(roll, (face) => (faces.includes(face) ? face : flipped(face)));
  return known.sort((one, other) => faces.indexOf(one) - faces.indexOf(other)).join("");
}

/** @param {string} face */
function flipped(face) {
  const lower = face.toLowerCase();
  return lower === face ? face.toUpperCase() : lower;
}

/** @param {Uint8Array} part */
const framed = (part) => joined(Uint8Array.of(part.length), part);
