import { downloadBlob, downloadText } from '@/ui/browser/download';
import { type Box, type DrawnItem, drawnItems } from './drawn-items';
import { fileNameOf } from './picture-csv';
import { brokenAt, noteLine } from './picture-notes';

const DENSITY = 2;
const EDGE = 16;
const HEAD = 34;

export interface SavedPicture {
  element: Element;
  /** Whose it is; empty where the page does not say. */
  of: string;
  title: string;
  /** The data that is drawn. */
  csv: () => Promise<string>;
  /** What is written beneath. */
  notes: { number: number; text: string }[];
}

const fileNameIn = ({ of, title }: SavedPicture): string => fileNameOf(of, title);

export async function saveCsv(picture: SavedPicture): Promise<void> {
  downloadText(`${fileNameIn(picture)}.csv`, 'text/csv', await picture.csv());
}

/** One drawing, where nothing of the picture is painted. */
export function savePictureSvg(picture: SavedPicture): void {
  const { width, height } = sizeOf(picture);
  const body = drawnItems(picture.element, DENSITY).map((item) => (item.kind === 'vector' ? item.markup : ''));
  const text = svgText(
    width,
    height,
    [background(width, height), headMarkup(picture), shifted(body.join('')), footMarkup(picture)].join(''),
  );
  downloadText(`${fileNameIn(picture)}.svg`, 'image/svg+xml', text);
}

export async function savePicturePng(picture: SavedPicture): Promise<void> {
  downloadBlob(`${fileNameIn(picture)}.png`, await pictureBlob(picture));
}

/** Throws where the browser does not let a page copy images. */
export async function copyPicture(picture: SavedPicture): Promise<void> {
  // The image is a promise: a browser that waits for it itself still knows that a person asked.
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': pictureBlob(picture) })]);
}

async function pictureBlob(picture: SavedPicture): Promise<Blob> {
  const { width, height } = sizeOf(picture);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * DENSITY);
  canvas.height = Math.round(height * DENSITY);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser paints no pictures');
  const layers = layersOf(drawnItems(picture.element, DENSITY));
  await paintVector(pen, width, height, background(width, height) + headMarkup(picture) + footMarkup(picture));
  for (const layer of layers) {
    if (typeof layer === 'string') await paintVector(pen, width, height, shifted(layer));
    else {
      const { x, y, width: wide, height: high } = layer.box;
      pen.save();
      clipTo(pen, layer.clip);
      pen.drawImage(
        await layer.canvas,
        (x + EDGE) * DENSITY,
        (y + EDGE + HEAD) * DENSITY,
        wide * DENSITY,
        high * DENSITY,
      );
      pen.restore();
    }
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))), 'image/png'),
  );
}

function clipTo(pen: CanvasRenderingContext2D, clip: Box | null): void {
  if (!clip) return;
  pen.beginPath();
  pen.rect((clip.x + EDGE) * DENSITY, (clip.y + EDGE + HEAD) * DENSITY, clip.width * DENSITY, clip.height * DENSITY);
  pen.clip();
}

function sizeOf(picture: SavedPicture): { width: number; height: number } {
  const box = picture.element.getBoundingClientRect();
  const lines = footLines(picture).length;
  const foot = lines === 0 ? 0 : lines * FOOT_LINE + FOOT_GAP;
  return { width: Math.ceil(box.width) + 2 * EDGE, height: Math.ceil(box.height) + 2 * EDGE + HEAD + foot };
}

const FOOT_GAP = 8;
const FOOT_LINE = 16;
const FOOT_SIZE = 12;

/** What people wrote, broken where the picture ends. */
function footLines({ element, notes }: SavedPicture): string[] {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen || notes.length === 0) return [];
  pen.font = `${FOOT_SIZE}px ${getComputedStyle(document.body).fontFamily}`;
  const { width } = element.getBoundingClientRect();
  return notes.flatMap((note) => brokenAt(noteLine(note), (text) => pen.measureText(text).width <= width));
}

function footMarkup(picture: SavedPicture): string {
  const top = EDGE + HEAD + Math.ceil(picture.element.getBoundingClientRect().height) + FOOT_GAP;
  return footLines(picture)
    .map((line, place) =>
      textMarkup(line, {
        ...{ x: EDGE, y: top + (place + 0.8) * FOOT_LINE, 'font-size': FOOT_SIZE, fill: token('--text') },
      }),
    )
    .join('');
}

/** Neighbours that are drawn are one layer. */
function layersOf(items: DrawnItem[]): (string | Extract<DrawnItem, { kind: 'canvas' }>)[] {
  const layers: (string | Extract<DrawnItem, { kind: 'canvas' }>)[] = [];
  for (const item of items) {
    const last = layers.at(-1);
    if (item.kind === 'canvas') layers.push(item);
    else if (typeof last === 'string') layers[layers.length - 1] = last + item.markup;
    else layers.push(item.markup);
  }
  return layers;
}

const svgText = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;

const shifted = (body: string): string => `<g transform="translate(${EDGE} ${EDGE + HEAD})">${body}</g>`;

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const background = (width: number, height: number): string =>
  `<rect width="${width}" height="${height}" fill="${token('--panel')}"/>`;

function headMarkup({ of, title }: SavedPicture): string {
  return textMarkup([of, title].filter(Boolean).join(' · '), {
    ...{ x: EDGE, y: EDGE + 14, 'font-size': 15, 'font-weight': 600, fill: token('--text') },
  });
}

function textMarkup(said: string, attributes: Record<string, string | number>): string {
  const text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
  text.textContent = said;
  text.setAttribute('font-family', getComputedStyle(document.body).fontFamily);
  for (const [name, value] of Object.entries(attributes)) text.setAttribute(name, String(value));
  return new XMLSerializer().serializeToString(text);
}

async function paintVector(pen: CanvasRenderingContext2D, width: number, height: number, body: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(width, height, body))}`;
  await image.decode();
  pen.drawImage(image, 0, 0, width * DENSITY, height * DENSITY);
}
