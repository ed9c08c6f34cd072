// One polite live region: each sentence is read out once, in order, and takes nothing from the focus.

const MOST = 8;

/**
 * Say a sentence to whoever listens to the page.
 * @param {string} sentence
 */
export function announce(sentence) {
  const region = document.getElementById("live");
  if (!region || !sentence) return;
  const line = document.createElement("p");
  line.textContent = sentence;
  region.append(line);
  while (region.children.length > MOST) region.firstElementChild?.remove();
}
