import type { WebhookEventType } from '../contract/webhook.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { type AlertEvent, type AlertStatus, advanceAlert, isTold } from '../rules/watch/alert.ts';
import { WATCH_RULES } from '../rules/watch/watch-rules.ts';
import { linkTo, publish } from '../webhooks/publish.ts';
import { sentenceOf } from './alert-view.ts';
import { type AlertChange, type AlertRecord, lockAlert, updateAlert } from './store/alerts.ts';

/** Writes what became of an alert whose row is locked, and tells of it what is to be told. `next`: null where its state stays. */
export async function moveAlert(
  lab: Lab,
  tx: Db,
  alert: AlertRecord,
  next: AlertStatus | null,
  change: AlertChange,
  { byName, reason }: { byName: string | null; reason: string | null },
): Promise<void> {
  const entry = next && { atUs: lab.nowUs(), state: next.state, byName, reason };
  await updateAlert(tx, alert, { ...change, ...(next && { status: next }) }, entry);
  if (!next || !isTold(alert.status, next)) return;
  const { id, benchmarkId, benchmarkName, direction, range, experimentId } = alert;
  await publish(lab, tx, eventOf(alert, next), () => ({
    ...{ alertId: id, benchmarkId, benchmarkName, direction, experimentId },
    before: range.before?.revision ?? null,
    after: range.after.revision,
    sentence: `${benchmarkName}: ${sentenceOf({ ...alert, status: next, shown: change.shown ?? alert.shown })}`,
    link: linkTo(lab, `/benchmarks/${benchmarkId}`),
  }));
}

function eventOf(
  { channel }: AlertRecord,
  { state }: AlertStatus,
): WebhookEventType & `${'change' | 'budget'}.${string}` {
  if (state === 'fixed') return 'change.fixed';
  return channel === 'budget' ? 'budget.exceeded' : 'change.confirmed';
}

/** Has an event of the instance's own happen to an alert; where it does not apply any more, nothing changes. */
export async function advanceTo(
  lab: Lab,
  tx: Db,
  id: string,
  event: AlertEvent,
  { reason = null, change = {} }: { reason?: string | null; change?: AlertChange },
): Promise<boolean> {
  const alert = await lockAlert(tx, id);
  const next = alert && advanceAlert(alert.status, event, WATCH_RULES);
  if (!alert || !next) return false;
  await moveAlert(lab, tx, alert, next, change, { byName: null, reason });
  return true;
}
