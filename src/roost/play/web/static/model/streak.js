// Days in a row.

const DAY = 86_400_000;

/**
 * How many days in a row there are, up to today or yesterday.
 * @param {Iterable<string>} days as `2026-11-16`
 * @param {string} today as the server counts days
 */
export function streak(days, today) {
  const known = new Set([...days].map((day) => Date.parse(day)));
  let day = Date.parse(today);
  if (!known.has(day)) day -= DAY; // today is not over
  let length = 0;
  for (; known.has(day); day -= DAY) length++;
  return length;
}
