import type { ComparisonWarning } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import type { Side } from '../outcomes/sides.ts';
import { protocolOf, stepText } from '../spec/load-words.ts';
import { firstOf, listed } from '../words/text.ts';
import type { SideBySide } from './side-by-side.ts';
import { letterOf, rowText } from './side-names.ts';
import { wallOfMost } from './wall-of-most.ts';

/** Figures that are not possible: once for each name. */
export function invalidWarnings({ runs, called }: Pick<SideBySide, 'runs' | 'called'>): ComparisonWarning[] {
  const found = runs.flatMap((run, index) => invalidFigures(run, called(index)));
  return found.filter(({ sentence }, at) => found.findIndex((other) => other.sentence === sentence) === at);
}

function invalidFigures(run: Run, name: string): ComparisonWarning[] {
  const invalid = run.steps.filter(({ verdict }) => verdict?.validity === 'invalid');
  if (invalid.length === 0) return [];
  const at = firstOf(invalid.map(({ spec }) => stepText(spec, protocolOf(run))));
  const [figures, are] = invalid.length === 1 ? ['figure', 'is'] : ['figures', 'are'];
  const sentence = `The ${figures} of ${name} at ${at} ${are} invalid and left out. See that run’s findings.`;
  return [{ code: 'side-invalid', sentence }];
}

/** One sentence a side: where another thing limited it than the baseline, as far as most of its runs say what did. */
export function movedWalls({
  runs,
  sides,
  paired,
  baselineIndex,
  steps,
}: Omit<SideBySide, 'called'>): ComparisonWarning[] {
  const baseline = sides.find(({ indexes }) => indexes.includes(baselineIndex));
  const nameOf = ({ name, indexes }: Side): string => (paired ? name : listed(indexes.map(letterOf)));
  return sides.flatMap((side) => {
    if (!baseline || side === baseline) return [];
    const moved = steps.flatMap((row) => {
      const [from, to] = [baseline, side].map(({ indexes }) => wallOfMost(runs, indexes, row));
      return from && to && from !== to
        ? [`${rowText(runs, row, [baselineIndex, side.indexes[0] ?? baselineIndex])} (${from}, then ${to})`]
        : [];
    });
    if (moved.length === 0) return [];
    const sentence = `Different bottlenecks of ${nameOf(baseline)} and ${nameOf(side)} at ${firstOf(moved)}: don’t rank throughput or latency.`;
    return [{ code: 'wall-moved', sentence }];
  });
}
