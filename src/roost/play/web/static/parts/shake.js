// A device that is shaken, where it can tell and lets pages know.

/** How hard it must be shaken, in m/s² beyond gravity, and how long it rests afterwards, in milliseconds. */
const HARD = 17;
const REST = 900;

/**
 * Call when the device is shaken. Returns what ends it.
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
