// A position that is being set up by hand: pieces in, text out. The rules engine has the last word on whether it can be.

/** @typedef {import("../boards/view.js").Ant} Ant */
/** @typedef {{worms: number, snails: number}} Larder */

/**
 * @typedef {object} Setup
 * @property {string} game
 * @property {string} options as the text of a position writes them
 * @property {number} players
 * @property {number} turn whose turn it is
 * @property {number[]} grill Heckmeck and Junior: the tiles that lie face up
 * @property {number[][]} stacks Heckmeck and Junior: from bottom to top
 * @property {Record<number, string>} spots Barbecue: `A`, `AA` or `snail` by spot
 * @property {Larder[]} larders Barbecue
 * @property {Ant[][]} board Picnic Blitz: by track, piles from bottom to top
 * @property {boolean[]} queens Picnic Blitz
 * @property {string} aside dice that lie aside
 * @property {string} rolled dice on the table
 * @property {boolean} rolling whether the dice are about to be rolled, where that does not follow
 * @property {boolean} rerolling Picnic Blitz: whether dice may still be re-rolled
 */

const SEATS = "ABCDEFG";
const LAYOUT = /^(grill|board|[A-G]|turn|over|aside|roll|dice|rerolls|attacks|moved)=/;
/**
 * The dice of each game: how many, and what they show.
 * @type {Record<string, {count: number, faces: string}>}
 */
export const DICE = {
  heckmeck: { count: 8, faces: "12345w" },
  junior: { count: 6, faces: "wgckb" },
  barbecue: { count: 8, faces: "1234w6" },
  picnic: { count: 6, faces: "123456" },
};
/**
 * The most players of each game.
 * @type {Record<string, number>}
 */
export const MOST_PLAYERS = { heckmeck: 7, junior: 5, barbecue: 5, picnic: 4 };
/**
 * The tiles in the box, one by one.
 * @type {Record<string, number[]>}
 */
export const TILES = {
  heckmeck: Array.from({ length: 16 }, (_, place) => 21 + place),
  junior: [4, 5, 6, 7, 8, 9, 4, 5, 6, 7, 8, 9],
};
export const SPOTS = Array.from({ length: 14 }, (_, place) => 23 + place);
export const TRACKS = [6, 6, 8, 8, 10, 10];

/**
 * The start of a game, as text.
 * @param {string} game
 * @param {number} players
 */
export function opening(game, players) {
  return textOf(blank(game, players));
}

/**
 * A game before its first turn.
 * @param {string} game
 * @param {number} players
 * @returns {Setup}
 */
function blank(game, players) {
  const each = (/** @type {() => any} */ make) => Array.from({ length: players }, make);
  return {
    game, options: game === "picnic" ? "start=A" : "", players, turn: 0, grill: [...(TILES[game] ?? [])].sort((a, b) => a - b), stacks: each(() => []),
    spots: {}, larders: each(() => ({ worms: 0, snails: 0 })), board: TRACKS.map(() => []), queens: each(() => false), aside: "", rolled: "",
    rolling: false, rerolling: false,
  }; // prettier-ignore
}

/**
 * A position that the server has read, ready to be changed.
 * @param {{position: string, state: Record<string, any>}} view
 * @returns {Setup}
 */
export function setupOf({ position, state }) {
  const empty = blank(state["game"], state["players"]);
  const options = position.split(" ").slice(1).filter((word) => !LAYOUT.test(word)).join(" ");
  const roll = state["roll"] ?? "";
  const spots = state["game"] === "barbecue" ? Object.fromEntries(SPOTS.map((spot, place) => [spot, state["grill"][place]]).filter(([, lies]) => lies)) : {};
  return {
    ...empty,
    options,
    turn: typeof state["turn"] === "number" ? state["turn"] : 0,
    grill: state["game"] in TILES ? state["grill"] : [],
    stacks: state["stacks"] ?? empty.stacks,
    spots,
    larders: state["larders"] ?? empty.larders,
    board: state["board"] ?? empty.board,
    queens: state["queens"] ?? empty.queens,
    aside: state["aside"] ?? "",
    rolled: state["dice"] ?? (roll === "next" ? "" : roll),
    rolling: roll === "next",
    rerolling: Boolean(state["rerolls"]),
  };
}

