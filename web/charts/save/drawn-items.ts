import { repaints } from './repaints';

/** What is seen of a picture, piece by piece from back to front, in CSS px from its upper left corner. */
export type DrawnItem =
  | { kind: 'vector'; markup: string }
  | { kind: 'canvas'; canvas: Promise<HTMLCanvasElement>; box: Box; clip: Box | null };

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Controls and what only screen readers get; a word that explains itself is a word. */
const NOT_SEEN = 'button:not([data-term]), input, select, [role="radiogroup"], .sr-only, [data-not-saved]';

/** Walks through an element as the browser drew it. Shadows are left out, hatchings are drawn as hatchings. */
export function drawnItems(root: Element, density: number): DrawnItem[] {
  const origin = root.getBoundingClientRect();
  const items: DrawnItem[] = [];
  const boxOf = (rect: DOMRect): Box => ({
    x: rect.left - origin.left,
    y: rect.top - origin.top,
    width: rect.width,
    height: rect.height,
  });
  const vector = (markup: string, clip: Box | null): void => {
    if (markup !== '') items.push({ kind: 'vector', markup: clip ? clipped(markup, clip) : markup });
  };
  const walk = (element: Element, clip: Box | null): void => {
    if (element.matches(NOT_SEEN)) return;
    const style = getComputedStyle(element);
    if (style.display === 'none' || style.visibility === 'hidden') return;
    const box = boxOf(element.getBoundingClientRect());
    const repaint = repaints.get(element);
    if (repaint) return void items.push({ kind: 'canvas', canvas: repaint(density), box, clip });
    if (element instanceof HTMLCanvasElement)
      return void items.push({ kind: 'canvas', canvas: Promise.resolve(element), box, clip });
    if (element instanceof SVGSVGElement) return vector(nestedSvg(element, box), clip);
    vector(boxMarkup(style, box), clip);
    const within = style.overflowX === 'visible' ? clip : overlap(box, clip);
    for (const child of element.childNodes) {
      if (child instanceof Element) walk(child, within);
      else if (child instanceof Text) vector(textMarkup(child, style, boxOf), within);
    }
  };
  walk(root, null);
  return items;
}

function overlap(box: Box, clip: Box | null): Box {
  if (!clip) return box;
  const [x, y] = [Math.max(box.x, clip.x), Math.max(box.y, clip.y)];
  const width = Math.max(0, Math.min(box.x + box.width, clip.x + clip.width) - x);
  return { x, y, width, height: Math.max(0, Math.min(box.y + box.height, clip.y + clip.height) - y) };
}

/** A drawing within a drawing shows nothing beyond its edges. */
const clipped = (markup: string, { x, y, width, height }: Box): string =>
  width <= 0 || height <= 0
    ? ''
    : `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">${markup}</svg>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const isClear = (colour: string): boolean => /^transparent$|^rgba\(.*,\s*0\)$|\/\s*0\)$/.test(colour);

function boxMarkup(style: CSSStyleDeclaration, { x, y, width, height }: Box): string {
  if (width <= 0 || height <= 0) return '';
  const rect = (fill: string): string =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${Number.parseFloat(style.borderTopLeftRadius) || 0}" fill="${escaped(fill)}"/>`;
  const back = isClear(style.backgroundColor) ? '' : rect(style.backgroundColor);
  const hatched = style.backgroundImage.includes('repeating-linear-gradient')
    ? hatching(firstColour(style.backgroundImage), { x, y, width, height })
    : '';
  const shaded = style.backgroundImage.startsWith('linear-gradient(') ? gradient(style.backgroundImage, rect) : '';
  const edges = (
    [
      ['Top', x, y, x + width, y],
      ['Bottom', x, y + height, x + width, y + height],
      ['Left', x, y, x, y + height],
      ['Right', x + width, y, x + width, y + height],
    ] as const
  ).map(([side, x1, y1, x2, y2]) => {
    const size = Number.parseFloat(style[`border${side}Width`]);
    const colour = style[`border${side}Color`];
    if (!(size > 0) || style[`border${side}Style`] === 'none' || isClear(colour)) return '';
    const dash = style[`border${side}Style`] === 'dashed' ? ' stroke-dasharray="3 3"' : '';
    return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${escaped(colour)}" stroke-width="${size}"${dash}/>`;
  });
  return back + hatched + shaded + edges.join('');
}

