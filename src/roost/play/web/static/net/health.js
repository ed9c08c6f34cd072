// Whether the server is there. Only asking tells: a device without any network still reaches a server of its own.

/** How often a server that was lost is looked for, in milliseconds. */
const LOOK_AGAIN = 3_000;

/** Ask the server whether it is there. */
export async function isThere() {
  const answer = await fetch("/health", { cache: "no-store" }).catch(() => null);
  return answer?.ok ?? false;
}

/**
 * Look for a server that was lost, and say once when it is there again.
 * @param {() => void} then
 * @returns {() => void} ends the search
 */
export function whenThere(then) {
  let isOver = false;
  let timer = setTimeout(look, LOOK_AGAIN);
  addEventListener("online", look);
  return end;

  async function look() {
    clearTimeout(timer);
    const isFound = await isThere();
    if (isOver) return;
    if (!isFound) {
      clearTimeout(timer); // of another look that ended meanwhile
      timer = setTimeout(look, LOOK_AGAIN);
      return;
    }
    end();
    then();
  }

  function end() {
    isOver = true;
    clearTimeout(timer);
    removeEventListener("online", look);
  }
}
