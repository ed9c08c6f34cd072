// Synthesises sounds: wood, paper and small bells. They are soft, can be turned off, and start after the first touch.

import { settings } from "../lib/settings.js";

/** @typedef {{context: AudioContext, out: GainNode, noise: AudioBuffer}} Player */

const VOLUME = { off: 0, soft: 0.35, normal: 0.8, loud: 1.6 };
/** @typedef {"dice" | "clack" | "pick" | "bells" | "thud" | "fail" | "swoop" | "turn" | "fanfare" | "piece" | "none"} Sound */

/** Vibration patterns, in milliseconds. */
const BUZZ = /** @type {Record<string, number[]>} */ ({
  dice: [12],
  fail: [40, 60, 90],
  swoop: [25, 30, 70],
  thud: [35],
  turn: [18],
  fanfare: [30, 40, 30, 40, 120],
});

/** @type {Player | null} */
let player = null;

/** @type {Record<Sound, (player: Player) => void>} */
const SOUNDS = {
  dice: (player) =>
    [0, 0.05, 0.09, 0.16, 0.2].forEach((at) => clack(player, at + Math.random() * 0.03, 0.5 + Math.random() * 0.4)),
  clack: (player) => clack(player, 0, 0.55),
  pick: (player) => [0, 0.06].forEach((at) => clack(player, at, 0.3)),
  bells: (player) => bells(player, [659, 784], 0.14),
  thud: (player) => burst(player, 0, { frequency: 140, Q: 2, length: 0.22, gain: 1.2 }),
  fail: (player) => slide(player, 330, 130),
  swoop: (player) => {
    slide(player, 220, 660);
    piece(player);
  },
  turn: (player) => bells(player, [784, 1047], 0.11),
  fanfare: (player) => bells(player, [523, 659, 784, 1047, 1319], 0.13),
  piece,
  none: () => {},
};

/**
 * Play a sound, if sounds are on.
 * @param {Sound} [name] by default, that of a piece being put down
 */
export function sound(name = "piece") {
  const ready = name === "none" ? null : readied();
  if (!ready) return;
  const buzz = BUZZ[name];
  if (buzz) navigator.vibrate?.(buzz);
  SOUNDS[name](ready);
}

/**
 * Play dice that hit the table, its edge and each other.
 * @param {{at: number, force: number}[]} hits when, in milliseconds from now, and how hard, from 0 to 1
 */
export function knock(hits) {
  const ready = hits.length ? readied() : null;
  for (const { at, force } of ready ? hits : []) clack(/** @type {Player} */ (ready), at / 1000, force);
  if (ready && hits[0]) navigator.vibrate?.([0, hits[0].at, 12].map(Math.round));
}

/** @returns {Player | null} the player of sounds, if sounds are on and can begin now */
function readied() {
  const volume = VOLUME[settings().sound];
  if (!volume) return null;
  // Browsers allow no sound before the first touch.
  const { userActivation } = /** @type {{userActivation?: {hasBeenActive: boolean}}} */ (
    /** @type {unknown} */ (navigator)
  );
  if (!userActivation?.hasBeenActive) return null;
  player ??= begin();
  player.out.gain.value = volume;
  if (player.context.state === "running") return player;
  void player.context.resume(); // skip the sound, since a late one is worse than none
  return null;
}

/** @returns {Player} */
function begin() {
  // Let the phone's silent mode silence the sounds.
  const session = /** @type {{audioSession?: {type: string}}} */ (/** @type {unknown} */ (navigator)).audioSession;
  if (session) session.type = "ambient";
  const context = new AudioContext();
  const out = new GainNode(context, { gain: 1 });
  out.connect(new DynamicsCompressorNode(context, { threshold: -20, ratio: 6 })).connect(context.destination);
  const noise = context.createBuffer(1, context.sampleRate * 0.3, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return { context, out, noise };
}

/**
 * Play a die landing on wood: a click, and the hollow sound of the table under it.
 * @param {Player} player
 * @param {number} after
 * @param {number} loudness
 */
function clack(player, after, loudness) {
  const pitch = 1 + (Math.random() - 0.5) * 0.3;
  burst(player, after, { frequency: 2600 * pitch, Q: 3, length: 0.025, gain: 0.5 * loudness });
  burst(player, after, { frequency: 420 * pitch, Q: 7, length: 0.09, gain: 0.9 * loudness });
}

/** @param {Player} player plays the sound of a piece being put down */
function piece(player) {
  burst(player, 0, { frequency: 900, Q: 4, length: 0.06, gain: 0.6 });
  bells(player, [880, 1175], 0.09, 0.5);
}

/**
 * Play a short burst of filtered noise.
 * @param {Player} player
 * @param {number} after
 * @param {{frequency: number, Q: number, length: number, gain: number}} how
 */
function burst({ context, out, noise }, after, { frequency, Q, length, gain }) {
  const begins = context.currentTime + after;
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const shape = new GainNode(context, { gain: 0 });
  shape.gain.setValueAtTime(gain, begins);
  shape.gain.exponentialRampToValueAtTime(0.001, begins + length);
  source
    .connect(new BiquadFilterNode(context, { type: "bandpass", frequency, Q }))
    .connect(shape)
    .connect(out);
  source.start(begins, Math.random() * 0.1, length + 0.02);
}

/**
 * Play small bells, one after another.
 * @param {Player} player
 * @param {number[]} pitches
 * @param {number} apart
 * @param {number} [loudness]
 */
function bells({ context, out }, pitches, apart, loudness = 1) {
  pitches.forEach((pitch, place) => {
    const begins = context.currentTime + place * apart;
    for (const [multiple, gain, length] of /** @type {[number, number, number][]} */ ([
      [1, 0.16, 0.7],
      [2.76, 0.05, 0.35],
    ])) {
      const tone = new OscillatorNode(context, { frequency: pitch * multiple, type: "sine" });
      const shape = new GainNode(context, { gain: 0 });
      shape.gain.setValueAtTime(0, begins);
      shape.gain.linearRampToValueAtTime(gain * loudness, begins + 0.008);
      shape.gain.exponentialRampToValueAtTime(0.001, begins + length);
      tone.connect(shape).connect(out);
      tone.start(begins);
      tone.stop(begins + length + 0.05);
    }
  });
}

/**
 * Play a soft note that slides up, or down for a failure.
 * @param {Player} player
 * @param {number} from
 * @param {number} to
 */
function slide({ context, out }, from, to) {
  const now = context.currentTime;
  const tone = new OscillatorNode(context, { frequency: from, type: "triangle" });
  const shape = new GainNode(context, { gain: 0 });
  tone.frequency.exponentialRampToValueAtTime(to, now + 0.5);
  shape.gain.linearRampToValueAtTime(0.16, now + 0.03);
  shape.gain.exponentialRampToValueAtTime(0.001, now + 0.6);
  tone.connect(shape).connect(out);
  tone.start(now);
  tone.stop(now + 0.65);
}
