import type { SampleFrame } from './sample-frame.ts';

/** Finds columns of a layout by name; made once for each layout, which is the same array for all of its frames. */
export class ColumnIndex {
  private readonly byName: Map<string, number>;
  private readonly columns: string[];
  private readonly groups = new Map<string, number[]>();

  constructor(columns: string[]) {
    this.columns = columns;
    this.byName = new Map(columns.map((name, i) => [name, i]));
  }

  at(name: string): number | undefined {
    return this.byName.get(name);
  }

  /** Positions of every column that matches; patterns are module constants, so their source names the group. */
  matching(pattern: RegExp): number[] {
    let found = this.groups.get(pattern.source);
    if (!found) {
      found = this.columns.flatMap((name, i) => (pattern.test(name) ? [i] : []));
      this.groups.set(pattern.source, found);
    }
    return found;
  }

  names(pattern: RegExp): string[] {
    return this.matching(pattern).map((i) => this.columns[i] ?? '');
  }
}

const cache = new WeakMap<string[], ColumnIndex>();

export function indexOf(columns: string[]): ColumnIndex {
  let index = cache.get(columns);
  if (!index) {
    index = new ColumnIndex(columns);
    cache.set(columns, index);
  }
  return index;
}

/** Drops unneeded columns of frames, so that a long step fits into memory; each layout stays one shared array. */
export function onlyColumns(wanted: (name: string) => boolean): (frame: SampleFrame) => SampleFrame {
  const layouts = new Map<string[], { columns: string[]; positions: number[] }>();
  return (frame) => {
    let kept = layouts.get(frame.columns);
    if (!kept) {
      const positions = frame.columns.flatMap((name, at) => (wanted(name) ? [at] : []));
      kept = { columns: positions.map((at) => frame.columns[at] ?? ''), positions };
      layouts.set(frame.columns, kept);
    }
    return { ...frame, columns: kept.columns, values: kept.positions.map((at) => frame.values[at] ?? 0) };
  };
}

/** Not a quantity: it has no mean. */
export const CPU_NUMBER = 'CPU number';
