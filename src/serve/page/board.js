// The board as a picture that can be clicked, dragged on and walked with the keyboard.

import { draw, stack, token } from "./pieces.js";

const CELL = 100; // one step between fields, in units of the drawing
const EVENTS = ["pointerdown", "pointermove", "pointerup", "pointercancel", "keydown", "focusin"];
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1], Enter: [], " ": [] };

const square = ([x, y], kind) => draw("rect", { x: x - 50, y: y - 50, width: CELL, height: CELL, class: kind });

export class Board {
  #layers = {};
  #pressed = null;
  #held = null; // the field whose piece is being moved
  #movable = new Set();
  #path = [];
  contents = new Map();
  flipped = false;

  /** `onPick(field)`: a click, the begin or the end of a drag, a key; `onLook(field)`: something is looked at. */
  constructor(svg, { onPick, onLook }) {
    Object.assign(this, { svg, onPick, onLook });
    for (const layer of svg.children) this.#layers[layer.classList[0]] = layer;
    for (const type of EVENTS) svg.addEventListener(type, (event) => this[type](event));
  }

  /** Draws an empty board. */
  build(layout) {
    this.layout = layout;
    const margin = layout.isGraph ? 84 : CELL / 2 + 34;
    const [width, height] = [layout.right, layout.top].map((steps) => steps * CELL + 2 * margin);
    this.svg.setAttribute("viewBox", `${-margin} ${-margin} ${width} ${height}`);
    this.svg.parentNode.parentNode.style.setProperty("--ratio", width / height);
    for (const layer of Object.values(this.#layers)) layer.replaceChildren();
    this.#layers.ground.append(...(layout.isGraph ? this.#graph() : this.#squares()));
    this.#labels(margin);
    // From the top of the picture: nearer pieces are drawn over farther ones, and read after them.
    const below = (a, b) => this.at(a)[1] - this.at(b)[1] || this.at(a)[0] - this.at(b)[0];
    this.order = [...layout.fields.keys()].sort(below);
    for (const name of this.order) {
      const shape = this.#shape(name, "field");
      const attributes = { role: "button", tabindex: -1, "data-field": name };
      Object.entries(attributes).forEach(([key, value]) => shape.setAttribute(key, value));
      this.#layers.fields.append(shape);
    }
    this.#layers.fields.lastChild.setAttribute("tabindex", 0);
  }

  /** The middle of a place in the drawing. */
  #place({ x, y }) {
    const { right, top } = this.layout;
    return this.flipped ? [(right - x) * CELL, y * CELL] : [x * CELL, (top - y) * CELL];
  }

  at = (name) => this.#place(this.layout.fields.get(name));
  #line = (path, more) => draw("polyline", { points: path.map((name) => this.at(name).join()).join(" "), ...more });
  #find = (layer, name) => this.#layers[layer].querySelector(`[data-field="${name}"]`);

  /** A square or a circle on a field. */
  #shape(name, kind, r) {
    const [cx, cy] = this.at(name);
    return r || this.layout.isGraph ? draw("circle", { cx, cy, r: r ?? 46, class: kind }) : square([cx, cy], kind);
  }

