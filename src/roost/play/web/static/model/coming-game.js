// The game that begins by itself, where a big screen shows the table: when all have come, and between games of a series.

/** Seconds until it begins. */
export const SECONDS = 20;

/**
 * Its number, and what it waits for: another number or other people are another countdown. Nothing, if none begins.
 * @param {Model} model
 * @param {View} view at rest
 * @returns {{number: number, key: string} | null}
 */
export function comingGame({ table, spec, hasScreen, held }, view) {
  const { series, opening, game } = table;
  const isReady =
    view.phase === "waiting"
      ? view.seats.every(({ kind }) => kind === "person" || kind === "bot") && !opening?.waits.length
      : view.phase === "over" && Boolean(series && !series.over && !series.next.missing);
  const number = (game?.number ?? 0) + 1;
  if (!isReady || !hasScreen || held === number || spec.rules?.auto_roll === false) return null;
  return { number, key: `${number} ${view.seats.map(({ person, bot }) => person ?? bot)}` };
}

/**
 * Whether this device says that it begins: between two games everybody who is asked, before the first whoever sits first.
 * @param {Model} model
 * @param {View} view
 */
export function beginsIt({ table, person }, view) {
  if (person === null) return false;
  if (view.phase === "over") return !view.wantsRematch && Boolean(table.series?.next.asked.includes(person));
  return person === view.seats.find(({ kind, isAbsent, isAway }) => kind === "person" && !isAbsent && !isAway)?.person;
}
