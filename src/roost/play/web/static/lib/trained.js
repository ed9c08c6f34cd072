// The training progress that this device stores.

import { store, storedJson } from "./storage.js";

const TRAINED = "roost-trained";

/** @param {string} game @returns {Trained | null} */
export function trainedIn(game) {
  const stored = storedJson(TRAINED)?.[game];
  return typeof stored?.rating === "number" && stored.cards ? stored : null;
}

/** @param {string} game @param {Trained} trained */
export function storeTrained(game, trained) {
  store(TRAINED, { ...storedJson(TRAINED), [game]: trained });
}
