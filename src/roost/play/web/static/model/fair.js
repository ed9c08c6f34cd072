/**
 * Verifiable dice, the side of whoever checks them: docs/dice-protocol.md has the scheme and its exact bytes.
 *
 * Nothing here asks a server. Each verdict is `{ok: true}` or `{ok: false, reason, …}` with a reason that the page's
 * messages know as `verify.reason.<reason>`.
 */

import { bytes, fromHex, hex, hmac, joined, sha256 } from "./sha256.js";

/**
 * @typedef {object} Verdict
 * @property {boolean} ok
 * @property {string} [reason] what is wrong: malformed, damaged, order, chain, dice
 * @property {number} [number] of which roll
 * @property {string} [shown] the dice as the table showed them
 * @property {string} [proved] the dice that the proof stands for
 *
 * @typedef {object} Proof
 * @property {number} number the roll's number, from 1
 * @property {Uint8Array} link the link of the hash chain that it used up
 * @property {Uint8Array} nonce what the roller added
 */

const LONGEST_CHAIN = 10_000;
const TABLE = /^[A-Za-z0-9_./:-]{1,64}$/;
const PROOF = /^(([1-9][0-9]{0,5}) ([0-9a-f]{64}) ((?:[0-9a-f]{2}){1,32}|-)) ([0-9a-f]{8})$/;

/**
 * The faces of the die that draws the first player.
 * @param {number} players
 */
export function seatFaces(players) {
  return "ABCDEFG".slice(0, players);
}

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
  return {
    proof: { number: Number(number), link: fromHex(link), nonce: fromHex(nonce === "-" ? "" : nonce) },
  };
}

/**
 * Check one roll the moment it is shown.
 *
 * @param {object} roll
 * @param {string} roll.anchor the commitment, or the link of an earlier roll, as hexadecimal digits
 * @param {number} [roll.after] the number of the roll whose link the anchor is; 0 for the commitment
 * @param {string} roll.table the name of the dice, `game.dice.table` of a table
 * @param {string} roll.proof `NUMBER LINK NONCE CHECKSUM`
 * @param {string} roll.faces the die's faces, as the server describes them, or {@link seatFaces} for the draw of the first player
 * @param {number} roll.count how many dice were rolled
 * @param {string} roll.roll what they show, in any order
 * @param {string} [roll.nonce] one's own nonce, if the roll was one's own
 * @param {string} [roll.story] what was seen before the roll, by protocol 2
 * @returns {Verdict & {link?: string}} with the roll's link, the anchor for the next
 */
export function checkRoll({ anchor, after = 0, table, proof: text, faces, count, roll, nonce, story }) {
  const { proof, reason } = parseProof(text);
  if (!proof) return { ok: false, reason };
  const number = proof.number;
  if (!TABLE.test(table)) return { ok: false, reason: "malformed", number };
  if (number <= after) return { ok: false, reason: "order", number };
  if (nonce !== undefined && nonce !== hex(proof.nonce)) return { ok: false, reason: "nonce", number };
  let link = proof.link;
  for (let n = after; n < number; n++) link = sha256(link);
  if (hex(link) !== anchor) return { ok: false, reason: "chain", number };
  const proved = drawn(rollStream(table, proof, story), faces, count);
  const shown = inOrder(roll, faces);
  if (proved !== shown) return { ok: false, reason: "dice", number, shown, proved };
  return { ok: true, number, link: hex(proof.link) };
}

/**
 * The stream of one verifiable roll.
 * @param {string} table
 * @param {Proof} proof
 * @param {string} [story]
 */
function rollStream(table, { number, link, nonce }, story) {
  const counted = new Uint8Array(8);
  new DataView(counted.buffer).setUint32(4, number);
  const parts = [framed(bytes(table)), counted, framed(nonce)];
  if (story === undefined) return stream(hmac(link, joined(bytes("roost roll 1"), ...parts)));
  return stream(hmac(link, joined(bytes("roost roll 2"), ...parts, fromHex(story))));
}

/**
 * A player's numbers for one game, each fixed before the game by their seal: number 1 opens it, number n + 1 is for roll n.
 * @param {string} secret at least 16 random bytes, as hexadecimal digits
 * @param {string} table the name of the dice
 * @returns {{seal: string, number: (which: number) => string}}
 */
export function numbersOf(secret, table) {
  const length = LONGEST_CHAIN + 1;
  const spacing = 100;
  /** @type {Map<number, Uint8Array>} */
  const kept = new Map();
  let link = hmac(fromHex(secret), joined(bytes("roost numbers 2"), framed(bytes(table))));
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
 * Whether a player's number is the one that was fixed, when an earlier one (or the seal, as number 0) is known.
 * @param {string} known
 * @param {number} after
 * @param {number} which
 * @param {string} number
 */
export function checkNumber(known, after, which, number) {
  if (which <= after || which > LONGEST_CHAIN + 1) return false;
  let link = fromHex(number);
  for (let n = after; n < which; n++) link = sha256(link);
  return hex(link) === known;
}

/**
 * The story of a game that was opened with this number: a hash of all that was seen of its dice.
 * @param {string} table
 * @param {string} commitment
 * @param {string} number
 */
export function openingStory(table, commitment, number) {
  return hex(
    sha256(joined(bytes("roost story 2"), framed(bytes(table)), fromHex(commitment), framed(fromHex(number)))),
  );
}

/**
 * The story after a person has sealed their numbers.
 * @param {string} story
 * @param {number} person
 * @param {string} seal
 */
export function sealedStory(story, person, seal) {
  const who = new Uint8Array(4);
  new DataView(who.buffer).setUint32(0, person);
  return hex(sha256(joined(bytes("roost seal 2"), fromHex(story), who, fromHex(seal))));
}

/**
 * The story after the host has committed to the dice of a game anew.
 * @param {string} story
 * @param {string} commitment
 */
export function renewedStory(story, commitment) {
  return hex(sha256(joined(bytes("roost anew 2"), fromHex(story), fromHex(commitment))));
}

/**
 * The story after a roll.
 * @param {string} story
 * @param {string} proof
 * @param {string} roll
 */
export function rolledStory(story, proof, roll) {
  return hex(sha256(joined(bytes("roost told 2"), fromHex(story), bytes(`${proof} ${roll}`))));
}

/**
 * A story in short, for people to compare.
 * @param {string} story
 */
export function fingerprint(story) {
  const text = hex(sha256(joined(bytes("roost fingerprint"), fromHex(story))))
    .slice(0, 16)
    .toUpperCase();
  return text.replace(/(.{4})(?=.)/g, "$1 ");
}

/**
 * The stream of seeded dice: all rolls of a game read on from it.
 * @param {string} seed
 */
export function seedStream(seed) {
  return stream(sha256(bytes(`roost stream 1:${seed}`)));
}

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
 * Draw dice from a stream; bytes that would favour a face are passed over.
 * @param {Generator<number, never, undefined>} chance
 * @param {string} faces
 * @param {number} count
 * @returns {string} in the order of the die
 */
export function drawn(chance, faces, count) {
  const fair = 256 - (256 % faces.length);
  let shown = "";
  while (shown.length < count) {
    const byte = chance.next().value;
    if (byte < fair) shown += faces[byte % faces.length];
  }
  return inOrder(shown, faces);
}

/**
 * Dice as Roost writes them: in the order of the die, whatever order and case they were given in.
 * @param {string} roll
 * @param {string} faces
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
function framed(part) {
  return joined(Uint8Array.of(part.length), part);
}
