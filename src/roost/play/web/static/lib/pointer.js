// Nothing moves away under a finger: what would redraw the page waits until no finger presses it.

/** @type {Set<number>} */
const pressed = new Set();
/** @type {(() => void)[]} */
let waiting = [];

addEventListener("pointerdown", ({ pointerId }) => pressed.add(pointerId), { capture: true, passive: true });
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, (event) => {
    pressed.delete(/** @type {PointerEvent} */ (event).pointerId);
    // The click comes after this event, and belongs to what was pressed.
    setTimeout(settle);
  }, { capture: true, passive: true }); // prettier-ignore
}

function settle() {
  if (pressed.size) return;
  const ready = waiting;
  waiting = [];
  for (const go of ready) go();
}

/**
 * When nobody presses anything any more: at once, mostly.
 * @returns {Promise<void>}
 */
export const released = () => (pressed.size ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve());
