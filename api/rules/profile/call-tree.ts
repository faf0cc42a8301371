import { MAX_FLAME_FRAMES } from '../../contract/limits.ts';
import type { ProfiledFunction } from './pprof.ts';

/** Deeper calls are folded: stacks that were walked wrongly can be thousands deep. */
export const DEPTH_MOST = 250;
export const FOLDED = '(other)';

/**
 * Calls as a tree, in the order of a walk from the root: callers before what they called, of siblings the largest first.
 * Values are in lanes, one for each side that is held against another.
 */
export interface CallTree {
  functions: { name: string; file: string; self: number[]; total: number[] }[];
  /** Of each frame the place of its caller; -1 for the outermost. */
  parents: number[];
  /** Of each frame the place of its function. */
  functionPlaces: number[];
  /** What was counted in the frame itself, by lane and frame. */
  selfs: number[][];
  totals: number[];
  /** What is summed up as '(other)': how many frames, and how much of each lane. */
  folded: { frames: number; values: number[] };
}

/** Stacks, from the inside out, by places in `functions`; each has a value for one lane. */
export interface Stacks {
  functions: ProfiledFunction[];
  each: (visit: (stack: number[], value: number, lane: number) => void) => void;
}

/** Frames while they are counted. Values of all lanes of a frame stand one behind another. */
class Growing {
  readonly parents: number[] = [];
  readonly functions: number[] = [];
  readonly selfs: number[] = [];
  private readonly placeOf = new Map<number, number>();
  private readonly lanes: number;

  constructor(lanes: number) {
    this.lanes = lanes;
  }

  /** The frame of a function below another one; made when it is not there. */
  below(parent: number, functionPlace: number): number {
    const key = (parent + 1) * 2 ** 24 + functionPlace;
    const known = this.placeOf.get(key);
    if (known !== undefined) return known;
    const place = this.parents.push(parent) - 1;
    this.functions.push(functionPlace);
    for (let lane = 0; lane < this.lanes; lane++) this.selfs.push(0);
    this.placeOf.set(key, place);
    return place;
  }
}

/** `worth` weighs the lanes, so that what is largest is decided fairly between sides of different length. */
export function callTree(stacks: Stacks, worth: number[], framesMost = MAX_FLAME_FRAMES): CallTree {
  const lanes = worth.length;
  const functions = [...stacks.functions, { name: FOLDED, file: '' }].map((one) => ({
    ...one,
    self: worth.map(() => 0),
    total: worth.map(() => 0),
  }));
  const foldedPlace = functions.length - 1;
  const tree = new Growing(lanes);
  const totals = worth.map(() => 0);
  const counted = new Int32Array(functions.length).fill(-1);
  let visits = 0;
  stacks.each((stack, value, lane) => {
    let frame = -1;
    const deepest = Math.max(0, stack.length - DEPTH_MOST);
    for (let at = stack.length - 1; at >= 0; at--) {
      const place = stack[at] as number;
      if (at >= deepest) frame = tree.below(frame, place);
      // Recursion counts once.
      if (counted[place] !== visits) add(functions[place]?.total, lane, value);
      counted[place] = visits;
    }
    if (deepest > 0) frame = tree.below(frame, foldedPlace);
    tree.selfs[frame * lanes + lane] = (tree.selfs[frame * lanes + lane] ?? 0) + value;
    add(functions[stack[0] as number]?.self, lane, value);
    add(totals, lane, value);
    visits++;
  });
  return inOrder(fold(tree, lanes, worth, foldedPlace, framesMost), functions, totals, lanes, foldedPlace);
}

function add(to: number[] | undefined, lane: number, value: number): void {
  if (to) to[lane] = (to[lane] ?? 0) + value;
}

interface Frames {
  parents: number[];
  functions: number[];
  selfs: number[];
  /** Weighted over the lanes, including callees. */
  sizes: Float64Array;
  frames: number;
}

