import { confirmsAlert } from '../alerts/store/alerts.ts';
import { benchmarkOf } from '../benchmarks/store/points.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { NO_ROUND } from '../rules/experiment/without-claim.ts';
import { asSentence } from '../rules/words/text.ts';
import { linkTo, publish } from '../webhooks/publish.ts';
import type { ExperimentChange } from './store/experiments.ts';

/** An experiment is over, with its answer or without one. */
export async function publishFinished(
  lab: Lab,
  tx: Db,
  { id, question, stoppedSentence: before }: { id: string; question: string; stoppedSentence: string | null },
  { kept, stoppedSentence: now }: ExperimentChange,
): Promise<void> {
  const stopped = now ?? before;
  // Nobody is told of a suspicion.
  if (await confirmsAlert(tx, id)) return;
  await publish(lab, tx, 'experiment.finished', async () => ({
    ...{ experimentId: id, question, stopped: stopped !== null },
    benchmarkId: await benchmarkOf(tx, id),
    sentence: `${asSentence(question)} ${kept?.headline ?? stopped ?? NO_ROUND}`,
    link: linkTo(lab, `/experiments/${id}`),
  }));
}
