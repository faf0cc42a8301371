import type { CpuMap } from '../../contract/cpu-map.ts';
import { BYTES_PER_PERCENT, CPU_WORK, type CpuWork, NOT_READ } from '../../contract/cpu-work.ts';
import { indexOf } from '../samples/columns.ts';
import { gapAfterUs } from '../samples/rates.ts';
import type { SampleFrame } from '../samples/sample-frame.ts';
import { CPU_FIELDS, IS_BUSY } from './cpu-rates.ts';

const CPU_COLUMN = /^cpu\/\d+\/(user|nice|system|idle|iowait|irq|softirq|steal)Us$/;
const CPU_IDLE = /^cpu\/(\d+)\/idleUs$/;
export const isCpuColumn = (name: string): boolean => CPU_COLUMN.test(name);

/** Values that a cell can have. */
const LEVELS = 100 * BYTES_PER_PERCENT + 1;
const KINDS = CPU_WORK.length;

interface Options {
  hostId: string;
  samplesPerSecond: number;
  readingsPerColumn: number;
}

interface Column {
  fromUs: number;
  toUs: number;
  readings: number;
  /** For each CPU, in the order in which they came, a byte for each kind of work. */
  cells: Uint8Array;
}

/** What one CPU did over the whole time: how often each value was read, and the sum of the values, kind by kind. */
interface Totals {
  counts: Uint32Array;
  sums: Float64Array;
  readings: number;
}

/** Makes a CPU map from the frames of one host, which come in order of time. It holds one frame, and the columns. */
export class CpuMapTally {
  private readonly options: Options;
  private readonly places = new Map<number, number>();
  private readonly totals: Totals[] = [];
  private readonly columns: Column[] = [];
  private before: SampleFrame | null = null;
  private open: Column | null = null;

  constructor(options: Options) {
    this.options = options;
  }

  /** Frames at the edges of a phase stand close to others, and would only make noise. */
  add(frame: SampleFrame): void {
    if (frame.boundary) return;
    const { before } = this;
    if (before && frame.timeUs <= before.timeUs) return;
    this.before = frame;
    if (!before) return;
    const us = frame.monotonicUs - before.monotonicUs;
    const hole = us <= 0 || us > gapAfterUs(this.options.samplesPerSecond);
    if (hole || before.incarnationId !== frame.incarnationId) this.open = null;
    else this.read(before, frame);
  }

  private read(from: SampleFrame, to: SampleFrame): void {
    const places = placesOf(to).map((cpu) => ({ cpu, place: this.placeOf(cpu.number) }));
    const column = this.columnFor(from.timeUs);
    column.toUs = to.timeUs;
    column.readings += 1;
    const earlier = new Map(placesOf(from).map((cpu) => [cpu.number, cpu]));
    for (const { cpu, place } of places) {
      const shares = sharesOf(from, earlier.get(cpu.number), to, cpu);
      if (!shares) continue;
      const totals = this.totals[place] as Totals;
      totals.readings += 1;
      for (const [kind, percent] of shares.entries()) {
        const level = Math.round(percent * BYTES_PER_PERCENT);
        totals.counts[kind * LEVELS + level] = (totals.counts[kind * LEVELS + level] ?? 0) + 1;
        totals.sums[kind] = (totals.sums[kind] ?? 0) + percent;
        const at = place * KINDS + kind;
        const most = column.cells[at] as number;
        if (most === NOT_READ || level > most) column.cells[at] = level;
      }
    }
  }

  private placeOf(cpu: number): number {
    const known = this.places.get(cpu);
    if (known !== undefined) return known;
    const place = this.places.size;
    this.places.set(cpu, place);
    this.totals.push({ counts: new Uint32Array(KINDS * LEVELS), sums: new Float64Array(KINDS), readings: 0 });
    return place;
  }

  private columnFor(fromUs: number): Column {
    const bytes = this.places.size * KINDS;
    if (!this.open || this.open.readings >= this.options.readingsPerColumn) {
      this.open = { fromUs, toUs: fromUs, readings: 0, cells: new Uint8Array(bytes).fill(NOT_READ) };
      this.columns.push(this.open);
    } else if (this.open.cells.length < bytes) {
      // A CPU came online.
      const wider = new Uint8Array(bytes).fill(NOT_READ);
      wider.set(this.open.cells);
      this.open.cells = wider;
    }
    return this.open;
  }

  map(): CpuMap {
    const { hostId, readingsPerColumn } = this.options;
    const cpus = [...this.places.keys()].sort((a, b) => a - b);
    const work = CPU_WORK.map((name, kind) => [name, this.workOf(cpus, kind)]);
    return {
      hostId,
      cpus,
      fromUs: this.columns.map(({ fromUs }) => fromUs),
      toUs: this.columns.map(({ toUs }) => toUs),
      readingsPerColumn,
      work: Object.fromEntries(work) as Record<CpuWork, CpuMap['work'][CpuWork]>,
    };
  }

  private workOf(cpus: number[], kind: number): CpuMap['work'][CpuWork] {
    const cells = new Uint8Array(cpus.length * this.columns.length);
    const places = cpus.map((cpu) => this.places.get(cpu) as number);
    for (const [row, place] of places.entries())
      for (const [x, column] of this.columns.entries())
        cells[row * this.columns.length + x] = column.cells[place * KINDS + kind] ?? NOT_READ;
    const totals = places.map((place) => this.totals[place] as Totals);
    return {
      cells: Buffer.from(cells).toString('base64'),
      means: totals.map(({ sums, readings }) => (readings > 0 ? (sums[kind] as number) / readings : null)),
      p95s: totals.map((one) => atRank(one, kind, 0.95)),
      maxima: totals.map((one) => atRank(one, kind, 1)),
    };
  }
}

/** Nearest rank, to half a percent. */
function atRank({ counts, readings }: Totals, kind: number, share: number): number | null {
  let left = Math.ceil(readings * share);
  for (let level = 0; readings > 0 && level < LEVELS; level++) {
    left -= counts[kind * LEVELS + level] as number;
    if (left <= 0) return level / BYTES_PER_PERCENT;
  }
  return null;
}

interface CpuPlace {
  number: number;
  /** Where its counters stand in a frame, in the order of CPU_FIELDS; -1 where a kernel lacks one. */
  at: number[];
}

const known = new WeakMap<string[], CpuPlace[]>();

function placesOf({ columns }: SampleFrame): CpuPlace[] {
  const before = known.get(columns);
  if (before) return before;
  const index = indexOf(columns);
  const places = index.names(CPU_IDLE).map((idle) => {
    const number = Number(idle.split('/')[1]);
    return { number, at: CPU_FIELDS.map((field) => index.at(`cpu/${number}/${field}Us`) ?? -1) };
  });
  known.set(columns, places);
  return places;
}

/** Percent of the time that was accounted, in the order of CPU_WORK; null where nothing was. */
function sharesOf(from: SampleFrame, before: CpuPlace | undefined, to: SampleFrame, cpu: CpuPlace): number[] | null {
  if (!before) return null;
  let whole = 0;
  let busy = 0;
  const rises = new Map<string, number>();
  for (const [field, name] of CPU_FIELDS.entries()) {
    const rose = (to.values[cpu.at[field] ?? -1] ?? 0) - (from.values[before.at[field] ?? -1] ?? 0);
    if (rose <= 0) continue;
    whole += rose;
    if (IS_BUSY[field]) busy += rose;
    rises.set(name, rose);
  }
  if (whole === 0) return null;
  return CPU_WORK.map((kind) => (100 * (kind === 'busy' ? busy : (rises.get(kind) ?? 0))) / whole);
}
