import type { Lab } from '../platform/lab.ts';
import { advanceAlert } from '../rules/watch/alert.ts';
import { WATCH_RULES } from '../rules/watch/watch-rules.ts';
import { beginConfirmation } from './begin-confirmation.ts';
import { decideAlert } from './decide-alert.ts';
import { judgeNights } from './judge-nights.ts';
import { moveAlert } from './move-alert.ts';
import { type AlertRecord, listWaitingAlerts, lockAlert } from './store/alerts.ts';

/** Judges what was measured, has suspicions confirmed by experiments, and ends mutes. For the sweep. */
export async function watchAlerts(lab: Lab): Promise<void> {
  await judgeNights(lab).catch((error: unknown) => lab.log.error({ err: error }, 'judging the points of benchmarks'));
  for (const alert of await listWaitingAlerts(lab.database.db, lab.nowUs())) {
    await goOn(lab, alert).catch((error: unknown) =>
      lab.log.error({ err: error, alertId: alert.id }, 'going on with an alert'),
    );
  }
}

async function goOn(lab: Lab, alert: AlertRecord): Promise<void> {
  switch (alert.status.state) {
    case 'suspected':
      return beginConfirmation(lab, alert);
    case 'confirming':
      return decideAlert(lab, alert);
    default:
      return endMute(lab, alert.id);
  }
}

async function endMute(lab: Lab, id: string): Promise<void> {
  await lab.database.transaction(async (tx) => {
    const alert = await lockAlert(tx, id);
    const event = { type: 'time-passed', nowMs: lab.nowUs() / 1000 } as const;
    const next = alert && advanceAlert(alert.status, event, WATCH_RULES);
    if (alert && next) await moveAlert(lab, tx, alert, next, {}, { byName: null, reason: 'Its mute has ended.' });
  });
}
