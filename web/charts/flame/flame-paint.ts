import { type FlameLayout, ROW_PX } from './flame-layout';
import type { FlameTree } from './flame-tree';

/** How frames look: a class each, and a label. */
export interface FlameLook {
  classOf: (frame: number) => number;
  classes: FlameClass[];
  labelOf: (frame: number) => string;
}

export interface FlameClass {
  label: string;
  /** A custom property of the page, and how strong it is. */
  ink: string;
  strength: number;
  /** Drawn over the fill, so that colour is not the only sign. */
  hatched?: boolean;
}

interface Painted {
  tree: FlameTree;
  layout: FlameLayout;
  look: FlameLook;
  matched: Uint8Array | null;
}

const FONT_PX = 11;
const LABEL_PX = 26;
const PAD_PX = 4;

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Paints into a canvas of that size in CSS pixels. */
export function paintFlame(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  painted: Painted,
  density = window.devicePixelRatio || 1,
): void {
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(density, density);
  const boxes = byClass(painted);
  for (const [place, one] of painted.look.classes.entries()) fillBoxes(context, painted, one, boxes[place] ?? []);
  if (painted.matched) dim(context, painted, painted.matched);
  writeLabels(context, painted);
}

function byClass({ layout, look }: Painted): number[][] {
  const boxes: number[][] = look.classes.map(() => []);
  for (let box = 0; box < layout.frames.length; box++) boxes[look.classOf(layout.frames[box] as number)]?.push(box);
  return boxes;
}

function fillBoxes(context: CanvasRenderingContext2D, painted: Painted, one: FlameClass, boxes: number[]): void {
  if (boxes.length === 0) return;
  context.fillStyle = `color-mix(in srgb, ${token(one.ink)} ${one.strength}%, ${token('--panel')})`;
  context.beginPath();
  for (const box of boxes) addBox(context, painted, box);
  context.fill();
  if (!one.hatched) return;
  context.fillStyle = hatch(context, token(one.ink));
  context.fill();
}

/** A pixel between neighbours stays free, where there is one to spare. */
function addBox(context: CanvasRenderingContext2D, { tree, layout }: Painted, box: number): void {
  const width = layout.widths[box] as number;
  const y = (tree.depths[layout.frames[box] as number] as number) * ROW_PX;
  context.rect(layout.lefts[box] as number, y, width > 2 ? width - 1 : width, ROW_PX - 1);
}

function hatch(context: CanvasRenderingContext2D, ink: string): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = 6;
  tile.height = 6;
  const pen = tile.getContext('2d');
  if (!pen) return ink;
  pen.strokeStyle = `color-mix(in srgb, ${ink} 55%, transparent)`;
  pen.beginPath();
  for (const from of [-6, 0, 6]) {
    pen.moveTo(from, 6);
    pen.lineTo(from + 6, 0);
  }
  pen.stroke();
  return context.createPattern(tile, 'repeat') ?? ink;
}

/** What is not looked for steps back. */
function dim(context: CanvasRenderingContext2D, painted: Painted, matched: Uint8Array): void {
  context.fillStyle = `color-mix(in srgb, ${token('--panel')} 72%, transparent)`;
  context.beginPath();
  const found: number[] = [];
  for (let box = 0; box < painted.layout.frames.length; box++) {
    if (matched[painted.layout.frames[box] as number]) found.push(box);
    else addBox(context, painted, box);
  }
  context.fill();
  context.strokeStyle = token('--text');
  context.beginPath();
  for (const box of found) addBox(context, painted, box);
  context.stroke();
}

function writeLabels(context: CanvasRenderingContext2D, { tree, layout, look, matched }: Painted): void {
  context.font = `${FONT_PX}px ${getComputedStyle(document.body).getPropertyValue('--font-mono') || 'monospace'}`;
  context.textBaseline = 'middle';
  const letterPx = context.measureText('m').width;
  const [ink, faint] = [token('--text'), token('--muted')];
  for (let box = 0; box < layout.frames.length; box++) {
    const width = layout.widths[box] as number;
    if (width < LABEL_PX) continue;
    const frame = layout.frames[box] as number;
    const letters = Math.floor((width - 2 * PAD_PX) / letterPx);
    const label = look.labelOf(frame);
    const text = label.length > letters ? `${label.slice(0, Math.max(1, letters - 1))}…` : label;
    context.fillStyle = matched && !matched[frame] ? faint : ink;
    context.fillText(text, (layout.lefts[box] as number) + PAD_PX, ((tree.depths[frame] as number) + 0.5) * ROW_PX);
  }
}
