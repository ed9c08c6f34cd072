// Days in a row on which somebody played the challenge of the day.

const DAY = 86_400_000;

/**
 * How many days in a row the challenge of the day was played to the end, up to today or yesterday.
 * @param {{day: string | null, isDone: boolean}[]} taken
 * @param {string} today `2026-11-16`, as the server counts days
 */
export function streak(taken, today) {
  const days = new Set(taken.filter(({ isDone }) => isDone).map(({ day }) => day && Date.parse(day)));
  let day = Date.parse(today);
  if (!days.has(day)) day -= DAY; // today can still be played
  let length = 0;
  for (; days.has(day); day -= DAY) length++;
  return length;
}
