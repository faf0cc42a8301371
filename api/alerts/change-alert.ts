import type { Alert, ChangeAlert } from '../contract/alert.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { type AlertEvent, advanceAlert } from '../rules/watch/alert.ts';
import { WATCH_RULES } from '../rules/watch/watch-rules.ts';
import { getAlert } from './alert-view.ts';
import { moveAlert } from './move-alert.ts';
import { lockAlert } from './store/alerts.ts';

/** What a person says of an alert. Throws conflict where its state does not allow it. */
export async function changeAlert(lab: Lab, id: string, change: ChangeAlert, byName: string | null): Promise<Alert> {
  if (change.action === 'mute' && change.untilUs <= lab.nowUs())
    throw new AppError('invalid-input', 'Mute it until a later time.', [
      { path: 'untilUs', message: 'Mute it until a later time.' },
    ]);
  await lab.database.transaction(async (tx) => {
    const alert = await lockAlert(tx, id);
    if (!alert) throw new AppError('not-found', 'There is no such alert.');
    const next = advanceAlert(alert.status, eventOf(change), WATCH_RULES);
    if (!next)
      throw new AppError('conflict', `The alert is ${alert.status.state} now, and that cannot be done with it.`);
    await moveAlert(lab, tx, alert, next, {}, { byName, reason: change.reason });
  });
  return getAlert(lab, id);
}

function eventOf(change: ChangeAlert): AlertEvent {
  return change.action === 'mute' ? { type: 'mute', untilMs: change.untilUs / 1000 } : { type: change.action };
}
