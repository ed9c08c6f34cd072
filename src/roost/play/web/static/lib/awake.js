// Keeps the screen on while nobody touches it, if the device supports that.

/** @typedef {{release: () => Promise<void>}} Lock */

/** Keep the screen on while the page is visible. Return a function that stops this. */
export function stayAwake() {
  const { wakeLock } = /** @type {{wakeLock?: {request: (kind: string) => Promise<Lock>}}} */ (
    /** @type {unknown} */ (navigator)
  );
  /** @type {Lock | null} */
  let lock = null;
  let isWanted = true;

  const ask = async () => {
    if (!isWanted || !wakeLock || document.hidden) return;
    try {
      lock = await wakeLock.request("screen");
      if (!isWanted) void lock.release();
    } catch {
      // Pages over plain HTTP may not request a lock, and devices may refuse; the device's own settings then decide.
    }
  };
  document.addEventListener("visibilitychange", ask); // a hidden page loses its wake lock
  void ask();
  return () => {
    isWanted = false;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}
