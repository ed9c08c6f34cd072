/** The bytes of protocol 4: docs/dice-protocol.md. Hashes are hexadecimal digits here, and nothing asks a server. */

import { bytes, fromHex, hex, hmac, joined, sha256 } from "./sha256.js";

/**
 * The list: everything that decides the dice of a game, apart from the numbers of its devices and coming links.
 * @typedef {object} Listed
 * @property {string} text which is what is hashed
 * @property {string} dice their name: `TABLE/GAME`
 * @property {number} attempt from 1; a new one leaves out the devices that did not answer
 * @property {string} game
 * @property {Map<string, string>} options those that differ from their defaults, and `start`
 * @property {string[]} seats by seat: a person's number, or `bot:` and the name of a bot
 * @property {string} faces of the game's die, in order
 * @property {string[]} ends of the host's chains, by place: the draw of the first player, then the seats
 * @property {Map<number, string>} seals by person
 */

export const PROTOCOL = 4;
export const HASH = /^[0-9a-f]{64}$/;
const PROOF = /^(([1-9][0-9]{0,5}) ([0-9a-f]{64}) -) ([0-9a-f]{8})$/;

/**
 * The faces of the die that draws the first player.
 * @param {number} players
 */
export const seatFaces = (players) => "ABCDEFG".slice(0, players);

/**
 * The SHA-256 of a value: the seal of a device's number, or the link before a link.
 * @param {string} value
 */
export const hashed = (value) => hex(sha256(fromHex(value)));

/**
 * The list as text.
 * @param {Omit<Listed, "text">} listed
 */
export function listText({ dice, attempt, game, options, seats, faces, ends, seals }) {
  return [
    ...[`dice=${dice}`, `attempt=${attempt}`, `game=${game}`],
    ...[...options].map(([name, value]) => `option:${name}=${value}`),
    ...[`seats=${seats.join(",")}`, `faces=${faces}`, `ends=${ends.join(",")}`],
    ...inPersons(seals).map(([person, seal]) => `seal:${person}=${seal}`),
  ].join(" ");
}

/**
 * Read what {@link listText} writes, and nothing else.
 * @param {string} text
 * @returns {Listed | null} nothing, if it is no list
 */
export function parseListed(text) {
  const [options, seals, words] = [new Map(), new Map(), /** @type {Record<string, string>} */ (Object.create(null))];
  for (const [, kind, name, value] of text.split(" ").map((word) => /^([a-z]+)(?::([^=]+))?=(.*)$/.exec(word) ?? [])) {
    if (kind === "option") options.set(name, value);
    else if (kind === "seal") seals.set(Number(name), value);
    else words[String(kind)] = value ?? "";
  }
  const { dice = "", attempt, game = "", seats = "", faces = "", ends = "" } = words;
  const about = { dice, attempt: Number(attempt), game, options, seats: seats.split(","), faces };
  const listed = { text, ...about, ends: ends.split(","), seals };
  const isWhole = [...listed.ends, ...seals.values()].every((hash) => HASH.test(hash)) && listText(listed) === text;
  return isWhole ? listed : null;
}

/**
 * The seed of a game, from its list and the numbers of all listed devices.
 * @param {Listed} listed @param {Map<number, string>} numbers by person
 */
export function seedOf(listed, numbers) {
  const opened = inPersons(listed.seals).map(([person]) => fromHex(numbers.get(person) ?? ""));
  return hex(sha256(joined(bytes("roost seed 4"), sha256(bytes(listed.text)), ...opened)));
}

/**
 * What a roll shows: it follows from the seed, the place that rolls, and the link of that place's chain.
 * @param {string} seed @param {number} place 0 for the draw, seat + 1 for a seat
 * @param {number} number of the roll at this place, from 1 @param {string} link
 * @param {string} faces the die's faces, or {@link seatFaces} for the draw
 * @param {number} count how many dice are rolled
 */
export function rolledBy(seed, place, number, link, faces, count) {
  const message = joined(bytes("roost roll 4"), fromHex(seed), Uint8Array.of(place), counted(number));
  return drawn(stream(hmac(fromHex(link), message)), faces, count);
}

/**
 * The number and the link in a record's proof of a roll: `NUMBER LINK - CHECKSUM`.
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
 * @param {Map<number, T>} known
 */
const inPersons = (known) => [...known].sort(([one], [other]) => one - other);

/** @param {number} number */
function counted(number) {
  const written = new Uint8Array(4);
  new DataView(written.buffer).setUint32(0, number);
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
