import type { Finding } from '../api/types';

const WEIGHT: Record<Finding['severity'], number> = { invalid: 0, suspect: 1, note: 2 };

/** The weightiest first, and of the same weight as the steps came. */
export function sortedFindings(findings: Finding[]): Finding[] {
  return [...findings].sort(
    (a, b) => WEIGHT[a.severity] - WEIGHT[b.severity] || (a.stepIndex ?? -1) - (b.stepIndex ?? -1),
  );
}

/** What hangs over a step's figures, or over all of them: findings that are more than a note. */
export function doubtsOf(findings: Finding[], stepIndex: number): Finding[] {
  return sortedFindings(findings).filter(
    (finding) => finding.severity !== 'note' && (finding.stepIndex === null || finding.stepIndex === stepIndex),
  );
}

/** The weightiest word for a run; null when notes are all there is. */
export function worstSeverity(findings: Finding[]): 'invalid' | 'suspect' | null {
  const [first] = sortedFindings(findings);
  return !first || first.severity === 'note' ? null : first.severity;
}
