import { routes } from '../contract/routes.ts';
import { closedSignal } from '../platform/http/closed-signal.ts';
import { type Doors, mount } from '../platform/http/mount.ts';
import { getBenchmark, getBenchmarkOf, getHistory, listBenchmarks } from './benchmark-view.ts';
import { changeBenchmark, createBenchmark } from './keep-benchmarks.ts';
import { changeSchedule, readOccurrences, removeSchedule } from './keep-schedules.ts';
import { designPoint, measureRevision } from './measure-revision.ts';

export function benchmarkRoutes(doors: Doors): void {
  const { lab } = doors;
  mount(doors, routes.listBenchmarks, async () => ({ benchmarks: await listBenchmarks(lab) }));
  mount(doors, routes.createBenchmark, ({ body, caller }) => createBenchmark(lab, body, caller.person?.name ?? null));
  mount(doors, routes.getBenchmark, ({ params }) => getBenchmark(lab, params.benchmarkId));
  mount(doors, routes.changeBenchmark, ({ params, body, caller }) =>
    changeBenchmark(lab, params.benchmarkId, body, caller.person?.name ?? null),
  );
  mount(doors, routes.getBenchmarkHistory, ({ params }) => getHistory(lab, params.benchmarkId));
  mount(doors, routes.changeSchedule, ({ params, body, caller }) =>
    changeSchedule(lab, params.benchmarkId, body, caller.person?.name ?? null),
  );
  mount(doors, routes.removeSchedule, async ({ params }) => {
    await removeSchedule(lab, params.benchmarkId);
    return undefined;
  });
  mount(doors, routes.listOccurrences, async ({ params }) => ({
    occurrences: await readOccurrences(lab, params.benchmarkId),
  }));
  mount(doors, routes.getBenchmarkOfExperiment, ({ params }) => getBenchmarkOf(lab, params.experimentId));
  mount(doors, routes.designPoint, ({ params, body, reply }) =>
    designPoint(lab, params.benchmarkId, body, closedSignal(reply)),
  );
  mount(doors, routes.measureRevision, ({ params, body, headers, caller, reply }) =>
    measureRevision(
      lab,
      params.benchmarkId,
      body,
      { byName: caller.person?.name ?? null, idempotencyKey: headers['idempotency-key'] ?? null },
      closedSignal(reply),
    ),
  );
}
