// Barbecue's tutorial: a few turns with prepared dice. Each `say` names a text `lesson.<say>` in the game's language
// files.

/** @type {Lesson} */
export const LESSON = {
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
};