  /** Squares; where only some can be stood on, these are the dark ones, and a column may rise over a light one. */
  #squares() {
    const { right, top, fields } = this.layout;
    const taken = new Set([...fields.values()].map(({ x, y }) => `${x},${y}`));
    const ways = (most) => Array.from({ length: most + 1 }, (_, i) => i);
    const places = ways(top).flatMap((y) => ways(right).map((x) => [x, y]));
    const free = (x, y) => y >= 0 && y <= top && !taken.has(`${x},${y}`);
    this.room = ({ x, y }) => (free(x, y + (this.flipped ? -1 : 1)) ? 168 : 105);
    const isDark = (x, y) => (taken.size === places.length ? (x + y) % 2 === 0 : taken.has(`${x},${y}`));
    return places.map(([x, y]) => square(this.#place({ x, y }), isDark(x, y) ? "dark" : "light"));
  }

  #graph() {
    const { lines, fields } = this.layout;
    const circle = ({ name, kind }) => this.#shape(name, kind, kind === "promotion" ? 43 : 25);
    return [...lines.map((line) => this.#line(line)), ...[...fields.values()].map(circle)];
  }

  /** Names of files below and of ranks at the left, where the names of all fields of one have that in common. */
  #labels(margin) {
    const fields = [...this.layout.fields.values()];
    const common = (key, part) => new Set(fields.map((field) => field[key])).forEach((value) => {
      const texts = new Set(fields.filter((field) => field[key] === value).map(({ name }) => name.match(part)[0]));
      const [x, y] = this.#place({ x: 0, y: 0, [key]: value });
      const place = key === "x" ? { x, y: this.layout.top * CELL + margin - 8 } : { x: 18 - margin, y: y + 8 };
      if (texts.size === 1) this.#layers.labels.append(draw("text", place, ...texts));
    });
    common("x", /^\D*/);
    common("y", /\d*$/);
  }

  /** Draws a position. The move `path` led to it, shown as a `walk`; the pieces on `movable` can move. */
  show(contents, { path, walk, movable }) {
    const before = this.contents;
    [this.contents, this.#path, this.#movable] = [contents, path, movable];
    this.making({});
    for (const shape of this.#layers.fields.children) {
      const { field } = shape.dataset;
      shape.setAttribute("aria-label", `${field}, ${this.layout.words(contents.get(field) ?? "") || "empty"}`);
      shape.classList.toggle("movable", movable.has(field));
    }
    if (walk && path.length > 1 && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.#walk(before);
  }

  /** What stands on a field: a group in its place, and one in it that can be moved about. */
  #piece(name, letters) {
    const { layout } = this;
    const flat = layout.isGraph || layout.kinds.length > 2;
    const picture = flat ? token(layout, letters[0]) : stack(layout, letters, this.room(layout.fields.get(name)));
    return draw("g", { transform: `translate(${this.at(name)})`, "data-field": name }, draw("g", {}, picture));
  }

  /**
   * Shows a move in the making: its piece stands on the last field of `prefix`, what it has jumped is faint. `targets`
   * are marked by their kind.
   */
  making({ prefix = [], targets = new Map() }) {
    this.#held = prefix.at(-1);
    const pieces = new Map(this.contents);
    if (prefix.length > 1) pieces.delete(prefix[0]);
    if (prefix.length > 1) pieces.set(this.#held, this.contents.get(prefix[0]));
    const standing = this.order.filter((name) => pieces.has(name));
    this.#layers.pieces.replaceChildren(...standing.map((name) => this.#piece(name, pieces.get(name))));
    const passed = (name) => prefix.some((to, i) => i > 0 && this.layout.between(name, prefix[i - 1], to));
    for (const name of standing.filter(passed)) this.#find("pieces", name).classList.add("jumped");
    const mark = (path, kind) => path.map((name) => this.#shape(name, kind));
    const last = [...mark(this.#path, "last"), this.#line(this.#path)];
    this.#layers.marks.replaceChildren(...last, ...mark(prefix, "picked"));
    this.#layers.targets.replaceChildren(...[...targets].map(([name, kind]) => {
      const ring = kind === "end" || pieces.has(name);
      return this.#shape(name, `${kind} ${ring ? "ring" : "dot"}`, ring ? 42 : 17);
    }));
  }

  /** Draws the first moves of lines as arrows, the best one strongest. */
  arrows(paths) {
    const arrow = (path, i) => this.#line(path, { class: `rank${i + 1}`, "marker-end": "url(#head)" });
    this.#layers.arrows.replaceChildren(...paths.map(arrow).reverse());
  }

  /** A click that leads nowhere is seen to be refused. */
  refuse(name) {
    this.#find("fields", name).animate({ fill: ["#d339", "#d330"] }, { duration: 250, iterations: 2 });
  }

  /** Lets the piece walk its path; what has changed on the way fades when it has passed. */
  #walk(before) {
    const [path, piece] = [this.#path, this.#find("pieces", this.#path.at(-1))];
    const leg = Math.min(220, 900 / (path.length - 1));
    const [goal] = path.slice(-1).map((name) => this.at(name));
    const away = path.map((name) => this.at(name)).map(([x, y]) => `translate(${x - goal[0]}px, ${y - goal[1]}px)`);
    piece.firstChild.animate({ transform: away }, { duration: leg * (path.length - 1), easing: "ease-in-out" });
    this.#layers.pieces.append(piece);
    for (const [name, letters] of before) {
      if (path.includes(name) || this.contents.get(name) === letters) continue;
      const when = path.findIndex((field, i) => i > 0 && this.layout.between(name, path[i - 1], field));
      const ghost = this.#piece(name, letters);
      piece.before(ghost);
      const timing = { duration: leg, delay: leg * Math.max(0, when - 0.5), fill: "both" };
      ghost.animate({ opacity: [1, 0] }, timing).onfinish = () => ghost.remove();
    }
  }

  /** The place of a pointer and the field there; between small circles the nearest one. */
  #under({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const far = (name) => Math.max(Math.abs(this.at(name)[0] - x), Math.abs(this.at(name)[1] - y));
    const near = this.order.filter((name) => far(name) <= CELL / 2).sort((a, b) => far(a) - far(b));
    return { x, y, field: near[0] };
  }

  /** A piece is picked as soon as it is touched, so that it can be dragged. */
  pointerdown(event) {
    const here = this.#under(event);
    if (!here.field || event.button !== 0) return;
    const took = this.#movable.has(here.field) && here.field !== this.#held;
    if (took) this.onPick(here.field);
    this.#pressed = { ...here, took, drags: here.field === this.#held };
    if (this.#pressed.drags) this.svg.setPointerCapture(event.pointerId);
  }

  pointermove(event) {
    const { x, y, field } = this.#under(event);
    this.onLook(field);
    if (!this.#pressed?.drags) return;
    const piece = this.#find("pieces", this.#held);
    this.#layers.pieces.append(piece);
    piece.firstChild.setAttribute("transform", `translate(${x - this.#pressed.x} ${y - this.#pressed.y})`);
  }

  pointerup(event) {
    const [{ field: from, took, drags } = {}, { field: to }] = [this.#pressed ?? {}, this.#under(event)];
    this.pointercancel();
    if (from && to && (from === to ? !took : drags)) this.onPick(to);
  }

  pointercancel() {
    if (this.#pressed?.drags) this.#find("pieces", this.#held)?.firstChild.removeAttribute("transform");
    this.#pressed = null;
  }

  keydown(event) {
    const [{ field }, way] = [event.target.dataset, KEYS[event.key]];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (way.length === 0) return this.onPick(field);
    this.#find("fields", this.layout.neighbour(field, ...way.map((step) => (this.flipped ? -step : step)))).focus();
  }

  /** The field that had the focus last is the one that the tabulator comes back to. */
  focusin({ target }) {
    this.#layers.fields.querySelector("[tabindex='0']").setAttribute("tabindex", -1);
    target.setAttribute("tabindex", 0);
    this.onLook(target.dataset.field);
  }
}
