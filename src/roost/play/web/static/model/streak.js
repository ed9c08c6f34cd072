// Streaks of days.

const DAY = 86_400_000;

/**
 * Return the length of the streak, up to today or yesterday.
 * @param {Iterable<string>} days such as `2026-11-16`
 * @param {string} today by the server's date
 */
export function streak(days, today) {
  const known = new Set([...days].map((day) => Date.parse(day)));
  let day = Date.parse(today);
  if (!known.has(day)) day -= DAY; // today may yet be solved
  let length = 0;
  for (; known.has(day); day -= DAY) length++;
  return length;
}
