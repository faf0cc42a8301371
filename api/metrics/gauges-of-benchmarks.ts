import { designOf, newestOf } from '../benchmarks/benchmark-view.ts';
import { type BenchmarkRow, listBenchmarkRows } from '../benchmarks/store/benchmarks.ts';
import { listPoints } from '../benchmarks/store/points.ts';
import { alertState } from '../contract/alert.ts';
import type { BenchmarkHistory, HistoryPoint } from '../contract/benchmark.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import type { Gauge } from '../rules/export/prometheus.ts';
import { historyOf } from '../rules/watch/history.ts';
import { countAlerts } from './store/counts.ts';

/** Of each benchmark the newest ones: kinds of hosts that are not among them are of the past. */
const POINTS = 30;

interface Newest {
  labels: { benchmark: string; host_class: string; metric: string };
  /** The newest value; null where there are only gaps. */
  value: HistoryPoint | null;
  /** Of the newest point, which may be a gap. */
  gap: boolean;
}

/** Each metric of the primary step, on each kind of host. No revision is a label, and no run: their number grows for ever. */
export async function gaugesOfBenchmarks({ database: { db } }: Lab): Promise<Gauge[]> {
  const watched = (await listBenchmarkRows(db)).filter(({ archivedAtUs }) => archivedAtUs === null);
  const newest: Newest[] = [];
  for (const row of watched) newest.push(...(await newestOfEach(db, row)));
  return [
    gauge('ratio', 'Candidate divided by reference, of the newest value.', newest, ({ ratio }) => ratio),
    gauge('ratio_low', 'Lower end of the 95 % interval of the ratio.', newest, ({ low }) => low),
    gauge('ratio_high', 'Upper end of the 95 % interval of the ratio.', newest, ({ high }) => high),
    gauge(
      'value',
      'The candidate of the newest value, in the unit that the metric is named by.',
      newest,
      ({ candidate }) => candidate,
    ),
    gauge(
      'measured_timestamp_seconds',
      'When the newest value was measured.',
      newest,
      (point) => point.measuredAtUs / 1e6,
    ),
    {
      name: 'millionrps_benchmark_gap',
      help: '1 if the newest point is a gap: it measured nothing that counts.',
      samples: newest.map(({ labels, gap }) => ({ labels, value: gap ? 1 : 0 })),
    },
    await gaugeOfAlerts(db, watched, newest),
  ];
}

async function newestOfEach(db: Db, row: BenchmarkRow): Promise<Newest[]> {
  const { primary, marginPercent } = designOf(newestOf(row));
  const { epochs, series }: BenchmarkHistory = historyOf(await listPoints(db, row.id, POINTS), {
    primary,
    marginPercent,
  });
  return series
    .filter(({ stepIndex }) => stepIndex === primary.stepIndex)
    .flatMap(({ metric, points }) => {
      const byTime = points.toSorted((a, b) => b.measuredAtUs - a.measuredAtUs);
      const classOf = ({ epoch }: HistoryPoint): string => epochs[epoch]?.hostClass ?? '';
      const classes = [...new Set(byTime.map(classOf))].filter((name) => name !== '');
      return classes.map((hostClass) => {
        const own = byTime.filter((point) => classOf(point) === hostClass);
        const value = own.find(({ ratio }) => ratio !== null) ?? null;
        return { labels: { benchmark: row.name, host_class: hostClass, metric }, value, gap: own[0]?.gap !== null };
      });
    });
}

const gauge = (name: string, help: string, newest: Newest[], of: (point: HistoryPoint) => number | null): Gauge => ({
  name: `millionrps_benchmark_${name}`,
  help,
  samples: newest.flatMap(({ labels, value: point }) => {
    const value = point && of(point);
    return value === null ? [] : [{ labels, value }];
  }),
});

/** With the zeros, so that a rule sees an alert end. */
async function gaugeOfAlerts(db: Db, watched: BenchmarkRow[], newest: Newest[]): Promise<Gauge> {
  const counted = await countAlerts(db);
  const samples = watched.flatMap(({ id, name }) => {
    const own = counted.filter(({ benchmarkId }) => benchmarkId === id);
    const shown = newest.filter(({ labels }) => labels.benchmark === name).map(({ labels }) => labels.host_class);
    const classes = new Set([...shown, ...own.map(({ hostClass }) => hostClass)]);
    return [...classes].flatMap((hostClass) =>
      alertState.options.map((state) => ({
        labels: { benchmark: name, host_class: hostClass, state },
        value: own.find((one) => one.hostClass === hostClass && one.state === state)?.count ?? 0,
      })),
    );
  });
  return { name: 'millionrps_benchmark_alerts', help: 'Changes of a benchmark, by what is known of them.', samples };
}
