import { routes } from '../contract/routes.ts';
import { type Doors, mount } from '../platform/http/mount.ts';
import { prometheusText } from '../rules/export/prometheus.ts';
import { gaugesOfBenchmarks } from './gauges-of-benchmarks.ts';
import { gaugesOfInstance } from './gauges-of-instance.ts';
import { readInstance } from './read-instance.ts';

const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

export function metricsRoutes(doors: Doors): void {
  const { lab } = doors;
  mount(doors, routes.getInstance, () => readInstance(lab));
  mount(doors, routes.getMetrics, async ({ reply }) => {
    const gauges = [...(await gaugesOfInstance(lab)), ...(await gaugesOfBenchmarks(lab))];
    return reply.type(TEXT_FORMAT).send(prometheusText(gauges));
  });
}
