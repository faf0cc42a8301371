import type { DoctorFinding } from '@contract/host-task';
import { expect, test } from 'vitest';
import { sortedDiagnosis } from './diagnosis';

test('the worst comes first, and checks that are fine stand apart', () => {
  const severities: DoctorFinding['severity'][] = ['ok', 'note', 'problem', 'warning', 'problem'];
  const findings = severities.map((severity, i) => ({ code: `${severity}-${i}`, severity, sentence: '', mend: null }));
  const { found, fine } = sortedDiagnosis({ checkedAtUs: 0, findings });
  expect(found.map(({ code }) => code)).toEqual(['problem-2', 'problem-4', 'warning-3', 'note-1']);
  expect(fine.map(({ code }) => code)).toEqual(['ok-0']);
});
