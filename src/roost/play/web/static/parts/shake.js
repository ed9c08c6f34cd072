// Detects shaking, if the device reports motion.

/** Minimum acceleration of a shake, in m/s² without gravity; and the rest that ends it, in milliseconds. */
const HARD = 17;
const REST = 350;

/**
 * Call functions when somebody begins and stops to shake the device. Return a function that stops this.
 * @param {() => void} onBegun
 * @param {() => void} onEnded
 */
export function onShake(onBegun, onEnded) {
  let ending = 0;
  const felt = (/** @type {DeviceMotionEvent} */ event) => {
    const { x, y, z } = event.acceleration ?? {};
    if (Math.hypot(x ?? 0, y ?? 0, z ?? 0) < HARD) return;
    if (!ending) onBegun();
    clearTimeout(ending);
    ending = setTimeout(() => {
      ending = 0;
      onEnded();
    }, REST);
  };
  addEventListener("devicemotion", felt);
  return () => {
    clearTimeout(ending);
    removeEventListener("devicemotion", felt);
  };
}
