// A screen that nobody touches would go dark: ask the device to keep it on, where devices can.

/** @typedef {{release: () => Promise<void>}} Lock */

/** Keep the screen on while it is looked at. Returns a function that ends it. */
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
      // Pages over plain HTTP may not ask, and devices may refuse: then the device's own settings decide.
    }
  };
  document.addEventListener("visibilitychange", ask); // a screen that was hidden has lost it
  void ask();
  return () => {
    isWanted = false;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}
