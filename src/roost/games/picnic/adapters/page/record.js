// Read the rolls among a record's moves: six dice at first, then those that were picked up.

const REROLL = "reroll";

/** Keep track of how many dice are to be rolled, move by move. */
export class Turn {
  /**
   * @param {number} dice number of dice in the game
   * @param {string} [position] starting position, which may be in the middle of a turn
   */
  constructor(dice, position = "") {
    const shown = /\bdice=(\S+)/.exec(position)?.[1] ?? "";
    /** How many dice are rolled next; 0 if a choice comes next. */
    this.due = dice - shown.length;
  }

  /**
   * Play a move. Returns false if the move is impossible in this position.
   * @param {string} token
   */
  play(token) {
    if (this.due) this.due = 0;
    else if (token.startsWith(REROLL)) {
      this.due = token.length - REROLL.length;
      return this.due > 0;
    }
    return true;
  }
}
