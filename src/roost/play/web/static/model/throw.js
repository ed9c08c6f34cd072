// The physics of a throw: where each die is, how it is turned and what it hits, from the cup to rest. The result is
// known before, so a die's turns are computed backwards from its last position, in which the result lies on top.
//
// Lengths are in sizes of a die, and times in lengths of a flight: a die leaves the cup and comes to rest between 0 and
// 1. The axes are those of the screen: x to the right, y down, z towards the viewer.

/**
 * A die at one moment: its centre on the table, its height, and its turn as a matrix of nine numbers, row by row.
 * @typedef {{x: number, y: number, z: number, turn: number[], isOut: boolean}} Pose
 *
 * A throw. `dice` has the poses of each die, `hits` when something is hit and how hard (0 to 1), and `length` the time
 * until the last die rests.
 * @typedef {{dice: Pose[][], hits: {at: number, force: number}[], length: number}} Throw
 */

const STEPS = 96;
/** Every how many steps a pose is kept. */
const KEPT = 3;
/** Half the distance that two dice keep. */
const RADIUS = 0.57;
const BOUNCE = 0.72;
/** When the dice leave the cup. */
const OUT = [0.1, 0.24];
/** The three hops of a die: when each ends as a share of its way, how high it is, and how many turns it makes. */
const HOPS = [
  { end: 0.4, height: 0.95, turns: 0.95 },
  { end: 0.62, height: 0.42, turns: 0.55 },
  { end: 0.76, height: 0.12, turns: 0.22 },
];
/** Largest turn of a resting die to the left or right, and how far it still turns while it slides. */
const ASKEW = 0.55;
const SLIDE_TURN = 0.5;

/**
 * Return a generator of random numbers from a seed.
 * @param {number} seed
 */
