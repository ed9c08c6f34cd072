/**
 * SHA-256 and HMAC-SHA256 (FIPS 180-4, RFC 2104) in plain JavaScript.
 *
 * Browsers offer `crypto.subtle` only to pages from https and localhost. A phone connected to a laptop in the same room
 * uses neither, and should still be able to check the dice.
 */

const BLOCK = 64;
/** Message schedule, reused for every block. */
const words = new Int32Array(64);

/** Constants of the standard: the first 32 bits of the fractional parts of the square and cube roots of the first primes. */
const [START, ROUNDS] = (() => {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n++) {
    if (primes.every((p) => n % p)) primes.push(n);
  }
  const fraction = (/** @type {number} */ x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  return [
    Int32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p))),
    Int32Array.from(primes, (p) => fraction(Math.cbrt(p))),
  ];
})();

/** @param {Uint8Array} data @returns {Uint8Array} 32 bytes */
export function sha256(data) {
  const padded = new Uint8Array(Math.ceil((data.length + 9) / BLOCK) * BLOCK);
  padded.set(data);
  padded[data.length] = 0x80;
  let bits = 8 * data.length;
  for (let at = padded.length - 1; bits; at--, bits = Math.floor(bits / 256)) padded[at] = bits;

  const hash = START.slice();
  for (let at = 0; at < padded.length; at += BLOCK) compress(hash, padded, at);

  const digest = new Uint8Array(32);
  for (let i = 0; i < 32; i++) digest[i] = hash[i >> 2] >> (24 - 8 * (i & 3));
  return digest;
}

/**
 * Mix one block into the hash.
 * @param {Int32Array} hash
 * @param {Uint8Array} data
 * @param {number} at
 */
function compress(hash, data, at) {
  for (let i = 0; i < 16; i++, at += 4) {
    words[i] = (data[at] << 24) | (data[at + 1] << 16) | (data[at + 2] << 8) | data[at + 3];
  }
  for (let i = 16; i < 64; i++) {
    const near = words[i - 15];
    const far = words[i - 2];
    const low = rotated(near, 7) ^ rotated(near, 18) ^ (near >>> 3);
    const high = rotated(far, 17) ^ rotated(far, 19) ^ (far >>> 10);
    words[i] = (words[i - 16] + low + words[i - 7] + high) | 0;
  }
  // This destructures by index, and uses no view of the buffer above, because array destructuring or a view would take
  // longer than all the rest, and a device computes ten thousand hashes.
  let { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f, 6: g, 7: h } = hash;
  for (let i = 0; i < 64; i++) {
    const high = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + high + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
    const low = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) hash[i] += mixed[i];
}

/** @param {number} word @param {number} by */
const rotated = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {Uint8Array} key @param {Uint8Array} message @returns {Uint8Array} 32 bytes */
export function hmac(key, message) {
  const short = key.length > BLOCK ? sha256(key) : key;
  const pad = (/** @type {number} */ mask) => Uint8Array.from({ length: BLOCK }, (_, i) => (short[i] ?? 0) ^ mask);
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), message))));
}

/** @param {...Uint8Array} parts @returns {Uint8Array} */
export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {string} text @returns {Uint8Array} as UTF-8 */
export const bytes = (text) => new TextEncoder().encode(text);

/** @param {Uint8Array} data @returns {string} hexadecimal digits */
export const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text hexadecimal digits, which have been checked @returns {Uint8Array} */
export const fromHex = (text) =>
  Uint8Array.from({ length: text.length / 2 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
