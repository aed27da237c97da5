// What the engine thinks: a bar, lines, and arrows on the board.

import { make } from "./pieces.js";

const RESULTS = { p1win: ["1–0", 1], p2win: ["0–1", 0], draw: ["½–½", 0.5] };

/** A score for the side to move as words from White's side, and as White's share of the bar. */
function judge({ cp, mate }, white) {
  const ours = (cp ?? mate) * (white ? 1 : -1);
  // The distance of a win is in plies: moves of both sides.
  if (mate) return [`${ours > 0 ? "White" : "Black"} wins in ${Math.ceil(Math.abs(mate) / 2)}`, ours > 0 ? 1 : 0];
  const sign = ours > 0 ? "+" : ours < 0 ? "−" : "";
  return [sign + Math.abs(ours / 100).toFixed(2), 1 / (1 + Math.exp(-ours / 200))];
}

const short = (n) => (n >= 1e6 ? `${(n / 1e6).toFixed(1)} M` : n >= 1e4 ? `${Math.round(n / 1e3)} k` : `${n}`);

export class Analysis {
  /** `onLines(moves)`: the first moves of the lines have changed; `onPlay(move)`: one was chosen. */
  constructor(onLines, onPlay) {
    const [bar, score, facts, list] = ["bar", "score", "facts", "lines"].map((id) => document.getElementById(id));
    Object.assign(this, { onLines, onPlay, bar, score, facts, list });
  }

  /** A new position, `white` to move; `result` if the game is over. */
  clear(white, result) {
    Object.assign(this, { white, lines: [] });
    if (RESULTS[result]) this.#bar(...RESULTS[result]);
    this.facts.textContent = "";
    this.list.replaceChildren();
    this.onLines([]);
  }

  add(info) {
    const { multipv, pv, depth, seldepth, nodes, nps } = info;
    if (pv.length === 0) return;
    const judged = judge(info, this.white);
    this.lines[multipv - 1] = pv[0];
    if (multipv === 1) this.#bar(...judged);
    this.facts.textContent = `depth ${depth}/${seldepth} · ${short(nodes)} positions · ${short(nps)}/s`;
    this.#row(multipv - 1, judged[0], pv);
    this.onLines(this.lines);
  }

  /** A row is changed in its place, so that its button can be pressed meanwhile. */
  #row(i, score, [move, ...rest]) {
    const row = this.list.children[i] ?? make("li", {}, make("b"), make("button"), make("span"));
    if (!row.parentNode) this.list.append(row);
    [score, move, rest.slice(0, 12).join(" ")].forEach((text, part) => (row.children[part].textContent = text));
    Object.assign(row.children[1], { title: `Play ${move}`, onclick: () => this.onPlay(move) });
  }

  #bar(text, share) {
    this.bar.style.setProperty("--share", share);
    this.bar.setAttribute("aria-valuenow", Math.round(100 * share));
    this.bar.setAttribute("aria-valuetext", text);
    this.score.textContent = text;
  }
}
