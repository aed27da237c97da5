// How clicks on fields become a move: one of the engine's legal moves is followed field by field.

export class Picker {
  prefix = []; // the fields picked so far

  /** `moves`: the legal moves, each with its `text` and the `path` of fields it touches. */
  constructor(moves) {
    this.moves = moves;
    this.starts = new Set(moves.map(({ path }) => path[0]));
  }

  /** The moves that begin with the fields picked so far. */
  get candidates() {
    return this.moves.filter(({ path }) => this.prefix.every((field, i) => path[i] === field));
  }

  /** Those of them that end here. Several differ in a promotion only. */
  get complete() {
    return this.candidates.filter(({ path }) => path.length === this.prefix.length);
  }

  /** Where a click leads on: `step` to the next field of a move; `end` to the last one, if one move only is left. */
  get targets() {
    const { candidates, prefix } = this;
    const open = candidates.filter(({ path }) => prefix.length > 0 && path.length > prefix.length);
    // Else it would be rash: the engine prints one path of a move only, the field may be the next one on another.
    const ends = candidates.length === 1 ? open.map(({ path }) => [path.at(-1), "end"]) : [];
    return new Map([...ends, ...open.map(({ path }) => [path[prefix.length], "step"])]);
  }

  /**
   * Takes a click on a field. Returns the moves to play (of several one is to be chosen), an empty list while the move
   * goes on, or null if the field leads nowhere.
   */
  pick(field) {
    const { candidates, prefix } = this;
    const kind = this.targets.get(field);
    if (kind === "end") return candidates;
    if (kind === "step") {
      prefix.push(field);
      return this.complete.length === this.candidates.length ? this.complete : [];
    }
    if (prefix.length > 1 && prefix.at(-1) === field && this.complete.length > 0) return this.complete;
    const again = prefix.length === 1 && prefix[0] === field;
    const start = this.starts.has(field) && !again;
    this.prefix = start ? [field] : [];
    return start || again ? [] : null;
  }
}
