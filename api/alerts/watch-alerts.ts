import type { Lab } from '../platform/lab.ts';
import { ALERT_REASONS } from '../rules/watch/alert-words.ts';
import { beginConfirmation } from './begin-confirmation.ts';
import { decideAlert } from './decide-alert.ts';
import { judgeNights } from './judge-nights.ts';
import { advanceTo } from './move-alert.ts';
import { type AlertRecord, listWaitingAlerts } from './store/alerts.ts';

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
    default: {
      const event = { type: 'time-passed', nowMs: lab.nowUs() / 1000 } as const;
      await lab.database.transaction((tx) => advanceTo(lab, tx, alert.id, event, { reason: ALERT_REASONS.muteEnded }));
    }
  }
}
