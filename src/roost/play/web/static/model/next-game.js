// The next game, which begins by itself if a big screen shows the table: once all players are there, or within a
// series.

/** Length of the countdown, in seconds. */
export const SECONDS = 20;

/**
 * The game that is counted down to, or null. A new key, for another number or other people, restarts the countdown.
 * @param {Model} model
 * @param {View} view at rest
 * @returns {{number: number, key: string} | null}
 */
export function upcomingGame({ table, spec, hasScreen, stoppedGame }, view) {
  const { series, opening, game } = table;
  const isReady =
    view.phase === "waiting"
      ? view.seats.every(({ kind }) => kind === "person" || kind === "bot") && !opening?.waits.length
      : view.phase === "over" && Boolean(series && !series.over && !series.next.missing);
  const number = (game?.number ?? 0) + 1;
  if (!isReady || !hasScreen || stoppedGame === number || spec.rules?.auto_roll === false) return null;
  return { number, key: `${number} ${view.seats.map(({ person, bot }) => person ?? bot)}` };
}

/**
 * Whether this device starts the game: between games any player who is asked, before the first the first person
 * present.
 * @param {Model} model
 * @param {View} view
 */
export function beginsIt({ table, person }, view) {
  if (person === null) return false;
  if (view.phase === "over") return !view.wantsRematch && Boolean(table.series?.next.asked.includes(person));
  return person === view.seats.find(({ kind, isAbsent, isAway }) => kind === "person" && !isAbsent && !isAway)?.person;
}
