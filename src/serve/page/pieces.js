// Pieces as pictures, from their letters and names alone.

const CROWN = "M-18,11 L-20,-9 L-9,0 L0,-15 L9,0 L20,-9 L18,11 Z";

/** An element of the page. */
export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** An element of a picture. */
export function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Is it the second of two kinds, a king, an officer, a rider? It is shown by a crown. */
export const isCrowned = ({ pieces, kinds }, letter) => kinds.length === 2 && pieces.get(letter)?.kind === kinds[1];

/** A flat piece; where there are many kinds, with its letter. */
export function token(layout, letter) {
  const group = draw("g", { class: `token ${layout.pieces.get(letter)?.side}` });
  group.append(draw("circle", { r: 37 }), draw("circle", { r: 30, class: "ring" }));
  if (layout.kinds.length > 2) group.append(draw("text", { y: 15 }, letter.toUpperCase()));
  if (isCrowned(layout, letter)) group.append(draw("path", { d: CROWN, class: "crown" }));
  return group;
}

/** Pieces on one another, seen from the side; `letters` are top first. A tall column is pressed into its `room`. */
export function stack(layout, letters, room) {
  const [rx, ry, height] = [40, 27, letters.length];
  const thick = Math.min(11, (room - 2 * ry) / height);
  let y = height === 1 ? -5 : 47 - ry - thick;
  const coins = [...letters].reverse().map((letter, i) => {
    if (i > 0) y -= thick;
    const body = `M${-rx},${y} a${rx},${ry} 0 0 0 ${2 * rx},0 v${thick} a${rx},${ry} 0 0 1 ${-2 * rx},0 z`;
    const kind = `coin ${layout.pieces.get(letter)?.side}${isCrowned(layout, letter) ? " crowned" : ""}`;
    return draw("g", { class: kind }, draw("path", { d: body, class: "body" }), draw("ellipse", { cy: y, rx, ry }));
  });
  const crown = { d: CROWN, class: "crown", transform: `translate(0 ${y + 1}) scale(1 .85)` };
  coins.at(-1).append(draw("ellipse", { cy: y, rx: rx - 8, ry: ry - 6, class: "ring" }));
  if (isCrowned(layout, letters[0])) coins.at(-1).append(draw("path", crown));
  const badge = draw("g", { class: "height", transform: "translate(36 32)" });
  if (height > 2) badge.append(draw("circle", { r: 16 }), draw("text", { y: 7 }, `${height}`));
  return draw("g", {}, ...coins, badge);
}
