import type { ComparedSetting, ComparedStep, ComparisonWarning } from '../contract/comparison.ts';
import type { Run } from '../contract/run.ts';
import { confoundingWarnings } from './confounding-warnings.ts';
import { observationWarnings } from './observation-warnings.ts';

export interface SideBySide {
  runs: Run[];
  baselineIndex: number;
  settings: ComparedSetting[];
  steps: ComparedStep[];
}

/** The weightiest first: what makes a figure something else than it seems comes before what else may be behind it. */
const WEIGHT: ComparisonWarning['code'][] = [
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
];

const NO_REPEATS: ComparisonWarning = {
  code: 'no-repeats',
  sentence:
    'One run a side: how far apart two runs of one configuration are on these hosts is not known, so differences are shown and nothing is claimed; repeat each configuration several times, in turn, before you conclude.',
};

/** What the reader has to know before reading a difference, the weightiest first. Runs are named A, B ... in their order. */
export function comparisonWarnings(sides: SideBySide): ComparisonWarning[] {
  const warnings = [...observationWarnings(sides), ...confoundingWarnings(sides), NO_REPEATS];
  return warnings.sort((a, b) => WEIGHT.indexOf(a.code) - WEIGHT.indexOf(b.code));
}