/** Frames are made after their callers, so that going back through them passes everything on to the callers. */
function sizesOf({ parents, selfs }: Growing, lanes: number, worth: number[]): Float64Array {
  const sizes = new Float64Array(parents.length);
  for (let frame = parents.length - 1; frame >= 0; frame--) {
    for (let lane = 0; lane < lanes; lane++)
      sizes[frame] = (sizes[frame] ?? 0) + (selfs[frame * lanes + lane] ?? 0) * (worth[lane] ?? 0);
    const parent = parents[frame] as number;
    if (parent >= 0) sizes[parent] = (sizes[parent] ?? 0) + (sizes[frame] ?? 0);
  }
  return sizes;
}

function fold(tree: Growing, lanes: number, worth: number[], foldedPlace: number, most: number): Frames {
  const { parents, functions, selfs } = tree;
  const sizes = sizesOf(tree, lanes, worth);
  if (parents.length <= most) return { parents, functions, selfs, sizes, frames: 0 };
  // Callers are at least as large and made earlier, so they are kept before what they called.
  const bySize = Array.from(sizes.keys()).sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0) || a - b);
  // Each caller that loses something gets a frame for that, and so does the root.
  const kept = new Uint8Array(parents.length);
  for (const frame of bySize.slice(0, Math.floor((most - 1) / 2))) kept[frame] = 1;
  const small = new Growing(lanes);
  const placeOf = new Int32Array(parents.length);
  let frames = 0;
  for (let frame = 0; frame < parents.length; frame++) {
    const parent = parents[frame] as number;
    const above = parent < 0 ? -1 : (placeOf[parent] as number);
    const inFolded = parent >= 0 && kept[parent] === 0;
    const place = inFolded ? above : small.below(above, kept[frame] ? (functions[frame] as number) : foldedPlace);
    placeOf[frame] = place;
    if (!kept[frame]) frames++;
    for (let lane = 0; lane < lanes; lane++)
      small.selfs[place * lanes + lane] = (small.selfs[place * lanes + lane] ?? 0) + (selfs[frame * lanes + lane] ?? 0);
  }
  return {
    parents: small.parents,
    functions: small.functions,
    selfs: small.selfs,
    sizes: sizesOf(small, lanes, worth),
    frames,
  };
}

function inOrder(
  { parents, functions: places, selfs, sizes, frames }: Frames,
  functions: CallTree['functions'],
  totals: number[],
  lanes: number,
  foldedPlace: number,
): CallTree {
  const children: number[][] = parents.map(() => []);
  const roots: number[] = [];
  for (const [frame, parent] of parents.entries()) (parent < 0 ? roots : (children[parent] as number[])).push(frame);
  const largest = (some: number[]): number[] => some.sort((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0));
  const tree: CallTree = {
    functions: [],
    parents: [],
    functionPlaces: [],
    selfs: totals.map(() => []),
    totals,
    folded: { frames, values: totals.map(() => 0) },
  };
  const placeOf = new Int32Array(parents.length);
  const used = new Map<number, number>();
  // The largest is taken first, from the end.
  const waiting = largest(roots);
  for (let frame = waiting.pop(); frame !== undefined; frame = waiting.pop()) {
    const parent = parents[frame] as number;
    placeOf[frame] = tree.parents.push(parent < 0 ? -1 : (placeOf[parent] as number)) - 1;
    const place = places[frame] as number;
    if (!used.has(place)) used.set(place, tree.functions.push(functions[place] as CallTree['functions'][number]) - 1);
    tree.functionPlaces.push(used.get(place) as number);
    for (let lane = 0; lane < lanes; lane++) {
      const value = selfs[frame * lanes + lane] ?? 0;
      tree.selfs[lane]?.push(value);
      if (place === foldedPlace) add(tree.folded.values, lane, value);
    }
    waiting.push(...largest(children[frame] as number[]));
  }
  return tree;
}
