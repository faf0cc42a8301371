import { BYTES_PER_PERCENT, NOT_READ } from '@contract/cpu-work';
import { type HeatMap, pixelsOf } from './heat-map';

const FULL = 100 * BYTES_PER_PERCENT;
/** Where the ink is reached; above, cells go halfway on to the colour of text, so that what is full stands out. */
const INK_AT = 0.8;
const TEXT_SHARE = 0.5;

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export interface PaintedHeat {
  map: HeatMap;
  fromUs: number;
  toUs: number;
  ink: string;
}

/** Paints into a canvas of that size in CSS pixels. Its time is kept as a measure named `heat-map`. */
export function paintHeat(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  painted: PaintedHeat,
  density = window.devicePixelRatio || 1,
): void {
  const startedAt = performance.now();
  const { map, fromUs, toUs, ink } = painted;
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  const context = canvas.getContext('2d');
  if (!context || map.rows === 0) return;
  const small = document.createElement('canvas');
  small.width = canvas.width;
  small.height = map.rows;
  const pen = small.getContext('2d');
  if (!pen) return;
  const image = pen.createImageData(small.width, small.height);
  const colours = coloursOf(ink);
  const words = new Uint32Array(image.data.buffer);
  const pixels = pixelsOf(map, fromUs, toUs, small.width);
  for (let at = 0; at < words.length; at++) words[at] = colours[pixels[at] as number] as number;
  pen.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(small, 0, 0, canvas.width, canvas.height);
  performance.measure('heat-map', { start: startedAt, end: performance.now() });
}

/** A colour for each byte; missing values stay transparent. Only lightness separates the values, in both themes. */
function coloursOf(ink: string): Uint32Array {
  const [low, middle] = [channels('--raised'), channels(ink)];
  const high = mix(middle, channels('--text'), TEXT_SHARE);
  const colours = new Uint32Array(NOT_READ + 1);
  for (let level = 0; level <= FULL; level++) {
    const share = level / FULL;
    const [r, g, b] =
      share <= INK_AT ? mix(low, middle, share / INK_AT) : mix(middle, high, (share - INK_AT) / (1 - INK_AT));
    colours[level] = ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
  }
  return colours;
}

type Channels = [r: number, g: number, b: number];

function channels(name: string): Channels {
  const value = Number.parseInt(token(name).slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const mix = (from: Channels, to: Channels, share: number): Channels =>
  from.map((one, at) => Math.round(one + ((to[at] as number) - one) * share)) as Channels;

/** The same scale for a legend, from the least share that is drawn on. */
export const scaleStyle = (ink: string, from = 0): string => {
  const least = `color-mix(in srgb, var(${ink}) ${(100 * from) / INK_AT}%, var(--raised))`;
  const inkAt = (100 * (INK_AT - from)) / (1 - from);
  return `linear-gradient(90deg, ${least}, var(${ink}) ${inkAt}%, color-mix(in srgb, var(${ink}), var(--text) ${TEXT_SHARE * 100}%))`;
};
