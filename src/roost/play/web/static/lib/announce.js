// Writes to a polite live region: screen readers read each sentence once, in order, without moving the focus.

const MOST_LINES = 8;

/** @param {string} sentence to be read by screen readers */
export function announce(sentence) {
  const region = document.getElementById("live");
  if (!region || !sentence) return;
  const line = document.createElement("p");
  line.textContent = sentence;
  region.append(line);
  while (region.children.length > MOST_LINES) region.firstElementChild?.remove();
}
