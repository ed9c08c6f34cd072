// Picnic Blitz's tutorial: a few turns with prepared dice. Each `say` names a text `lesson.<say>` in the game's
// language files.

/** @type {Lesson} */
export const LESSON = {
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
};