export function chance(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/**
 * Throw dice from the right edge of an area.
 * @param {number} count
 * @param {number} width of the area
 * @param {number} height
 * @param {() => number} next random numbers
 * @param {number} [extra] additional time for the last die
 * @returns {Throw}
 */
export function throwDice(count, width, height, next, extra = 0) {
  /** @type {Throw["hits"]} */
  const hits = [];
  const dice = Array.from({ length: count }, (_, place) => {
    const out = OUT[0] + (OUT[1] - OUT[0]) * (count > 1 ? place / (count - 1) : 0);
    const end = 1 + (place === count - 1 ? extra : 0);
    const reach = width * (0.08 + (0.86 * (((place * 3) % count) + next())) / count);
    const aim = (next() - 0.5) * 1.1;
    const speed = (2 * reach) / (end - out);
    return {
      ...{ out, end, x: width - RADIUS - 0.3, y: height / 2 + (next() - 0.5) * 0.5 },
      ...{ dx: -speed * Math.cos(aim), dy: speed * Math.sin(aim) },
      hops: HOPS.map((hop) => ({ ...hop, turns: hop.turns * (0.8 + 0.4 * next()) })),
      askew: (next() - 0.5) * 2 * ASKEW,
      slide: (next() - 0.5) * 2 * SLIDE_TURN,
      way: /** @type {{x: number, y: number, dx: number, dy: number, share: number, hop: number}[]} */ ([]),
    };
  });
  const length = 1 + extra;
  const steps = Math.ceil(length * STEPS);
  for (let step = 0; step <= steps; step++) {
    const time = step / STEPS;
    const share = (/** @type {typeof dice[number]} */ die) => Math.min(1, (time - die.out) / (die.end - die.out));
    const moving = dice.filter((die) => share(die) > 0);
    for (const die of moving) {
      const left = 1 - share(die);
      const slower = left > 0 ? Math.max(0, left / (left + 1 / STEPS / (die.end - die.out))) : 0;
      die.dx *= slower;
      die.dy *= slower;
      die.x += die.dx / STEPS;
      die.y += die.dy / STEPS;
    }
    for (const [place, die] of moving.entries())
      for (const other of moving.slice(place + 1)) if (share(other) > 0.08) collide(die, other, time, hits);
    for (const die of moving) stayWithin(die, width, height, time, hits);
    for (const die of dice) {
      const now = share(die);
      const hop = die.hops.findIndex(({ end }) => now < end);
      const { x, y, dx, dy } = die;
      const before = die.way.at(-1)?.hop ?? 0;
      if (hop !== before && now > 0) hits.push({ at: time, force: [0.9, 0.5, 0.25][before] ?? 0 });
      die.way.push({ x, y, dx, dy, share: now, hop: hop < 0 ? HOPS.length : hop });
    }
  }
  return { dice: dice.map((die) => posesOf(die)), hits, length };
}

/** @typedef {{x: number, y: number, dx: number, dy: number}} Moving */

/** @param {Moving} die @param {Moving} other @param {number} time @param {Throw["hits"]} hits */
function collide(die, other, time, hits) {
  const [x, y] = [other.x - die.x, other.y - die.y];
  const distance = Math.hypot(x, y) || 1e-6;
  const overlap = 2 * RADIUS - distance;
  if (overlap <= 0) return;
  const [nx, ny] = [x / distance, y / distance];
  for (const [moved, sign] of /** @type {[Moving, number][]} */ ([
    [die, -0.5],
    [other, 0.5],
  ])) {
    moved.x += sign * overlap * nx;
    moved.y += sign * overlap * ny;
  }
  const closing = (die.dx - other.dx) * nx + (die.dy - other.dy) * ny;
  if (closing <= 0) return;
  const push = (closing * (1 + BOUNCE)) / 2;
  die.dx -= push * nx;
  die.dy -= push * ny;
  other.dx += push * nx;
  other.dy += push * ny;
  if (closing > 1.5) hits.push({ at: time, force: Math.min(0.8, closing / 14) });
}

/** @param {Moving} die @param {number} width @param {number} height @param {number} time @param {Throw["hits"]} hits */
function stayWithin(die, width, height, time, hits) {
  const [x, y] = [clamp(die.x, RADIUS, width - RADIUS), clamp(die.y, RADIUS, height - RADIUS)];
  const speed = Math.max(x === die.x ? 0 : Math.abs(die.dx), y === die.y ? 0 : Math.abs(die.dy));
  if (x !== die.x) die.dx *= -BOUNCE;
  if (y !== die.y) die.dy *= -BOUNCE;
  [die.x, die.y] = [x, y];
  if (speed > 2) hits.push({ at: time, force: Math.min(1, speed / 16) });
}

/** @param {number} value @param {number} least @param {number} most */
const clamp = (value, least, most) => Math.max(least, Math.min(Math.max(least, most), value));

/**
 * Return the poses of a die, turned backwards from its last position.
 * @param {{way: {x: number, y: number, dx: number, dy: number, share: number, hop: number}[], hops: typeof HOPS,
 *   askew: number, slide: number}} die
 */
function posesOf({ way, hops, askew, slide }) {
  /** @type {Pose[]} */
  const poses = [];
  let turn = around(0, 0, 1, askew);
  for (let step = way.length - 1; step >= 0; step--) {
    const { x, y, dx, dy, share, hop } = /** @type {typeof way[number]} */ (way[step]);
    const { end = 1, height = 0, turns = 0 } = hops[hop] ?? {};
    const begin = hops[hop - 1]?.end ?? (hop ? 0 : -0.25); // the first hop begins above the table
    const within = Math.max(0, share - begin) / (end - begin);
    if (step % KEPT === 0 || step === way.length - 1)
      poses.push({ x, y, z: share > 0 ? 4 * height * within * (1 - within) : height, turn, isOut: share > 0 });
    const passed = share - (way[step - 1]?.share ?? share);
    const speed = Math.hypot(dx, dy);
    const rolled = (passed / (end - begin)) * turns * 2 * Math.PI;
    if (rolled > 0 && speed > 0) turn = times(around(-dy / speed, dx / speed, 0, -rolled), turn);
    else if (passed > 0) turn = times(around(0, 0, 1, -slide * passed * 4 * (1 - share)), turn);
  }
  return poses.reverse();
}

/** @param {number} x @param {number} y @param {number} z @param {number} angle @returns {number[]} the turn around an axis */
export function around(x, y, z, angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const t = 1 - c;
  return [
    ...[c + x * x * t, x * y * t - z * s, x * z * t + y * s],
    ...[y * x * t + z * s, c + y * y * t, y * z * t - x * s],
    ...[z * x * t - y * s, z * y * t + x * s, c + z * z * t],
  ];
}

/** @param {number[]} left @param {number[]} right @returns {number[]} the second turn, followed by the first */
export function times(left, right) {
  const product = [];
  for (let row = 0; row < 9; row += 3)
    for (let column = 0; column < 3; column++)
      product.push(
        at(left, row) * at(right, column) +
          at(left, row + 1) * at(right, column + 3) +
          at(left, row + 2) * at(right, column + 6),
      );
  return product;
}

/** @param {number[]} matrix @param {number} place */
const at = (matrix, place) => /** @type {number} */ (matrix[place]);
