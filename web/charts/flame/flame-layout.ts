import type { FlameTree } from './flame-tree';

export const ROW_PX = 18;
/** Narrower frames are left out, with what they called: they would be a speck. */
const NARROWEST_PX = 0.5;

/** What is drawn: a box each for the frames that are wide enough, row by row in the order of the walk. */
export interface FlameLayout {
  frames: Int32Array;
  lefts: Float32Array;
  widths: Float32Array;
  rows: number;
  /** How many frames were too narrow. */
  left: number;
}

/** Boxes with one frame over the whole width, its callers above it; null: all of the tree. */
export function flameLayout(tree: FlameTree, zoom: number | null, width: number): FlameLayout {
  const count = tree.parents.length;
  const [frames, lefts, widths] = [new Int32Array(count), new Float32Array(count), new Float32Array(count)];
  let boxes = 0;
  let [rows, left] = [0, 0];
  const put = (frame: number, x: number, w: number): void => {
    frames[boxes] = frame;
    lefts[boxes] = x;
    widths[boxes++] = w;
    rows = Math.max(rows, (tree.depths[frame] as number) + 1);
  };
  const size = zoom === null ? tree.size : (tree.sizes[zoom] as number);
  const scale = size > 0 ? width / size : 0;
  for (const caller of callersOf(tree, zoom)) put(caller, 0, width);
  // Where the next frame below each one begins.
  const nextX = new Float64Array(count);
  let rootX = 0;
  for (let frame = zoom ?? 0, end = zoom === null ? count : (tree.ends[zoom] as number); frame < end; ) {
    const parent = tree.parents[frame] as number;
    const outermost = frame === zoom || parent < 0;
    const x = outermost ? rootX : (nextX[parent] as number);
    const w = (tree.sizes[frame] as number) * scale;
    if (outermost) rootX = x + w;
    else nextX[parent] = x + w;
    nextX[frame] = x;
    if (w >= NARROWEST_PX) put(frame, x, w);
    else left += (tree.ends[frame] as number) - frame;
    frame = w >= NARROWEST_PX ? frame + 1 : (tree.ends[frame] as number);
  }
  return { frames: frames.slice(0, boxes), lefts: lefts.slice(0, boxes), widths: widths.slice(0, boxes), rows, left };
}

/** From the outermost on. */
export function callersOf(tree: FlameTree, frame: number | null): number[] {
  const callers: number[] = [];
  for (let at = frame === null ? -1 : (tree.parents[frame] as number); at >= 0; at = tree.parents[at] as number)
    callers.unshift(at);
  return callers;
}

/** The frame under a place; null where there is none. */
export function frameAt(tree: FlameTree, layout: FlameLayout, x: number, y: number): number | null {
  const row = Math.floor(y / ROW_PX);
  for (let box = layout.frames.length - 1; box >= 0; box--) {
    const frame = layout.frames[box] as number;
    const from = layout.lefts[box] as number;
    if (tree.depths[frame] === row && x >= from && x < from + (layout.widths[box] as number)) return frame;
  }
  return null;
}

/** Where an arrow key leads to, among the frames that are drawn. */
export function neighbour(tree: FlameTree, layout: FlameLayout, from: number | null, key: string): number | null {
  const { frames } = layout;
  if (from === null || !frames.includes(from)) return frames[0] ?? null;
  const parent = tree.parents[from] as number;
  if (key === 'ArrowUp') return parent < 0 ? from : parent;
  if (key === 'ArrowDown') return frames.find((frame) => tree.parents[frame] === from) ?? from;
  const row = frames.filter((frame) => tree.depths[frame] === tree.depths[from]);
  return row[row.indexOf(from) + (key === 'ArrowRight' ? 1 : -1)] ?? from;
}
