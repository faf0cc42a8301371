import { experimentOf } from '../../experiments/store/experiment-runs.ts';
import type { Lab } from '../../platform/lab.ts';
import type { Db } from '../../platform/store/db.ts';
import type { RunMachine } from '../../rules/run/run-machine.ts';
import { linkTo, publish } from '../../webhooks/publish.ts';

/** A run is over. Its figures are added before it is told: they are judged later. */
export function publishEnd(
  lab: Lab,
  tx: Db,
  { id, name }: { id: string; name: string },
  { state, ending }: RunMachine,
): Promise<void> {
  return publish(lab, tx, 'run.finished', async () => ({
    runId: id,
    name,
    state: state === 'finished' || state === 'canceled' ? state : 'failed',
    experimentId: (await experimentOf(tx, id))?.id ?? null,
    sentence: ending
      ? `${name} ${ending.as === 'canceled' ? 'was canceled' : 'failed'}: ${ending.sentence}`
      : `${name} finished.`,
    link: linkTo(lab, `/runs/${id}`),
  }));
}
