// Defers redrawing while a finger presses the screen, so that no button moves away under it.

/** @type {Set<number>} */
const pressed = new Set();
/** @type {(() => void)[]} */
let waiting = [];

addEventListener("pointerdown", ({ pointerId }) => pressed.add(pointerId), { capture: true, passive: true });
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, (event) => {
    pressed.delete(/** @type {PointerEvent} */ (event).pointerId);
    // Wait for the click, which comes after this event and must reach the pressed element.
    setTimeout(flush);
  }, { capture: true, passive: true }); // prettier-ignore
}

function flush() {
  if (pressed.size) return;
  const callbacks = waiting;
  waiting = [];
  for (const run of callbacks) run();
}

/** @returns {Promise<void>} resolves when nothing is pressed, usually at once */
export const released = () => (pressed.size ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve());
