import { auditLayouts } from './agents/audit-layouts.ts';
import { concludeStored } from './experiments/conclude-experiments.ts';
import type { Lab } from './platform/lab.ts';
import { judgeStored } from './runs/judge-runs.ts';

/**
 * What other rules than those that judged the stored runs ask for, at every start. One replica at a time does it; who
 * comes later looks for what is left, so one that dies in the middle leaves nothing undone. A fault of one part stops
 * no other.
 */
export async function judgeInTurn(
  lab: Lab,
  stopping: AbortSignal,
  quietly: (what: string) => (error: unknown) => void,
): Promise<void> {
  await lab.leader
    .inTurn('judge stored runs', stopping, async (lost) => {
      const until = AbortSignal.any([stopping, lost]);
      await auditLayouts(lab).catch(quietly('auditing layouts of samples'));
      await judgeStored(lab, until).catch(quietly('judging stored runs'));
      await concludeStored(lab, until).catch(quietly('concluding stored experiments'));
    })
    .catch(quietly('judging what is stored'));
}
