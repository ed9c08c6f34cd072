// Detects shaking, if the device reports motion.

/** Minimum acceleration of a shake, in m/s² without gravity; and the pause before the next shake, in milliseconds. */
const HARD = 17;
const REST = 900;

/**
 * Call a function when the device is shaken. Return a function that stops this.
 * @param {() => void} onShaken
 */
export function onShake(onShaken) {
  let last = 0;
  const felt = (/** @type {DeviceMotionEvent} */ event) => {
    const { x, y, z } = event.acceleration ?? {};
    const force = Math.hypot(x ?? 0, y ?? 0, z ?? 0);
    if (force < HARD || event.timeStamp - last < REST) return;
    last = event.timeStamp;
    onShaken();
  };
  addEventListener("devicemotion", felt);
  return () => removeEventListener("devicemotion", felt);
}
