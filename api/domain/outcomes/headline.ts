import type { ComparedStep, MetricOutcome } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import { listed, stepText } from '../side-names.ts';
import { verdictOf, wallOfMost } from '../verdict-warnings.ts';
import { askedLoadOf, differenceText, loadDifference } from './asked-load.ts';
import type { Side } from './sides.ts';

/** Where the wall of a side is another than the baseline's, in the step that the outcome is of; null where it is not known to have moved. */
function movedWall({ sideIndex, stepPosition }: MetricOutcome, { runs, sides, steps }: Compared): string | null {
  const cells = steps[stepPosition]?.cells ?? [];
  const [baseline, other] = [sides[0], sides[sideIndex]];
  const [from, to] = [baseline, other].map((side) =>
    wallOfMost((side?.indexes ?? []).map((index) => verdictOf(runs[index], cells[index]?.stepIndex ?? null))),
  );
  if (!from || !to || from === to) return null;
  return `The wall moved: ${baseline?.letters} was limited by ${from}, ${other?.letters} by ${to}.`;
}

/** Where a side was asked for another load than the baseline, in the step that the outcome is of; null where it is one. */
function otherLoad({ sideIndex, stepPosition }: MetricOutcome, { runs, sides, steps }: Compared): string | null {
  const [baseline, other] = [sides[0], sides[sideIndex]];
  const asked = [baseline, other].map((side) => {
    const index = side?.indexes[0] ?? -1;
    const run = runs[index];
    return run ? askedLoadOf(run, steps[stepPosition]?.cells[index]?.stepIndex ?? null) : null;
  });
  const difference = loadDifference(asked[0] ?? null, asked[1] ?? null);
  if (!difference || !baseline || !other) return null;
  return `The load differs (${differenceText(difference, baseline.letters, other.letters)}), so a difference is not the server’s alone.`;
}

interface Compared {
  runs: Run[];
  sides: Side[];
  steps: ComparedStep[];
}

/**
 * What the comparison comes to: of each side first a wall that moved and a load that is another one, then what was declared, or
 * else the throughput of the step in which the baseline was fastest, of those that have a ratio.
 */
export function headlineOf(outcomes: MetricOutcome[], compared: Compared): string {
  const { sides, steps } = compared;
  const told = sides.slice(1).flatMap((_, at) => {
    const outcome = mainOf(outcomes, at + 1);
    if (!outcome) return [];
    return [
      [movedWall(outcome, compared), otherLoad(outcome, compared), outcome.sentence]
        .filter((text) => text !== null)
        .join(' '),
    ];
  });
  if (told.length > 0) return told.join(' ');
  const without = sides.slice(1).map(({ letters }) => letters);
  const asked = steps.map(({ spec }) => stepText(spec));
  if (without.length === 0) return 'Every run has the same configuration: what differs is what repeating alone does.';
  return `${listed(without)} and ${sides[0]?.letters} have no measured step in common (${listed(asked.slice(0, 3))}), so there is nothing to compare.`;
}

function mainOf(outcomes: MetricOutcome[], sideIndex: number): MetricOutcome | undefined {
  const own = outcomes.filter((outcome) => outcome.sideIndex === sideIndex);
  const throughput = own.filter(({ metric }) => metric === 'requestsPerSecond');
  // A figure that is not possible may well be the highest.
  const [fastest] = [...throughput].sort(
    (a, b) => Number(b.effect !== null) - Number(a.effect !== null) || (b.baseline.mean ?? 0) - (a.baseline.mean ?? 0),
  );
  return own.find(({ primary }) => primary) ?? fastest ?? own[0];
}
