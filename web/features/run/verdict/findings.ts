import type { Run } from '@contract/run';
import type { Finding } from '@contract/verdict';
import { changeOfFinding, changeOfRun } from '@rules/next/change-of-run';
import type { NextChange } from '@rules/next/changes';
import { groupsBy } from '@rules/words/groups';

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

/** One sentence, and every step that it was found of. */
export interface ToldFinding {
  code: Finding['code'];
  hostId: string | null;
  sentence: string;
  /** Empty: of the whole run. */
  stepIndexes: number[];
}

export interface FindingGroup {
  severity: Finding['severity'];
  findings: ToldFinding[];
}

/** Findings by severity, equal sentences of several steps as one. Empty groups are left out. */
export function groupedFindings(findings: Finding[]): FindingGroup[] {
  return (['invalid', 'suspect', 'note'] as const).flatMap((severity): FindingGroup[] => {
    const told = new Map<string, ToldFinding>();
    for (const { code, hostId, sentence, stepIndex } of findings.filter((one) => one.severity === severity)) {
      const key = `${code} ${hostId} ${sentence}`;
      const known = told.get(key) ?? { code, hostId, sentence, stepIndexes: [] };
      told.set(key, { ...known, stepIndexes: [...known.stepIndexes, ...(stepIndex === null ? [] : [stepIndex])] });
    }
    for (const one of told.values()) one.stepIndexes.sort((a, b) => a - b);
    const inOrder = [...told.values()].sort((a, b) => (a.stepIndexes[0] ?? -1) - (b.stepIndexes[0] ?? -1));
    return inOrder.length === 0 ? [] : [{ severity, findings: inOrder }];
  });
}

/** Findings of one kind about one host: more than this many are told by one, and the others are folded. */
const MOST_ALIKE = 2;

export interface AlikeFindings {
  shown: ToldFinding[];
  folded: ToldFinding[];
}

/** Those of one kind about one host together; of many the first is shown. */
export function alikeFindings(findings: ToldFinding[]): AlikeFindings[] {
  const kinds = groupsBy(findings, ({ code, hostId }) => `${code} ${hostId}`);
  return [...kinds.values()].map((alike) => {
    const most = alike.length > MOST_ALIKE ? 1 : alike.length;
    return { shown: alike.slice(0, most), folded: alike.slice(most) };
  });
}

/** Findings of one step, and of the whole run. */
export const findingsOfStep = (findings: Finding[], step: number): Finding[] =>
  findings.filter(({ stepIndex }) => stepIndex === null || stepIndex === step);

export interface Remedy {
  change: NextChange;
  /** The step that it is asked for. */
  stepIndex: number;
}

/** What would mend a finding, at the first one that asks for it; without what the verdict asks for already. */
export function remediesOf(run: Run, groups: FindingGroup[]): Map<ToldFinding, Remedy> {
  const told = new Set([changeOfRun(run)]);
  const remedies = new Map<ToldFinding, Remedy>();
  for (const finding of groups.flatMap(({ findings }) => findings)) {
    const [stepIndex = run.verdict?.stepIndex ?? 0] = finding.stepIndexes;
    const change = changeOfFinding(run, finding.code, stepIndex);
    if (change === null || told.has(change)) continue;
    told.add(change);
    remedies.set(finding, { change, stepIndex });
  }
  return remedies;
}
