// Checks whether the server is up. A device without a network may still reach a server that runs on it.

import { isUp } from "./transport.js";

/** Pause between checks of an unreachable server, in milliseconds. */
const LOOK_AGAIN = 3_000;

export const isServerUp = isUp;

/**
 * Check an unreachable server until it is up again.
 * @param {() => void} onUp called once
 * @returns {() => void} stops checking
 */
export function whenServerUp(onUp) {
  let isStopped = false;
  let timer = setTimeout(check, LOOK_AGAIN);
  addEventListener("online", check);
  return stop;

  async function check() {
    clearTimeout(timer);
    const isUp = await isServerUp();
    if (isStopped) return;
    if (!isUp) {
      clearTimeout(timer); // set by an overlapping check
      timer = setTimeout(check, LOOK_AGAIN);
      return;
    }
    stop();
    onUp();
  }

  function stop() {
    isStopped = true;
    clearTimeout(timer);
    removeEventListener("online", check);
  }
}
