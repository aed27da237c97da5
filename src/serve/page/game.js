// A game: where it began, its moves, and what the engine says of it.

import { Layout } from "./layout.js";

export class Game {
  /** `options`: what the engine declares, by name. */
  constructor(engine, options) {
    Object.assign(this, { engine, options, variant: options.get("Variant").value, start: null, moves: [], at: 0 });
  }

  /** Opens a game. What its record does not tell is as usual; if something is wrong with it, nothing changes. */
  async open(record) {
    const old = this.described && { ...this, rules: this.rules };
    const [error] = await this.#set({ variant: this.variant, ...record });
    if (error && old) await this.#set(old);
    this.engine.send("uginewgame");
    if (error) throw new Error(error);
  }

  async #set({ variant, rules = {}, start = null, moves = [], at = moves.length }) {
    const errors = await this.option("Variant", variant);
    for (const { name, type, value } of this.described.options) {
      const wanted = rules[name] ?? (type === "file" ? value : this.options.get(name)?.value);
      if (wanted !== `${value}`) errors.push(...(await this.option(name, wanted)));
    }
    Object.assign(this, { variant, start, moves, at });
    errors.push(...(await this.engine.ask(this.#position(moves.length))).errors);
    return errors;
  }

  /** Sets an option, and asks what game it is now; a rule acts on the present one. Returns the errors. */
  async option(name, value) {
    const { errors } = await this.engine.ask(`setoption name ${name} value ${value}`);
    this.described = JSON.parse((await this.engine.ask("describe")).lines[0]);
    this.layout = new Layout(this.described);
    return errors;
  }

  /** The rule options that are not as usual. */
  get rules() {
    const usual = ({ name, type }) => (type === "file" ? "<empty>" : this.options.get(name)?.value);
    const unusual = this.described.options.filter((option) => `${option.value}` !== usual(option));
    return Object.fromEntries(unusual.map(({ name, value }) => [name, `${value}`]));
  }

  #position(at) {
    return `position ${this.start ? `fen ${this.start}` : "startpos"} moves ${this.moves.slice(0, at).join(" ")}`;
  }

  /** What the engine says of the present position. */
  async look() {
    const questions = [this.#position(this.at), "show", "query gameover", "query result", "query p1turn", "legal"];
    const answers = await Promise.all(questions.map((question) => this.engine.ask(question)));
    const [, show, [over], [result], [white], legal] = answers.map(({ lines }) => lines);
    const after = (word) => show.find((text) => text.startsWith(word))?.slice(word.length) ?? "";
    return {
      error: answers.flatMap(({ errors }) => errors)[0],
      fen: after("fen: "),
      points: show.find((text, i) => /^[a-z]/.test(text) && show[i + 1]?.startsWith("variant: ")) ?? "",
      white: white === "response true",
      over: over === "response true",
      result: result.slice("response ".length),
      reason: after("game over").replace(/^.*?: /, ""),
      moves: legal.map((line) => line.split(" ")[0]).map((text) => ({ text, path: this.layout.path(text) })),
      path: this.at > 0 ? this.layout.path(this.moves[this.at - 1]) : [],
    };
  }

  /** The game as text; `ataman play` reads and writes the same. */
  record() {
    const rules = Object.entries(this.rules).map(([name, value]) => `rule ${name}=${value}\n`);
    const start = this.start ?? this.described.start;
    return `variant ${this.variant}\n${rules.join("")}fen ${start}\nmoves ${this.moves.join(" ")}\n`;
  }
}

/** Reads a record, a FEN, or moves with or without the numbers, tags and comments of PDN, for `Game.open`. */
export function readRecord(text) {
  const words = (list = "") => list.split(/\s+/).filter(Boolean);
  const line = (word) => text.match(new RegExp(`^${word} (.*)`, "m"))?.[1].trim();
  if (line("variant")) {
    const rules = Object.fromEntries([...text.matchAll(/^rule (.+?)=(.*)$/gm)].map((rule) => rule.slice(1)));
    return { variant: line("variant"), rules, start: line("fen"), moves: words(line("moves")) };
  }
  const body = text.replace(/^\[.*\]\s*$|\{[^}]*\}|\d+\.+|\b(1-0|0-1|2-0|0-2|1-1|1\/2-1\/2)\s*$|\*\s*$/gm, " ");
  const isMove = (word) => /^[a-z]?\d+([-:x]?[a-z]?\d+)+[a-z]?$/.test(word);
  if (words(body).every(isMove)) return { start: text.match(/^\[FEN "(.*)"\]/m)?.[1], moves: words(body) };
  return { start: words(text).join(" ") };
}
