// A board as `describe` tells it: where its fields are, what stands on them, how moves name them.

export class Layout {
  constructor({ fields, lines, pieces }) {
    Object.assign(this, { lines, isGraph: lines.length > 0 });
    // The scale of a graph is the least distance between two of its fields.
    const apart = fields.flatMap((a, i) => fields.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)));
    const step = this.isGraph ? apart.reduce((least, far) => Math.min(least, far), Infinity) : 1;
    this.fields = new Map(fields.map((field) => [field.name, { ...field, x: field.x / step, y: field.y / step }]));
    [this.right, this.top] = ["x", "y"].map((key) => Math.max(...fields.map((field) => field[key] / step)));
    this.pieces = new Map(Object.entries(pieces).map(([letter, name]) => {
      const [side, ...kind] = name.split(" "); // `white man`
      return [letter, { name, side, kind: kind.join(" ") }];
    }));
    this.kinds = [...new Set([...this.pieces.values()].map(({ kind }) => kind))];
    const names = [...this.fields.keys()].sort((a, b) => b.length - a.length);
    this.name = new RegExp(`^(${names.join("|")})(?![0-9])[-:x]?`);
    // Ranks of a FEN from the top: of a graph its fields, of a board of squares all squares, those without a field too.
    this.rows = [...new Set(fields.map(({ y }) => y))].sort((a, b) => b - a).map((y) => {
      const row = fields.filter((field) => field.y === y).sort((a, b) => a.x - b.x);
      if (this.isGraph) return row.map(({ name }) => name);
      return Array.from({ length: this.right + 1 }, (_, x) => row.find((field) => field.x === x)?.name);
    });
  }

  /** What stands on the board: the letters of each field that is not empty, top first. */
  contents(fen) {
    const found = new Map();
    fen.split(" ")[0].split("/").forEach((text, row) => {
      let at = 0;
      for (const [token] of text.matchAll(/\d+|\([^)]*\)|[a-z]/gi)) {
        if (/\d/.test(token)) at += Number(token);
        else found.set(this.rows[row]?.[at++], token.replace(/[()]/g, ""));
      }
    });
    found.delete(undefined);
    return found;
  }

  /** The fields that a move touches; what may stand behind them, a promotion, is left out. */
  path(move) {
    const path = [];
    for (let found; (found = move.match(this.name)); move = move.slice(found[0].length)) path.push(found[1]);
    return path;
  }

  /** Does a field lie between two others? */
  between(name, from, to) {
    const [p, a, b] = [name, from, to].map((field) => this.fields.get(field));
    const [dx, dy, px, py] = [b.x - a.x, b.y - a.y, p.x - a.x, p.y - a.y];
    const along = px * dx + py * dy;
    return Math.abs(px * dy - py * dx) < 1e-6 && along > 0 && along < dx * dx + dy * dy;
  }

  /** The nearest field in a direction, for the arrow keys. */
  neighbour(name, dx, dy) {
    const here = this.fields.get(name);
    const cost = ({ x, y }) => {
      const [right, up] = [x - here.x, y - here.y];
      const [ahead, aside] = [right * dx + up * dy, Math.abs(right * dy - up * dx)];
      return ahead > 0 && aside <= ahead ? ahead + 2.1 * aside : 1e9;
    };
    const [best] = [...this.fields.values()].sort((a, b) => cost(a) - cost(b));
    return cost(best) < 1e9 ? best.name : name;
  }

  /** A piece or a column in words, top first: `white man, 3 × black man`. */
  words(letters) {
    const runs = [...letters.matchAll(/(.)\1*/g)].map(([run]) => [run.length, this.pieces.get(run[0])?.name ?? run[0]]);
    return runs.map(([count, name]) => (count > 1 ? `${count} × ${name}` : name)).join(", ");
  }
}
