import type { SentEventType, WebhookData, WebhookEventType } from '../contract/webhook.ts';
import type { Lab } from '../platform/lab.ts';
import { runSentence } from '../rules/share/preview-sentence.ts';
import { thin } from '../rules/webhooks/body.ts';
import { viewRun } from '../runs/run-view.ts';
import { isUnjudged } from '../runs/store/verdicts.ts';

/** A run that was not judged by then is told of without its figures. */
const JUDGED_WITHIN_US = 60_000_000;

type Completing<T extends WebhookEventType> = (
  lab: Lab,
  data: WebhookData<T>,
  atUs: number,
) => Promise<WebhookData<T> | null>;

/** What is known only after the transaction in which it happened; null: not yet. `whole`: it was all known then. */
const COMPLETE: { [T in WebhookEventType]: Completing<T> | 'whole' } = {
  'run.finished': async (lab, data, atUs) => {
    if (data.state !== 'finished') return data;
    if (await isUnjudged(lab.database.db, data.runId)) return lab.nowUs() < atUs + JUDGED_WITHIN_US ? null : data;
    // It may have been deleted since.
    const run = await viewRun(lab.database.db, data.runId, lab.nowUs());
    return run ? { ...data, sentence: thin(runSentence(run)) } : data;
  },
  'experiment.finished': 'whole',
  'change.confirmed': 'whole',
  'change.fixed': 'whole',
  'budget.exceeded': 'whole',
  'schedule.missed': 'whole',
};

export async function complete<D extends { sentence: string; link: string }>(
  lab: Lab,
  { type, data, atUs }: { type: SentEventType; data: D; atUs: number },
): Promise<{ sentence: string; link: string } | null> {
  const how = type === 'webhook.test' ? 'whole' : COMPLETE[type];
  return how === 'whole' ? data : (how as Completing<WebhookEventType>)(lab, data as unknown as WebhookData, atUs);
}
