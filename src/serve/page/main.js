// The page: what the user touches, and whose turn it is.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { Game, readRecord } from "./game.js";
import { isCrowned, make } from "./pieces.js";
import { Picker } from "./picker.js";
import { Engine } from "./protocol.js";

const $ = (id) => document.getElementById(id);
let engine, game, state, picker;
let turn = 0; // number of the position on the board: what comes for an older one is dropped
let paused = false; // the engine waits for the user though it is its turn
let opening = Promise.resolve(); // one game is opened after the other

const board = new Board($("board"), { onPick: pick, onLook: look });
const analysis = new Analysis((moves) => board.arrows(moves.map((move) => game.layout.path(move))), play);
const side = () => (state.white ? "White" : "Black");
const isEngines = () => !state.over && $("engine-side").value.includes(side());
const say = (text) => Object.assign($("message"), { textContent: text, hidden: !text });

/** Shows the present position; lets the engine move or analyse there if that is wanted. */
async function advance(walk = false) {
  const mine = ++turn;
  picker = new Picker([]);
  document.body.dataset.turn = "asked";
  const now = await game.look();
  if (mine !== turn) return;
  state = now;
  const thinks = isEngines() && !paused;
  picker = new Picker(state.over || thinks ? [] : state.moves);
  analysis.clear(state.white, state.result);
  board.show(game.layout.contents(state.fen), { path: state.path, walk, movable: picker.starts });
  showState(thinks);
  say(state.error);
  sessionStorage.game = JSON.stringify({ text: game.record(), at: game.at });
  if (state.over || !(thinks || $("analyse").checked)) return;
  const { value: unit, dataset } = $("unit").selectedOptions[0];
  const limit = `${unit} ${Math.max(1, Math.round($("amount").value * dataset.factor))}`;
  engine.send(`setoption name Skill value ${thinks ? $("skill").value : $("skill").max}`);
  engine.send(`setoption name MultiPV value ${thinks ? 1 : $("multipv").value}`);
  const move = await engine.search(`go ${thinks ? limit : "infinite"}`, (info) => mine === turn && analysis.add(info));
  if (mine === turn && thinks && move) play(move);
}

function play(move) {
  paused = false;
  game.moves = [...game.moves.slice(0, game.at), move];
  game.at += 1;
  advance(true);
}

/** Goes to a move of the game. The engine does not take its turn there unless it is told to. */
function go(at) {
  game.at = Math.min(Math.max(at, 0), game.moves.length);
  paused = true;
  advance();
}

/** Opens a game, or says why it cannot be opened. The engine may have to `wait` there for a word of the user. */
function open(record, wait = true) {
  document.body.dataset.turn = "asked";
  turn++;
  const done = opening.then(() => game.open(record)).then(() => void (paused = wait), ({ message }) => message);
  return (opening = done.then(rebuild));
}

/** Draws the board and the rules of the game anew; says what went wrong. */
async function rebuild(error) {
  board.build(game.layout);
  $("variant").value = game.variant;
  $("rules").replaceChildren(...game.described.options.filter(({ matters }) => matters).map(setting));
  await advance();
  if (error) say(error);
}

/** A control for an option of the rules or of the engine. */
function setting({ name, type, value, min, max, choices = [] }) {
  const kinds = { check: { type: "checkbox", checked: value === "true" }, file: { readOnly: true } };
  const input = choices.length > 0
    ? make("select", {}, ...choices.map((choice) => new Option(choice)))
    : make("input", kinds[type] ?? { type: "number", min, max });
  const chosen = () => (type === "check" ? input.checked : input.value);
  const onchange = async () => input.reportValidity() && rebuild((await game.option(name, chosen()))[0]);
  return make("label", {}, name, Object.assign(input, { value, onchange }));
}

function pick(field) {
  const moves = picker.pick(field);
  if (moves?.length === 1) return play(moves[0].text);
  making();
  if (!moves) board.refuse(field);
  const why = picker.moves.length > 0 ? `No move with ${field}` : "It is the engine's turn";
  if (!moves && !state.over) $("status").textContent = why;
}

/** Shows the move that is being made, and buttons for those that could end here: it need not go on, or is to choose. */
function making() {
  board.making(picker);
  const ends = picker.prefix.length > 1 ? picker.complete : [];
  $("ends").replaceChildren(...ends.map(({ text }) => make("button", { onclick: () => play(text) }, `Play ${text}`)));
  $("status").textContent = $("status").dataset.text;
}

/** Tells what stands on a field, a column piece by piece. */
function look(field) {
  const letters = board.contents.get(field) ?? "";
  const chips = [...letters].map((letter) => {
    const text = game.layout.kinds.length > 2 ? letter.toUpperCase() : isCrowned(game.layout, letter) ? "♛" : "";
    return make("i", { className: game.layout.pieces.get(letter)?.side }, text);
  });
  const height = letters.length > 1 ? ` (${letters.length}, top first)` : "";
  $("column").replaceChildren(...chips, letters && `${field}${height}: ${game.layout.words(letters)}`);
}

