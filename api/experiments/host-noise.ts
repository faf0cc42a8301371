import type { ComparedMetric } from '../contract/comparison.ts';
import type { Run } from '../contract/run.ts';
import type { Db } from '../platform/store/db.ts';
import type { NoiseOf } from '../rules/comparison/compare-runs.ts';
import { noiseKeyOf } from '../rules/experiment/noise-key.ts';
import { type HostNoise, type NoiseFigure, noiseOfFigures } from '../rules/experiment/run-noise.ts';
import { METRICS } from '../rules/outcomes/figures.ts';
import { listNoise, type RunHosts } from '../runs/store/run-noise.ts';

export const hostsOfSpec = ({
  server,
  clients,
  backend,
}: {
  server: { hostId: string } | null;
  clients: readonly { hostId: string }[];
  backend: { hostId: string } | null;
}): RunHosts => ({
  serverId: server?.hostId ?? null,
  clientIds: clients.map(({ hostId }) => hostId),
  backendId: backend?.hostId ?? null,
});

type Measured = Parameters<typeof noiseKeyOf>[0];

/**
 * What A/A experiments on exactly these hosts, over before that time, showed of a metric; null where there were too few
 * rounds. `specs`: of what is judged.
 */
export async function noiseOnHosts(
  db: Db,
  hosts: RunHosts,
  metric: ComparedMetric,
  beforeUs: number,
  specs: readonly Measured[],
): Promise<HostNoise | null> {
  return noiseOfFigures(await listNoise(db, hosts, metric, beforeUs), specs.map(noiseKeyOf));
}

/**
 * The same for every metric and any of these runs, of the hosts on which all of them were made. Of runs on different hosts,
 * and of imported ones, nothing is known.
 */
export async function noiseOfRuns(db: Db, runs: readonly Run[], beforeUs: number): Promise<NoiseOf> {
  const places = runs.map(({ spec }) => (spec.specVersion === 0 ? null : hostsOfSpec(spec)));
  const [place] = places;
  const figures = new Map<ComparedMetric, NoiseFigure[]>();
  if (place && new Set(places.map((one) => JSON.stringify(one))).size === 1) {
    for (const metric of METRICS) figures.set(metric, await listNoise(db, place, metric, beforeUs));
  }
  const keys = new Map(runs.flatMap(({ id, spec }) => (spec.specVersion === 0 ? [] : [[id, noiseKeyOf(spec)]])));
  return (metric, judged) =>
    noiseOfFigures(
      figures.get(metric) ?? [],
      judged.flatMap(({ id }) => keys.get(id) ?? []),
    );
}
