import type { BackendCounts, PoolCounts } from '../../contract/backend-evidence.ts';
import { read } from '../samples/counters.ts';
import type { SampleFrame } from '../samples/sample-frame.ts';
import { Rises } from './rises.ts';

/** When the target and the database were read, by their own clocks. */
const TARGET_READ_AT = 'target/requestsTimeUs';
const DATABASE_READ_AT = 'database/readMonotonicUs';
const CPU = 'process/backend/cpuUs';
const OF_TARGET = /^target\//;
const COUNTER =
  /^(target\/requestsTimeUs|process\/backend\/cpuUs|database\/(readMonotonicUs|commits|wal\/fsyncs|wal\/fsyncUs|sessions\/\w+)|target\/(database|cache)\/(asked|acquired|waitUs|heldUs)|target\/downstream\/(calls|attempts|timedOut|refused|unanswered|exhausted))$/;

/** Momentary values, which may fall; they are reported as means. */
const GAUGES = [
  'target/database/inUse',
  'target/database/waiting',
  'target/cache/inUse',
  'target/cache/waiting',
  'target/downstream/inFlight',
] as const;
type Gauge = (typeof GAUGES)[number];

/** Counts what rose of the services behind a target, in frames in order of time. */
export class BackendTally {
  private readonly rises = new Rises((column) => COUNTER.test(column) && !OF_TARGET.test(column));
  private readonly target = new Rises((column) => COUNTER.test(column) && OF_TARGET.test(column));
  private readonly gauges = new Map<Gauge, { sum: number; readings: number }>();
  private last: SampleFrame | null = null;

  add(frame: SampleFrame): void {
    this.rises.add(frame);
    // It is 0 until the target has answered for the first time.
    if (read(frame, TARGET_READ_AT)) this.target.add(frame);
    this.last = frame;
    // The figures of a target that did not answer are those of the frame before.
    if (read(frame, 'target/requestsStale') === 1) return;
    for (const gauge of GAUGES) {
      const value = read(frame, gauge);
      if (value === null) continue;
      const { sum, readings } = this.gauges.get(gauge) ?? { sum: 0, readings: 0 };
      this.gauges.set(gauge, { sum: sum + value, readings: readings + 1 });
    }
  }

  /** Null on a host that has neither a target with services nor services. */
  counts(): BackendCounts | null {
    const [totals, target] = [this.rises.totals(), this.target.totals()];
    const counts: BackendCounts = {
      cpu: this.cpu(totals),
      pool: this.pool(target, 'database'),
      cache: this.pool(target, 'cache'),
      database: database(totals),
      downstream: this.downstream(target),
    };
    return Object.values(counts).every((group) => group === null) ? null : counts;
  }

  private cpu(totals: ReadonlyMap<string, number>): BackendCounts['cpu'] {
    const cpuUs = totals.get(CPU);
    const seconds = this.rises.us() / 1e6;
    return cpuUs === undefined || seconds === 0 ? null : { seconds, cpuUs };
  }

  private pool(totals: ReadonlyMap<string, number>, of: 'database' | 'cache'): PoolCounts | null {
    const counted = (name: string): number => totals.get(`target/${of}/${name}`) ?? 0;
    const [inUse, waiting] = [this.mean(`target/${of}/inUse`), this.mean(`target/${of}/waiting`)];
    const size = this.last && read(this.last, `target/${of}/size`);
    const us = totals.get(TARGET_READ_AT);
    if (!size || !us || inUse === null || waiting === null) return null;
    return {
      seconds: us / 1e6,
      size,
      asked: counted('asked'),
      acquired: counted('acquired'),
      waitUs: counted('waitUs'),
      heldUs: counted('heldUs'),
      inUse,
      waiting,
    };
  }

  private downstream(totals: ReadonlyMap<string, number>): BackendCounts['downstream'] {
    const counted = (name: string): number => totals.get(`target/downstream/${name}`) ?? 0;
    const inFlight = this.mean('target/downstream/inFlight');
    const us = totals.get(TARGET_READ_AT);
    if (!us || inFlight === null) return null;
    return {
      seconds: us / 1e6,
      calls: counted('calls'),
      attempts: counted('attempts'),
      timedOut: counted('timedOut'),
      refused: counted('refused'),
      unanswered: counted('unanswered'),
      exhausted: counted('exhausted'),
      inFlight,
    };
  }

  private mean(gauge: Gauge): number | null {
    const all = this.gauges.get(gauge);
    return all ? all.sum / all.readings : null;
  }
}

function database(totals: ReadonlyMap<string, number>): BackendCounts['database'] {
  const us = totals.get(DATABASE_READ_AT);
  if (!us) return null;
  const counted = (name: string): number => totals.get(`database/${name}`) ?? 0;
  const looks = counted('sessions/looks');
  const sessions = (name: string): number => counted(`sessions/${name}`) / looks;
  return {
    seconds: us / 1e6,
    commits: counted('commits'),
    walFsyncs: counted('wal/fsyncs'),
    walFsyncUs: counted('wal/fsyncUs'),
    sessions:
      looks === 0
        ? null
        : {
            active: sessions('active'),
            lock: sessions('lock'),
            wal: sessions('wal'),
            io: sessions('io'),
            running: sessions('running'),
          },
  };
}