const firstColour = (image: string): string =>
  /(?:rgba?|color|oklch|oklab|color-mix)\([^()]*(?:\([^()]*\)[^()]*)*\)|#[0-9a-f]+/i.exec(image)?.[0] ?? 'none';

let gradients = 0;

/** From left to right, as legends of scales have it. */
function gradient(image: string, rect: (fill: string) => string): string {
  const stops = image
    .slice('linear-gradient('.length, -1)
    .split(/,(?![^()]*\))/)
    .map((stop) => stop.trim());
  if (/^(?:to |-?[\d.]+deg$)/.test(stops[0] ?? '')) stops.shift();
  const id = `gradient-${gradients++}`;
  const drawn = stops.map((stop, place) => {
    const [, colour = stop, at] = /^(.*?)(?:\s+([\d.]+)%)?$/.exec(stop) ?? [];
    const percent = at ?? String((100 * place) / Math.max(1, stops.length - 1));
    return `<stop offset="${percent}%" stop-color="${escaped(colour)}"/>`;
  });
  return `<linearGradient id="${id}">${drawn.join('')}</linearGradient>${rect(`url(#${id})`)}`;
}

/** Slanted lines, every 8 px. */
function hatching(colour: string, { x, y, width, height }: Box): string {
  const lines: string[] = [];
  for (let at = -height; at < width; at += 8) {
    const [from, to] = [Math.max(0, at), Math.min(width, at + height)];
    lines.push(`M${x + from} ${y + height - (from - at)}L${x + to} ${y + height - (to - at)}`);
  }
  return `<path d="${lines.join('')}" stroke="${escaped(colour)}" stroke-width="2.8" fill="none"/>`;
}

/** Line by line, as the browser broke it. */
function textMarkup(text: Text, style: CSSStyleDeclaration, boxOf: (rect: DOMRect) => Box): string {
  if (text.data.trim() === '') return '';
  return linesOf(text)
    .map(({ said, rect }) => {
      const { x, y, width, height } = boxOf(rect);
      // As wide as it was: a saved picture has no fonts of the page with it.
      const size = Number.parseFloat(style.fontSize);
      return `<text x="${x}" y="${y + height / 2 + size * 0.35}" font-family="${escaped(style.fontFamily)}" font-size="${size}" font-weight="${style.fontWeight}" textLength="${width}" lengthAdjust="spacingAndGlyphs" fill="${escaped(style.color)}" xml:space="preserve">${escaped(said)}</text>`;
    })
    .join('');
}

function linesOf(text: Text): { said: string; rect: DOMRect }[] {
  const range = document.createRange();
  range.selectNodeContents(text);
  const rects = [...range.getClientRects()];
  const [first] = rects;
  if (!first) return [];
  if (rects.every(({ top }) => Math.abs(top - first.top) < 2))
    return [{ said: text.data.replace(/\s+/g, ' '), rect: first }];
  const lines: { said: string; rect: DOMRect }[] = [];
  for (let at = 0; at < text.length; at++) {
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const rect = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (last && Math.abs(last.rect.top - rect.top) < 2) last.said += text.data[at];
    else if (rect.width > 0) lines.push({ said: text.data[at] ?? '', rect });
  }
  return lines;
}

/** What a page's style sheet says of a drawing, said by the drawing itself. */
const KEPT = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'stroke-linecap',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'paint-order',
];

function nestedSvg(svg: SVGSVGElement, { x, y, width, height }: Box): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll('*')];
  for (const [place, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const original = originals[place];
    if (!original) continue;
    const style = getComputedStyle(original);
    for (const name of KEPT) element.setAttribute(name, style.getPropertyValue(name));
    for (const name of ['class', 'style', 'tabindex', 'role']) element.removeAttribute(name);
  }
  for (const hidden of copy.querySelectorAll('title')) hidden.remove();
  copy.setAttribute('x', String(x));
  copy.setAttribute('y', String(y));
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('overflow', 'visible');
  return new XMLSerializer().serializeToString(copy);
}
