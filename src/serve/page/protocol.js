// The text protocol of the engine, over a WebSocket instead of a program's standard input and output. Nothing here or
// in the other modules knows a game: protocol-spec/ in the project tells all that is used.

/** An engine of this page's own. It ends when the page closes. */
export class Engine {
  #socket;
  #questions = []; // answered in their order, each by the lines before its readyok
  #searches = []; // each `go` is answered by one bestmove, in their order

  /** Opens the connection; `onClosed(reason)` is called when it has gone. */
  static connect(onClosed) {
    const engine = new Engine();
    const socket = (engine.#socket = new WebSocket(`ws://${location.host}/engine`));
    // A message is one or several whole lines.
    socket.onmessage = ({ data }) => data.trimEnd().split("\n").forEach((line) => engine.#hear(line));
    socket.onclose = ({ reason }) => onClosed(reason || "the server does not answer");
    return new Promise((resolve) => (socket.onopen = () => resolve(engine)));
  }

  send(line) {
    this.#socket.send(line);
  }

  /** Sends a command that is answered at once. Resolves to the lines it was answered with, and its errors. */
  ask(line) {
    this.send(`${line}\nisready`);
    return new Promise((resolve) => this.#questions.push({ resolve, lines: [], errors: [] }));
  }

  /** Starts a search. Each of its lines goes to `onInfo`; resolves to the best move, or null. */
  search(go, onInfo) {
    this.send(go);
    return new Promise((resolve) => this.#searches.push({ resolve, onInfo }));
  }

  #hear(line) {
    const question = this.#questions[0];
    if (line === "readyok") this.#questions.shift().resolve(question);
    else if (line.startsWith("info string error: ")) question?.errors.push(line.slice(19));
    else if (line.startsWith("bestmove ")) this.#searches.shift().resolve(line.slice(9).replace("(none)", ""));
    else if (!line.startsWith("info ")) question?.lines.push(line);
    else if (line.includes(" score ")) this.#searches[0]?.onInfo(parseInfo(line));
  }

  /** The options that the engine declares, by name. */
  async options() {
    const text = (await this.ask("ugi")).lines.join("\n");
    return new Map([...text.matchAll(/^option name (.+?) type (\w+)(.*)$/gm)].map(([, name, type, rest]) => {
      const words = (word) => [...rest.matchAll(new RegExp(` ${word} (\\S+)`, "g"))].map((match) => match[1]);
      const [[value], [min], [max], choices] = ["default", "min", "max", "var"].map(words);
      return [name, { name, type, value, min, max, choices }];
    }));
  }
}

/** An `info` line as an object: numbers by their words (of the score `cp` or `mate`), `pv` as moves. */
function parseInfo(line) {
  const [head, pv] = line.split(" pv ");
  const info = { multipv: 1, pv: pv?.split(" ") ?? [] };
  for (const [, word, number] of head.matchAll(/(\w+) (-?\d+)/g)) info[word] = Number(number);
  return info;
}
