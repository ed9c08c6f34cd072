// Heckmeck's tutorial: a few turns with prepared dice. Each `say` names a text `lesson.<say>` in the game's language
// files.

/** @type {Lesson} */
export const LESSON = {
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
    {
      say: "dead",
      position: "heckmeck grill=21-24,26-29,31,33-36 A=32,25 B=30 turn=B aside=44ww roll=next",
      watch: ["444w"],
    },
    { say: "end" },
  ],
};
