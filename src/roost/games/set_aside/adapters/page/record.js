// The rolls among the moves of a record: all dice that are not set aside.

/** Tracks how many dice are to be rolled, move by move. */
export class Turn {
  /**
   * @param {number} dice number of dice in the game
   * @param {string} [position] position at the start, which may be in the middle of a turn
   */
  constructor(dice, position = "") {
    const aside = /\baside=(\S+)/.exec(position)?.[1] ?? "";
    const roll = /\broll=(\S+)/.exec(position)?.[1] ?? "";
    /** Number of dice that are not set aside. */
    this.left = dice - aside.length;
    /** The dice that were rolled and wait for a choice. */
    this.rolled = roll === "next" ? "" : roll;
    /** How many dice are rolled next; 0 while a choice comes next. */
    this.due = this.rolled || (aside && roll !== "next") ? 0 : this.left;
  }

  /**
   * Play a move. Returns false if the move is impossible here.
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
