import { callTree } from '@rules/profile/call-tree';

export interface FlameFunction {
  name: string;
  file: string;
}

/** Calls as they are drawn: in the order of a walk from the root, so that what a frame called follows it without a gap. */
export interface FlameTree {
  functions: FlameFunction[];
  parents: ArrayLike<number>;
  /** Of each frame the place of its function. */
  places: ArrayLike<number>;
  /** Of each side and frame what was counted in the frame itself, and with what it called. */
  selfs: Float64Array[];
  totals: Float64Array[];
  /** What a frame is as wide as: its totals, each weighed by what its side is worth. */
  sizes: Float64Array;
  /** All of the outermost frames. */
  size: number;
  depths: Int32Array;
  depthMost: number;
  /** Of each frame the first one behind all that it called. */
  ends: Int32Array;
}

export interface Frames {
  functions: FlameFunction[];
  parents: ArrayLike<number>;
  functionPlaces: ArrayLike<number>;
  selfs: ArrayLike<number>[];
}

export function flameTree({ functions, parents, functionPlaces, selfs }: Frames, worth: number[]): FlameTree {
  const frames = parents.length;
  const [sizes, depths, ends] = [new Float64Array(frames), new Int32Array(frames), new Int32Array(frames)];
  const totals = selfs.map((of) => Float64Array.from(of));
  let depthMost = 0;
  for (let frame = 0; frame < frames; frame++) {
    const parent = parents[frame] as number;
    depths[frame] = parent < 0 ? 0 : (depths[parent] as number) + 1;
    depthMost = Math.max(depthMost, depths[frame] as number);
    ends[frame] = frame + 1;
  }
  let size = 0;
  for (let frame = frames - 1; frame >= 0; frame--) {
    const parent = parents[frame] as number;
    for (const [lane, of] of totals.entries()) {
      sizes[frame] = (sizes[frame] as number) + (of[frame] as number) * (worth[lane] ?? 0);
      if (parent >= 0) of[parent] = (of[parent] as number) + (of[frame] as number);
    }
    if (parent < 0) size += sizes[frame] as number;
    else ends[parent] = Math.max(ends[parent] as number, ends[frame] as number);
  }
  return {
    functions,
    parents,
    places: functionPlaces,
    selfs: selfs.map((of) => Float64Array.from(of)),
    totals,
    sizes,
    size,
    depths,
    depthMost,
    ends,
  };
}

/** The same calls from the inside out: each function with all that called it beneath. */
export function inverted(tree: FlameTree, worth: number[]): FlameTree {
  const turned = callTree(
    {
      functions: tree.functions,
      each: (visit) => {
        for (let frame = 0; frame < tree.parents.length; frame++) {
          const callers: number[] = [];
          for (let at = frame; at >= 0; at = tree.parents[at] as number) callers.push(tree.places[at] as number);
          callers.reverse();
          for (const [lane, selfs] of tree.selfs.entries()) {
            const self = selfs[frame] as number;
            if (self > 0) visit(callers, self, lane);
          }
        }
      },
    },
    worth,
  );
  return flameTree(turned, worth);
}

/** Whether each frame's function has the words in its name or file; null where nothing is looked for. */
export function matches(tree: FlameTree, wanted: string): Uint8Array | null {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const found = tree.functions.map(({ name, file }) => {
    const text = `${name} ${file}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return Uint8Array.from({ length: tree.places.length }, (_, frame) => (found[tree.places[frame] as number] ? 1 : 0));
}

/** The part of all that stands in frames that match and in what they called, each counted once. */
export function matchedShare(tree: FlameTree, matched: Uint8Array): number {
  let sum = 0;
  for (let frame = 0; frame < matched.length; ) {
    if (matched[frame]) sum += tree.sizes[frame] as number;
    frame = matched[frame] ? (tree.ends[frame] as number) : frame + 1;
  }
  return tree.size > 0 ? sum / tree.size : 0;
}