function showState(thinks) {
  const { over, result, reason, points, fen } = state;
  const outcome = { p1win: "White wins", p2win: "Black wins", draw: "Draw" }[result] ?? "The game is over";
  const open = thinks ? `The engine thinks for ${side()}` : `${side()} to move`;
  $("status").textContent = $("status").dataset.text = over ? outcome + (reason && `: ${reason}`) : open;
  Object.assign(document.body.dataset, { turn: over ? "over" : thinks ? "engine" : "user", ply: game.at });
  $("points").textContent = points;
  for (const [id, text] of [["fen", fen], ["record", game.record()]]) {
    if (document.activeElement !== $(id)) $(id).value = text; // nothing is taken from under the user's hands
  }
  const href = `data:text/plain,${encodeURIComponent(game.record())}`;
  Object.assign($("save"), { href, download: `${game.variant}.txt` });
  $("ends").replaceChildren();
  $("pause").hidden = !isEngines();
  $("pause").textContent = paused ? "Engine, go" : "Pause";
  $("first").disabled = $("undo").disabled = game.at === 0;
  $("last").disabled = $("redo").disabled = game.at === game.moves.length;
  // The first move is Black's where the number of moves and the side to move say so.
  const second = state.white === (game.at % 2 === 1) ? 1 : 0;
  $("moves").replaceChildren(...game.moves.map((move, i) => {
    const ariaCurrent = i + 1 === game.at ? "step" : null;
    const item = make("li", {}, make("button", { textContent: move, ariaCurrent, onclick: () => go(i + 1) }));
    const ply = i + second;
    if (ply % 2 === 0 || i === 0) item.dataset.number = `${1 + (ply >> 1)}.${ply % 2 ? " …" : ""}`;
    return item;
  }));
  const current = $("moves").querySelector("[aria-current]");
  $("moves").scrollTop = current ? current.offsetTop - $("moves").clientHeight / 2 : 0;
}

const copy = (text) => navigator.clipboard.writeText(text).catch(() => say("The browser does not let the page copy"));
const commands = {
  new: () => open({ rules: game.rules }, false),
  first: () => go(0),
  // Where the engine plays one side, its answer is taken back too.
  undo: () => go(game.at - ($("engine-side").value.length === 5 && !isEngines() ? 2 : 1)),
  redo: () => go(game.at + 1),
  last: () => go(game.moves.length),
  flip: () => { board.flipped = document.body.classList.toggle("flipped"); rebuild(); },
  now: () => engine.send("stop"),
  pause: () => { paused = !paused; advance(); },
  "copy-fen": () => copy($("fen").value),
  "load-fen": () => open({ rules: game.rules, ...readRecord($("fen").value) }),
  "copy-record": () => copy($("record").value),
  "load-record": () => open(readRecord($("record").value)),
};
for (const [id, command] of Object.entries(commands)) $(id).onclick = command;
for (const id of ["analyse", "multipv"]) $(id).onchange = () => advance();
$("engine-side").onchange = () => { paused = false; advance(); };
$("fen").onkeydown = ({ key }) => { if (key === "Enter") $("load-fen").click(); };
$("variant").onchange = () => open({ variant: $("variant").value }, false);
$("file").onchange = async ({ target }) => {
  const text = await target.files[0]?.text();
  target.value = ""; // so that the same file can be opened again
  if (text) open(readRecord(text));
};
document.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
  if (ctrlKey || metaKey || altKey || target.closest("input, select, textarea, dialog")) return;
  document.querySelector(`[aria-keyshortcuts="${CSS.escape(key)}"]`)?.click();
  if (key === "Escape") [(picker.prefix = []), making()];
});

/** Gets an engine and goes on with the game that this page had. */
async function connect() {
  engine = await Engine.connect((reason) => {
    turn++;
    document.body.dataset.turn = "lost";
    $("reason").textContent = reason;
  });
  const options = await engine.options();
  game = new Game(engine, options);
  $("variant").replaceChildren(...options.get("Variant").choices.map((name) => new Option(name)));
  Object.assign($("skill"), { max: options.get("Skill").max, value: options.get("Skill").value });
  const { text = "", at } = JSON.parse(sessionStorage.game ?? "{}");
  await open({ ...readRecord(text), at });
  const rules = game.described.options.map(({ name }) => name);
  const isLeft = ({ name }) => !rules.includes(name) && !/Variant$|^MultiPV$|^Skill$|^Ponder$/.test(name);
  $("settings").replaceChildren(...[...options.values()].filter(isLeft).map(setting));
}
$("reconnect").onclick = connect;
connect();