/**
 * The text of a setup.
 * @param {Setup} setup
 */
export function textOf(setup) {
  const { game, options, players, turn } = setup;
  const seats = SEATS.slice(0, players);
  const words = [game, ...(options ? [options] : [])];
  if (game in TILES) {
    words.push(`grill=${listed(setup.grill)}`, ...[...seats].map((seat, place) => `${seat}=${listed(setup.stacks[place] ?? [])}`));
  } else if (game === "barbecue") {
    words.push(`grill=${listed(Object.entries(setup.spots).map(([spot, lies]) => `${spot}:${lies}`))}`);
    words.push(...[...seats].map((seat, place) => `${seat}=${setup.larders[place]?.worms ?? 0}w${setup.larders[place]?.snails ?? 0}s`));
  } else {
    words.push(`board=${setup.board.map(track).join("/")}`, ...[...seats].map((seat, place) => `${seat}=${setup.queens[place] ? "queen" : "-"}`));
  }
  words.push(`turn=${SEATS[turn]}`, ...(game === "picnic" ? picnicDice(setup) : dice(setup)));
  return words.join(" ");
}

/** @param {(number | string)[]} items */
const listed = (items) => items.join(",") || "-";

/** @param {Setup} setup */
function dice({ aside, rolled, rolling }) {
  if (rolled) return [...(aside ? [`aside=${aside}`] : []), `roll=${rolled}`];
  if (!aside) return [];
  return rolling ? [`aside=${aside}`, "roll=next"] : [`aside=${aside}`];
}

/** @param {Setup} setup */
function picnicDice(setup) {
  if (!setup.rolled) return [];
  const { left, groups } = allowance(setup);
  return [`dice=${setup.rolled}`, ...(setup.rerolling && left ? [`rerolls=${left}/${groups}`] : [])];
}

/** @param {Ant[]} ants */
function track(ants) {
  const spaces = [...new Set(ants.map((ant) => ant.space))].sort((a, b) => a - b);
  return listed(spaces.map((space) => `${space}${ants.filter((ant) => ant.space === space).map((ant) => SEATS[ant.seat]).join("")}`));
}

/**
 * How many dice the player may re-roll at first, and in how many groups (PB-3, PB-4).
 * @param {Setup} setup
 */
export function allowance({ board, turn, options }) {
  if (options.includes("beginner=yes")) return { left: 3, groups: 1 };
  const left = board.filter((ants, place) => {
    const own = ants.findIndex((ant) => ant.seat === turn);
    if (own < 0) return false;
    const isCovered = ants.slice(own + 1).some((ant) => ant.space === ants[own]?.space);
    const isShut = ants.some((ant) => ant.seat !== turn && ant.space === TRACKS[place]);
    return !isCovered && !isShut;
  }).length;
  return { left, groups: left >= 4 ? 2 : 1 };
}

/**
 * How many dice the table is short of: none of them shown is fine, some of them are not.
 * @param {Setup} setup
 */
export function diceMissing({ game, aside, rolled }) {
  return rolled ? (DICE[game]?.count ?? 0) - aside.length - rolled.length : 0;
}

// -- changes; each gives another setup --

/**
 * Another number of players: those who go take their pieces off the table.
 * @param {Setup} setup
 * @param {number} players
 * @returns {Setup}
 */
export function withPlayers(setup, players) {
  const fresh = blank(setup.game, players);
  const kept = (/** @type {any[]} */ have, /** @type {any[]} */ empty) => empty.map((item, seat) => have[seat] ?? item);
  const leaving = SEATS.slice(players);
  return {
    ...setup,
    players,
    turn: Math.min(setup.turn, players - 1),
    grill: [...setup.grill, ...setup.stacks.slice(players).flat()].sort((a, b) => a - b),
    stacks: kept(setup.stacks, fresh.stacks),
    spots: Object.fromEntries(Object.entries(setup.spots).filter(([, lies]) => !leaving.includes(lies.charAt(0)))),
    larders: kept(setup.larders, fresh.larders),
    board: setup.board.map((ants) => ants.filter((ant) => ant.seat < players)),
    queens: kept(setup.queens, fresh.queens),
  };
}

