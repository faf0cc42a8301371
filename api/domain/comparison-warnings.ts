import type { ComparedSetting, ComparedStep, ComparisonWarning } from '../contract/comparison.ts';
import type { Run } from '../contract/run.ts';
import { confoundingWarnings } from './confounding-warnings.ts';
import { observationWarnings } from './observation-warnings.ts';
import type { Side } from './outcomes/sides.ts';
import { letterOf, lettersOf, listed } from './side-names.ts';
import { verdictWarnings } from './verdict-warnings.ts';

export interface SideBySide {
  runs: Run[];
  sides: Side[];
  /** Run in rounds, each configuration once. */
  paired: boolean;
  baselineIndex: number;
  settings: ComparedSetting[];
  steps: ComparedStep[];
}

/** The weightiest first: what makes a figure something else than it seems comes before what else may be behind it. */
const WEIGHT: ComparisonWarning['code'][] = [
  'side-invalid',
  'wall-moved',
  'run-incomplete',
  'side-unobserved',
  'changed-more-than-one-thing',
  'hosts-differ',
  'one-machine',
  'tools-differ',
  'loops-differ',
  'durations-differ',
  'steps-unmatched',
  'nothing-changed',
  'no-repeats',
  'not-interleaved',
  'imported',
];

const NO_REPEATS: ComparisonWarning = {
  code: 'no-repeats',
  sentence:
    'One run a side: how far apart two runs of one configuration are on these hosts is not known, so differences are shown and nothing is claimed; repeat each configuration several times, in turn, before you conclude.',
};

const NOT_INTERLEAVED: ComparisonWarning = {
  code: 'not-interleaved',
  sentence:
    'These runs were picked by hand and not run in turn, so drift between them is not excluded; make an experiment of it, which runs its configurations in random order.',
};

/** What the reader has to know before reading a difference, the weightiest first. Runs are named A, B ... in their order. */
export function comparisonWarnings(compared: SideBySide): ComparisonWarning[] {
  const warnings = [
    ...observationWarnings(compared),
    ...confoundingWarnings(compared),
    ...verdictWarnings(compared),
    ...repeatWarnings(compared),
    ...importedWarnings(compared),
  ];
  return warnings.sort((a, b) => WEIGHT.indexOf(a.code) - WEIGHT.indexOf(b.code));
}

function repeatWarnings({ sides, paired }: SideBySide): ComparisonWarning[] {
  const single = sides.some(({ indexes }) => indexes.length < 2);
  return [...(single ? [NO_REPEATS] : []), ...(paired || single ? [] : [NOT_INTERLEAVED])];
}

function importedWarnings({ runs }: SideBySide): ComparisonWarning[] {
  const indexes = runs.flatMap(({ imported }, index) => (imported ? [index] : []));
  if (indexes.length === 0) return [];
  const sources = [...new Set(indexes.map((index) => runs[index]?.imported?.source))];
  const [name, is] = [lettersOf(indexes), indexes.length === 1 ? 'was' : 'were'];
  const from =
    sources.length === 1
      ? ` from ${sources[0]}`
      : `: ${listed(indexes.map((index) => `${letterOf(index)} from ${runs[index]?.imported?.source}`))}`;
  const sentence = `${name} ${is} imported${from}: no agent watched the hosts, so what the source does not say is missing; measure it here to know more.`;
  return [{ code: 'imported', sentence }];
}
