// The next game. If a big screen shows the table, a countdown starts the first game once all players are there, and
// then each further game of a series.

/** Length of the countdown, in seconds. */
export const SECONDS = 20;

/**
 * Return the game to count down to, or null. If its key (the game number and people) changes, the countdown restarts.
 * @param {Model} model
 * @param {View} view once all steps have been shown
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
 * Whether this device starts the game. Between games, any player asked to play next does so; before the first game, the
 * first person present does.
 * @param {Model} model
 * @param {View} view
 */
export function beginsIt({ table, person }, view) {
  if (person === null) return false;
  if (view.phase === "over") return !view.wantsRematch && Boolean(table.series?.next.asked.includes(person));
  return person === view.seats.find(({ kind, isAbsent, isAway }) => kind === "person" && !isAbsent && !isAway)?.person;
}