/**
 * Where the tile at a place of the box lies: on the grill, on a stack, or face down.
 * @param {Setup} setup
 * @param {number} place
 * @returns {"grill" | "down" | number}
 */
export function whereIs({ game, grill, stacks }, place) {
  const box = TILES[game] ?? [];
  const number = box[place];
  const copy = box.slice(0, place).filter((other) => other === number).length;
  const found = [...grill.map(() => /** @type {const} */ ("grill")), ...stacks.flatMap((stack, seat) => stack.map(() => seat))];
  const numbers = [...grill, ...stacks.flat()];
  return found.filter((_, at) => numbers[at] === number)[copy] ?? "down";
}

/**
 * Put a tile somewhere else; on a stack it lies on top.
 * @param {Setup} setup
 * @param {number} place
 * @param {"grill" | "down" | number} where
 * @returns {Setup}
 */
export function putTile(setup, place, where) {
  const number = TILES[setup.game]?.[place];
  const from = whereIs(setup, place);
  if (number === undefined || from === where) return setup;
  const without = (/** @type {number[]} */ tiles) => tiles.filter((_, at) => at !== tiles.lastIndexOf(number));
  const grill = from === "grill" ? without(setup.grill) : setup.grill;
  const stacks = setup.stacks.map((stack, seat) => (seat === from ? without(stack) : stack));
  return {
    ...setup,
    grill: where === "grill" ? [...grill, number].sort((a, b) => a - b) : grill,
    stacks: stacks.map((stack, seat) => (seat === where ? [...stack, number] : stack)),
  };
}

/**
 * Put something on a spot of the grill. Plates come and go with the worms that they bring.
 * @param {Setup} setup
 * @param {number} spot
 * @param {string} lies `A`, `AA`, `snail`, or nothing
 * @returns {Setup}
 */
export function putOnSpot(setup, spot, lies) {
  const spots = { ...setup.spots };
  const worms = spot < 25 ? 1 : Math.floor((spot - 17) / 4);
  const larders = setup.larders.map((larder, seat) => {
    const plates = (/** @type {string} */ text) => (text === "snail" ? 0 : text.split(SEATS[seat] ?? "-").length - 1);
    const more = (plates(lies) - plates(setup.spots[spot] ?? "")) * worms;
    return { ...larder, worms: Math.max(0, larder.worms + more) };
  });
  delete spots[spot];
  if (lies) spots[spot] = lies;
  return { ...setup, spots, larders };
}

/**
 * Put an ant on a space, on top of what is there; an ant that is there already leaves the board.
 * @param {Setup} setup
 * @param {number} place of the track
 * @param {number} space
 * @param {number | null} seat whose; nobody's takes all ants away
 * @returns {Setup}
 */
export function putAnt(setup, place, space, seat) {
  const board = setup.board.map((ants, at) => {
    if (at !== place) return ants;
    if (seat === null) return ants.filter((ant) => ant.space !== space);
    const others = ants.filter((ant) => ant.seat !== seat);
    const isThere = ants.some((ant) => ant.seat === seat && ant.space === space);
    return isThere ? others : [...others, { space, seat }].sort((a, b) => a.space - b.space);
  });
  return { ...setup, board };
}

/**
 * Add a die.
 * @param {Setup} setup
 * @param {"aside" | "rolled"} where
 * @param {string} face
 * @returns {Setup}
 */
export function addDie(setup, where, face) {
  const { count = 0, faces = "" } = DICE[setup.game] ?? {};
  if (setup.aside.length + setup.rolled.length >= count) return setup;
  const shown = [...setup[where], face].sort((a, b) => faces.indexOf(a) - faces.indexOf(b)).join("");
  return { ...setup, [where]: shown, rolling: where === "rolled" ? false : setup.rolling };
}

/**
 * Take a die away.
 * @param {Setup} setup
 * @param {"aside" | "rolled"} where
 * @param {string} face
 * @returns {Setup}
 */
export function removeDie(setup, where, face) {
  return { ...setup, [where]: setup[where].replace(face, "") };
}
