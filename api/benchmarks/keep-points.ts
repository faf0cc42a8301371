import type { MeasuredHost } from '../contract/run.ts';
import { getExperiment } from '../experiments/get-experiment.ts';
import type { Lab } from '../platform/lab.ts';
import { NO_ROUND } from '../rules/experiment/without-claim.ts';
import { type HostsThen, hostsThen } from '../rules/watch/host-class.ts';
import { pointOf } from '../rules/watch/point-of-experiment.ts';
import { getRun } from '../runs/get-run.ts';
import { keepFigures, listUnkept } from './store/points.ts';

/** Keeps what experiments that are over measured for their benchmark. Of one that was ended early nothing is a value. */
export async function keepPoints(lab: Lab): Promise<void> {
  for (const id of await listUnkept(lab.database.db)) {
    await keepPoint(lab, id).catch((error: unknown) =>
      lab.log.error({ err: error, experimentId: id }, 'keeping the point of a benchmark'),
    );
  }
}

async function keepPoint(lab: Lab, id: string): Promise<void> {
  const { result, stoppedSentence, slots, endedAtUs, primary } = await getExperiment(lab, id);
  const kept = pointOf(result);
  const gap = stoppedSentence ?? NO_ROUND;
  const figures =
    kept.length === 0
      ? [{ ...primary, figures: null, gap }]
      : kept.map((figure) => (stoppedSentence === null ? figure : { ...figure, gap: stoppedSentence }));
  const runId = slots.find((slot) => slot.runState === 'finished')?.runId ?? null;
  const hosts = runId === null ? null : await hostsOf(lab, runId);
  await keepFigures(lab.database.db, id, { measuredAtUs: endedAtUs ?? lab.nowUs(), figures, hosts });
}

async function hostsOf(lab: Lab, runId: string): Promise<HostsThen> {
  const { hosts } = await getRun(lab, runId);
  return hostsThen(hosts.filter((host): host is MeasuredHost => host.facts !== null && host.agentVersion !== null));
}
