import type { ComparedStep, ComparisonWarning } from '../../contract/comparison.ts';
import type { Competitor } from '../../contract/evidence.ts';
import type { Run } from '../../contract/run.ts';
import type { RunStep } from '../../contract/step.ts';
import { culpritsText } from '../verdict/competing-words.ts';
import { sidesOf } from '../verdict/measured-step.ts';
import { plural } from '../words/numbers.ts';

type Rows = Pick<ComparedStep, 'cells'>[];

/** '11 of 12 runs had competing load: chromium 0.9 CPUs.'; null where none had in these steps. */
export function competingText(runs: Run[], rows: Rows): string | null {
  const stolen = runs.map((run, index) => competingSteps(run, index, rows)).filter((steps) => steps.length > 0);
  if (stolen.length === 0) return null;
  const culprits = culpritsText(mean(stolen.map((steps) => mean(steps.map(competitorsOf)))));
  const names = culprits && `: ${culprits}`;
  return `${stolen.length} of ${plural(runs.length, 'run')} had competing load${names}.`;
}

/** The same, where it holds for half of the runs or more: then it belongs beside the answer. */
export function mostlyCompeting(runs: Run[], rows: Rows): string | null {
  const many = runs.filter((run, index) => competingSteps(run, index, rows).length > 0).length;
  return 2 * many < runs.length ? null : competingText(runs, rows);
}

export function competingWarnings(runs: Run[], rows: Rows): ComparisonWarning[] {
  const text = competingText(runs, rows);
  return text === null ? [] : [{ code: 'competing-load', sentence: `${text} Stop other processes and rerun.` }];
}

function competingSteps({ steps, findings }: Run, index: number, rows: Rows): RunStep[] {
  const compared = new Set(rows.map(({ cells }) => cells[index]?.stepIndex ?? null));
  return steps.filter(
    (step) =>
      compared.has(step.index) &&
      findings.some(({ code, stepIndex }) => code === 'competing-load' && stepIndex === step.index),
  );
}

/** The competitors on all hosts of the step, each once. */
function competitorsOf({ evidence }: RunStep): Competitor[] {
  const sides = evidence ? sidesOf(evidence) : [];
  const hosts = sides.filter(
    ({ hostId }, at) => hostId === null || sides.findIndex((other) => other.hostId === hostId) === at,
  );
  return hosts.flatMap(({ competitors }) => competitors ?? []);
}

/** Mean CPUs per name, and whose instance it is of, over all lists, the busiest first. A list without the name counts as 0. */
function mean(lists: Competitor[][]): Competitor[] {
  const sums = new Map<string, Competitor>();
  for (const { name, cpus, ofInstance } of lists.flat()) {
    const key = `${ofInstance} ${name}`;
    const before = sums.get(key)?.cpus ?? 0;
    sums.set(key, { name, cpus: before + cpus / lists.length, ...(ofInstance !== undefined && { ofInstance }) });
  }
  return [...sums.values()].sort((a, b) => b.cpus - a.cpus);
}
