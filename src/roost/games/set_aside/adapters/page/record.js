// Read the rolls among a record's moves: each rolls all dice that are not set aside.

/** Keep track of how many dice are to be rolled, move by move. */
export class Turn {
  /**
   * @param {number} dice number of dice in the game
   * @param {string} [position] starting position, which may be in the middle of a turn
   */
  constructor(dice, position = "") {
    const aside = /\baside=(\S+)/.exec(position)?.[1] ?? "";
    const roll = /\broll=(\S+)/.exec(position)?.[1] ?? "";
    /** How many dice are not set aside. */
    this.left = dice - aside.length;
    /** Dice that were rolled and wait for a choice. */
    this.rolled = roll === "next" ? "" : roll;
    /** How many dice are rolled next; 0 if a choice comes next. */
    this.due = this.rolled || (aside && roll !== "next") ? 0 : this.left;
  }

  /**
   * Play a move. Returns false if the move is impossible in this position.
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
