// The moves of a record that are rolls, and of how many dice: all at first, and then those that were picked up.

const REROLL = "reroll";

/** How many dice are due to be rolled, move by move. */
export class Turn {
  /**
   * @param {number} dice how many there are
   * @param {string} [position] where the turn begins, if it begins in the middle
   */
  constructor(dice, position = "") {
    const shown = /\bdice=(\S+)/.exec(position)?.[1] ?? "";
    /** How many dice come next; 0 while a choice does. */
    this.due = dice - shown.length;
  }

  /**
   * Play a move. False if no such move can come here.
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
