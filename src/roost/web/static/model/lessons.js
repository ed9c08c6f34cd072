/**
 * The tutorials: for each game a few turns with prepared dice. The moves go through the real rules engine, and the odds
 * that the reader is told come from the real solver; a test plays every lesson and makes sure that what it calls best
 * is best.
 */

/**
 * One step of a lesson. What is said is `learn.<game>.<say>` of the page's messages.
 *
 * - `talk`: something to read; `position` puts another position on the board first;
 * - `roll`: the reader rolls these dice;
 * - `choose`: the reader decides; the lesson goes on with `best`, and everything else is answered kindly;
 * - `watch`: the other player's moves, one after another.
 *
 * @typedef {{say: string, position?: string, roll?: string, best?: string, watch?: string[]}} LessonStep
 *
 * @typedef {object} Lesson
 * @property {string} start
 * @property {LessonStep[]} steps
 */

/** Who plays against the reader. */
export const OPPONENT = "Berta";

/** @type {Record<string, Lesson>} */
export const LESSONS = {
  heckmeck: {
    start: "heckmeck grill=21-36 A=- B=- turn=A",
    steps: [
      { say: "grill" },
      { say: "first_roll", roll: "1124445w" },
      { say: "first_choice", best: "4" },
      { say: "no_worm", best: "roll" },
      { say: "second_roll", roll: "3wwww" },
      { say: "worms", best: "w" },
      { say: "take", best: "take32" },
      { say: "berta", watch: ["1125wwww", "w", "roll", "1235", "5", "take25"] },
      { say: "your_turn", roll: "1335wwww" },
      { say: "four_worms", best: "w" },
      { say: "twenty", best: "roll" },
      { say: "another_roll", roll: "1335" },
      { say: "exactly", best: "5" },
      { say: "snatch", best: "snatch25@B" },
      { say: "dead", position: "heckmeck grill=21-24,26-29,31,33-36 A=32,25 B=30 turn=B aside=44ww roll=next", watch: ["444w"] },
      { say: "end" },
    ],
  },
  junior: {
    start: "junior grill=4,4,5,5,6,6,7,7,8,8,9,9 A=- B=- turn=A",
    steps: [
      { say: "grill" },
      { say: "first_roll", roll: "wggcbb" },
      { say: "first_choice", best: "b" },
      { say: "no_worm", best: "roll" },
      { say: "second_roll", roll: "wwgk" },
      { say: "worms", best: "w" },
      { say: "go_on", best: "roll" },
      { say: "third_roll", roll: "gg" },
      { say: "last_dice", best: "g" },
      { say: "take", best: "take8" },
      { say: "berta", watch: ["gccbbb", "b", "roll", "wwk", "w", "roll", "c", "c", "take9"] },
      { say: "later", position: "junior grill=4,4,5,5,6,7,8 A=7,8 B=9,9 turn=A aside=wwbbb" },
      { say: "one_die", best: "roll" },
      { say: "last_roll", roll: "k" },
      { say: "nine", best: "k" },
      { say: "pinch", best: "snatch9@B" },
      { say: "nothing", watch: ["ggkkcc", "g", "roll", "kkcc", "k", "roll", "cc", "c"] },
      { say: "end" },
    ],
  },
  barbecue: {
    start: "barbecue grill=- A=0w0s B=0w0s turn=A",
    steps: [
      { say: "grill" },
      { say: "first_roll", roll: "11234666" },
      { say: "first_choice", best: "6" },
      { say: "must_roll", best: "roll" },
      { say: "second_roll", roll: "244ww" },
      { say: "worms", best: "w" },
      { say: "dare", best: "roll" },
      { say: "third_roll", roll: "244" },
      { say: "last_choice", best: "4" },
      { say: "occupy", best: "occupy36" },
      { say: "berta", watch: ["11466www", "w", "roll", "12666", "6", "occupy33"] },
      { say: "your_turn", roll: "1234666w" },
      { say: "sixes", best: "6" },
      { say: "on", best: "roll" },
      { say: "another_roll", roll: "12www" },
      { say: "exactly", best: "w" },
      { say: "steal", best: "steal33" },
      { say: "snail", watch: ["11122334", "1", "roll", "11111"] },
      { say: "above", position: "barbecue grill=33:A,35:snail,36:A A=8w0s B=0w0s turn=A aside=6666www", best: "snail" },
      { say: "end" },
    ],
  },
  picnic: {
    start: "picnic start=A board=-/-/-/-/-/- A=- B=- turn=A",
    steps: [
      { say: "board" },
      { say: "first_roll", roll: "113336" },
      { say: "first_move", best: "move3" },
      { say: "berta", watch: ["112555", "move5"] },
      { say: "your_turn", roll: "133356" },
      { say: "reroll", best: "reroll1" },
      { say: "rerolled", roll: "3" },
      { say: "second_move", best: "move3" },
      { say: "food", position: "picnic start=A board=-/-/6A/-/10B/- A=- B=- turn=A", roll: "123345" },
      { say: "straight", best: "keep" },
      { say: "attack", best: "pushB5" },
      { say: "capture", best: "move3" },
      { say: "queen", position: "picnic start=A board=-/-/8A/-/9B/- A=- B=- turn=A dice=112245", best: "skip" },
      { say: "end" },
    ],
  },
};
