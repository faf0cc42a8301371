import type { ComparisonWarning } from '../../contract/comparison.ts';
import { COMPARISON_WARNINGS } from '../../contract/comparison-words.ts';
import { keysOf } from '../../contract/words.ts';
import type { Side } from '../outcomes/sides.ts';
import { listed } from '../words/text.ts';
import { competingWarnings } from './competing-runs.ts';
import { confoundingWarnings } from './confounding-warnings.ts';
import { lackWarnings, observationWarnings, type Subject } from './observation-warnings.ts';
import { shortWarnings } from './short-steps.ts';
import type { SideBySide } from './side-by-side.ts';
import { letterOf } from './side-names.ts';
import { targetWarnings } from './target-warnings.ts';
import { invalidWarnings, movedWalls } from './verdict-warnings.ts';

const ORDER = keysOf(COMPARISON_WARNINGS);

const NO_REPEATS: ComparisonWarning = {
  code: 'no-repeats',
  sentence: 'A side has one run: this may be noise, so nothing is claimed. Repeat each configuration.',
};

const NOT_INTERLEAVED: ComparisonWarning = {
  code: 'not-interleaved',
  sentence: 'The runs were not in random order: drift between them may be the cause. Repeat them as an experiment.',
};

/**
 * What the reader has to know before reading a difference, the weightiest first. Runs picked by hand are named A, B ... in their
 * order. Of rounds each configuration stands for its runs: by the first of them, under its own name. Two things are
 * looked up in all of its runs: what their target was, and what was not measured.
 */
export function comparisonWarnings(compared: Omit<SideBySide, 'called'>): ComparisonWarning[] {
  const all = { ...compared, called: letterOf };
  const told = compared.paired ? oneRunEach(compared) : all;
  const warnings = [
    ...lackWarnings(compared.runs, subjectsOf(compared)),
    ...observationWarnings(told),
    ...confoundingWarnings(told),
    ...targetWarnings(all),
    ...invalidWarnings({ runs: compared.runs, called: compared.paired ? configurationOf(compared.sides) : letterOf }),
    ...movedWalls(compared),
    ...competingWarnings(compared.runs, compared.steps),
    ...shortWarnings(compared.runs, compared.steps),
    ...repeatWarnings(all),
    ...importedWarnings(told),
  ];
  return warnings.sort((a, b) => ORDER.indexOf(a.code) - ORDER.indexOf(b.code));
}

/** Of rounds the configurations, with all of their runs; else each run by itself. */
const subjectsOf = ({ runs, sides, paired }: Omit<SideBySide, 'called'>): Subject[] =>
  paired
    ? sides.map(({ name, indexes }) => ({ name: name ?? letterOf(indexes[0] ?? 0), indexes }))
    : runs.map((_, index) => ({ name: letterOf(index), indexes: [index] }));

const configurationOf =
  (sides: Side[]) =>
  (index: number): string =>
    sides.find(({ indexes }) => indexes.includes(index))?.name ?? letterOf(index);

function oneRunEach({ runs, sides, settings, steps, paired }: Omit<SideBySide, 'called'>): SideBySide {
  const chosen = sides.map(({ indexes }) => indexes[0] ?? 0);
  const of = <T>(values: T[]): T[] => chosen.flatMap((index) => values.slice(index, index + 1));
  return {
    runs: of(runs),
    baselineIndex: 0,
    sides: sides.map((side, index) => ({ ...side, indexes: [index] })),
    paired,
    settings: settings.map((row) => ({ ...row, values: of(row.values) })),
    steps: steps.map((step) => ({ ...step, cells: of(step.cells) })),
    called: (index) => sides[index]?.name ?? letterOf(index),
  };
}

function repeatWarnings({ sides, paired }: SideBySide): ComparisonWarning[] {
  const single = sides.some(({ indexes }) => indexes.length < 2);
  return [...(single ? [NO_REPEATS] : []), ...(paired || single ? [] : [NOT_INTERLEAVED])];
}

function importedWarnings({ runs, called }: SideBySide): ComparisonWarning[] {
  const indexes = runs.flatMap(({ imported }, index) => (imported ? [index] : []));
  if (indexes.length === 0) return [];
  const sources = [...new Set(indexes.map((index) => runs[index]?.imported?.source))];
  const [name, is] = [listed(indexes.map(called)), indexes.length === 1 ? 'was' : 'were'];
  const from =
    sources.length === 1
      ? ` from ${sources[0]}`
      : `: ${listed(indexes.map((index) => `${called(index)} from ${runs[index]?.imported?.source}`))}`;
  const sentence = `${name} ${is} imported${from}: what the source leaves out may differ. Measure it here to know more.`;
  return [{ code: 'imported', sentence }];
}
