// The moves of a record that are rolls, and of how many dice: what does not lie aside is rolled.

/** How many dice are due to be rolled, move by move. */
export class Turn {
  /**
   * @param {number} dice how many there are
   * @param {string} [position] where the turn begins, if it begins in the middle
   */
  constructor(dice, position = "") {
    const aside = /\baside=(\S+)/.exec(position)?.[1] ?? "";
    const roll = /\broll=(\S+)/.exec(position)?.[1] ?? "";
    /** Dice that are not aside. */
    this.left = dice - aside.length;
    /** The dice that were rolled and lie there, to be chosen from. */
    this.rolled = roll === "next" ? "" : roll;
    /** How many dice come next; 0 while a choice does. */
    this.due = this.rolled || (aside && roll !== "next") ? 0 : this.left;
  }

  /**
   * Play a move. False if no such move can come here.
   * @param {string} token
   */
  play(token) {
    if (this.due) {
      this.rolled = token;
      this.due = 0;
      return true;
    }
    if (token === "roll") {
      this.due = this.left;
      return this.left > 0;
    }
    if (token.length === 1) {
      const aside = Array.from(this.rolled).filter((face) => face === token).length;
      this.left -= aside;
      this.rolled = "";
      return aside > 0;
    }
    return true;
  }
}
