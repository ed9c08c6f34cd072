// A few small sounds, made on the spot. Off by default, and never the only sign of anything.

import { settings } from "../lib/settings.js";

/** @type {AudioContext | null} */
let audio = null;

/**
 * The sound of what happened, if it has one.
 * @type {Record<string, (audio: AudioContext) => void>}
 */
const SOUNDS = {
  rolled: (audio) => [0, 0.06, 0.11, 0.17, 0.26].forEach((at) => knock(audio, at, 0.25)),
  laid_aside: (audio) => knock(audio, 0, 0.3),
  took: (audio) => tones(audio, [523, 784], 0.09),
  placed: (audio) => tones(audio, [523, 784], 0.09),
  moved: (audio) => tones(audio, [587, 659], 0.07),
  snatched: (audio) => tones(audio, [523, 784, 1047], 0.08),
  stolen: (audio) => tones(audio, [523, 784, 1047], 0.08),
  captured: (audio) => tones(audio, [523, 659, 784, 1047], 0.08),
  pushed: (audio) => tones(audio, [330, 262], 0.08),
  snail_taken: (audio) => tones(audio, [440, 554], 0.09),
  failed: (audio) => tones(audio, [220, 165], 0.16),
  turn: (audio) => tones(audio, [784], 0.12),
  ended: (audio) => tones(audio, [523, 659, 784, 1047, 784, 1047], 0.12),
};

/**
 * Make the sound of an event, if sounds are wanted.
 * @param {string} name
 */
export function sound(name) {
  const play = SOUNDS[name];
  if (!play || settings().sound !== "on") return;
  audio ??= new AudioContext();
  // Before the first tap browsers keep quiet; a sound that comes late is worse than none.
  if (audio.state === "running") play(audio);
  else void audio.resume();
}

/**
 * A die on wood.
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} loudness
 */
function knock(audio, at, loudness) {
  const length = 0.05;
  const noise = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const wood = new BiquadFilterNode(audio, { type: "bandpass", frequency: 900 + Math.random() * 500, Q: 2 });
  source.connect(wood).connect(new GainNode(audio, { gain: loudness })).connect(audio.destination);
  source.start(audio.currentTime + at);
}

/**
 * Tones, one after another.
 * @param {AudioContext} audio
 * @param {number[]} pitches
 * @param {number} length
 */
function tones(audio, pitches, length) {
  pitches.forEach((frequency, place) => {
    const begins = audio.currentTime + place * length;
    const tone = new OscillatorNode(audio, { frequency, type: "triangle" });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(0.12, begins);
    gain.gain.exponentialRampToValueAtTime(0.001, begins + length * 1.8);
    tone.connect(gain).connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + length * 2);
  });
}
