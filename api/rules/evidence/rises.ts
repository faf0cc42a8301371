import { read } from '../samples/counters.ts';
import type { SampleFrame } from '../samples/sample-frame.ts';

/** The columns of one layout that are counted, and how much each rose. */
interface Layout {
  positions: number[];
  names: string[];
  sums: number[];
}

/**
 * How much counters rose from frame to frame, which come in order of time, a few at a time. The layout may change in
 * between, with queues and workers; a counter that fell began anew, and counts from there. Nothing is counted across two
 * lives of an agent.
 */
export class Rises {
  private readonly wanted: (column: string) => boolean;
  private readonly layouts = new Map<string[], Layout>();
  private readonly firstSeen = new Map<string, SampleFrame>();
  private first: SampleFrame | null = null;
  private last: SampleFrame | null = null;

  constructor(wanted: (column: string) => boolean) {
    this.wanted = wanted;
  }

  add(frame: SampleFrame): void {
    const before = this.last;
    this.first ??= frame;
    this.last = frame;
    const { positions, sums } = this.layoutOf(frame);
    if (!before || before.incarnationId !== frame.incarnationId) return;
    if (before.columns !== frame.columns) return this.addAcross(before, frame);
    for (const [i, at] of positions.entries()) {
      const rose = (frame.values[at] ?? 0) - (before.values[at] ?? 0);
      if (rose > 0) sums[i] = (sums[i] ?? 0) + rose;
    }
  }

  /** Microseconds between the first and the last frame. */
  us(): number {
    return Math.max(0, (this.last?.monotonicUs ?? 0) - (this.first?.monotonicUs ?? 0));
  }

  /**
   * The rise of every counter that any frame had, in the order in which they were first seen; 0 for one that stood
   * still.
   */
  totals(): Map<string, number> {
    const totals = new Map<string, number>();
    for (const { names, sums } of this.layouts.values()) {
      for (const [i, name] of names.entries()) totals.set(name, (totals.get(name) ?? 0) + (sums[i] ?? 0));
    }
    return totals;
  }

  /** How much one counter rose from the first frame that had another one to the last of all; null where one of them is missing. */
  roseSince(counter: string, other: string): number | null {
    const [from, to] = [this.firstSeen.get(other), this.last].map((frame) => (frame ? read(frame, counter) : null));
    return from == null || to == null ? null : to - from;
  }

  /** What both layouts have is counted on. */
  private addAcross(before: SampleFrame, frame: SampleFrame): void {
    const old = this.layoutOf(before);
    const known = new Map(old.names.map((name, i) => [name, before.values[old.positions[i] ?? -1] ?? 0]));
    const { names, positions, sums } = this.layoutOf(frame);
    for (const [i, name] of names.entries()) {
      const from = known.get(name);
      const rose = from === undefined ? 0 : (frame.values[positions[i] ?? -1] ?? 0) - from;
      if (rose > 0) sums[i] = (sums[i] ?? 0) + rose;
    }
  }

  private layoutOf(frame: SampleFrame): Layout {
    const { columns } = frame;
    let layout = this.layouts.get(columns);
    if (!layout) {
      const positions = columns.flatMap((name, at) => (this.wanted(name) ? [at] : []));
      layout = { positions, names: positions.map((at) => columns[at] ?? ''), sums: positions.map(() => 0) };
      this.layouts.set(columns, layout);
      for (const name of layout.names) if (!this.firstSeen.has(name)) this.firstSeen.set(name, frame);
    }
    return layout;
  }
}
