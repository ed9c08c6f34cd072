// Junior's tutorial: a few turns with prepared dice. Each `say` names a text `lesson.<say>` in the game's language
// files.

/** @type {Lesson} */
export const LESSON = {
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
};
