// Who comes back: somebody who lay far behind takes the lead.

/** How far behind one must have been for it to be a comeback. */
const FAR = 4;

/**
 * Who has taken the lead with the latest change, and from how far behind; nobody, if they were close or it is shared.
 * @param {import("./story.js").Story} story
 * @returns {{seat: number, n: number} | null}
 */
export function comebackIn(story) {
  /** How far behind each seat has been since it led last. */
  let behind = (story?.first ?? []).map(() => 0);
  let back = null;
  for (const { scores } of story?.marks ?? []) {
    const best = Math.max(...scores);
    const leaders = scores.flatMap((score, seat) => (score === best ? [seat] : []));
    const leader = leaders.length === 1 ? (leaders[0] ?? null) : null;
    const n = leader === null ? 0 : (behind[leader] ?? 0);
    back = leader !== null && n >= FAR ? { seat: leader, n } : null;
    behind = scores.map((score, seat) => (seat === leader ? 0 : Math.max(behind[seat] ?? 0, best - score)));
  }
  return back;
}
