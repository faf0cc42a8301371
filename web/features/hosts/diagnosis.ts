import type { DoctorFinding, DoctorReport } from '@contract/host-task';

const WEIGHT: Record<DoctorFinding['severity'], number> = { problem: 0, warning: 1, note: 2, ok: 3 };

/** What was found, the worst first, apart from the checks that are fine. */
export function sortedDiagnosis({ findings }: DoctorReport): { found: DoctorFinding[]; fine: DoctorFinding[] } {
  const sorted = [...findings].sort((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity]);
  return {
    found: sorted.filter(({ severity }) => severity !== 'ok'),
    fine: sorted.filter(({ severity }) => severity === 'ok'),
  };
}
