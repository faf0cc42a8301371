import type { ComparedStep, ComparisonWarning } from '../../contract/comparison.ts';
import type { Point } from '../../contract/point.ts';
import type { Run } from '../../contract/run.ts';
import { isTarget } from '../evidence/shared-machine.ts';
import { askedLoadOf, differenceText, loadDifference } from '../outcomes/asked-load.ts';
import { sidesText } from '../outcomes/sides-text.ts';
import { isTerminal } from '../run/run-machine.ts';
import { measureHere, unmeasuredOrigin } from '../spec/external-target.ts';
import { protocolOf, stepText } from '../spec/load-words.ts';
import { groupsBy } from '../words/groups.ts';
import { plural } from '../words/numbers.ts';
import { firstOf, listed } from '../words/text.ts';
import { stepAt } from './compare-steps.ts';
import { rowName } from './row-load.ts';
import type { SideBySide } from './side-by-side.ts';
import { rowText, unlike } from './side-names.ts';

/** The subject of a warning: one run picked by hand, or a configuration with the runs of all its rounds. */
export interface Subject {
  name: string;
  indexes: number[];
}

/** What was not measured in some run. */
export const lackWarnings = (runs: Run[], subjects: Subject[]): ComparisonWarning[] => [
  ...incomplete(runs, subjects),
  ...unobserved(runs, subjects),
];

/** What was not measured in the same way on every side. */
export function observationWarnings(sides: SideBySide): ComparisonWarning[] {
  const { runs, steps, called } = sides;
  return [
    ...loopsDiffer({ runs, steps, called }),
    ...unmatched({ runs, steps, called }),
    ...otherLoads(sides),
    ...durationsDiffer({ runs, steps, called }),
  ];
}

type Compared = Pick<SideBySide, 'runs' | 'steps' | 'called'>;

/** The rest of a warning's sentence, after its subject: for one, or for several. */
type Said = (several: boolean) => string;

/** A sentence for each thing to say; subjects with the same thing share one: 'A and 2 of 6 runs of B ...'. */
function toldOf(runs: Run[], subjects: Subject[], saidOf: (run: Run) => Said | null): string[] {
  const said = runs.map(saidOf);
  const alike = groupsBy(
    subjects.flatMap(({ indexes }) => indexes),
    (index) => said[index]?.(false) ?? null,
  );
  return [...alike.values()].map((held) => {
    const parts = subjects.map(({ name, indexes }) => {
      const runs = indexes.filter((index) => held.includes(index)).length;
      return { name, runs, counted: indexes.length, of: indexes.length };
    });
    const { names, count } = sidesText(parts);
    return `${names} ${said[held[0] ?? 0]?.(count > 1)}`;
  });
}

const incomplete = (runs: Run[], subjects: Subject[]): ComparisonWarning[] =>
  toldOf(runs, subjects, incompleteText).map((sentence) => ({ code: 'run-incomplete', sentence }));

function incompleteText(run: Run): Said | null {
  const of = `${run.stepsMeasured} of ${plural(run.steps.length, 'step')} measured`;
  if (!isTerminal(run.state))
    return (several) =>
      `${several ? 'are' : 'is'} still under way (${run.state}, ${of}): figures may change. Wait until ${several ? 'they end' : 'it ends'}.`;
  const again = (several: boolean): string => `rerun ${several ? 'them' : 'it'} to compare all steps.`;
  if (run.state === 'canceled')
    return (several) => `${several ? 'were' : 'was'} canceled with ${of}: ${again(several)}`;
  if (run.state === 'failed') {
    const why = run.failure?.sentence.replace(/\.$/, '');
    return (several) => `failed with ${of}${why ? ` (${why})` : ''}: see the timeline, then ${again(several)}`;
  }
  if (run.stepsMeasured >= run.steps.length) return null;
  return (several) => `finished with ${of}: see the failed steps, then ${again(several)}`;
}

/** `ofCounts`: what only a target that counts its requests can have, which others do not. */
const FIGURES: { name: string; of: (point: Point) => number | null; ofCounts?: true }[] = [
  { name: 'server CPU per request', of: (point) => point.serverCpuUsPerRequest },
  { name: 'client CPU per request', of: (point) => point.clientCpuUsPerRequest },
  { name: 'the server’s own count', of: (point) => point.serverRequests, ofCounts: true },
];

/** Every figure that some measured step lacks, and where. */
const unobserved = (runs: Run[], subjects: Subject[]): ComparisonWarning[] =>
  toldOf(runs, subjects, (run) => {
    const lacks = lackingFigures(run);
    if (lacks.length === 0) return null;
    const next = run.imported
      ? 'Measure it here.'
      : unmeasuredOrigin(run) === null
        ? 'Check that the hosts were sampled, and rerun.'
        : nextOutside(run);
    return (several) => `${several ? 'each lack' : 'lacks'} ${listed(lacks)}: not compared there. ${next}`;
  }).map((sentence) => ({ code: 'side-unobserved', sentence }));

/** An agent is there already where a client reached the target at an address of its own. */
function nextOutside({ hosts, target }: Run): string {
  const there = hosts.filter((host) => isTarget(host, target));
  return there.length === 0 ? 'Install an agent on the target’s host.' : measureHere(there.map(({ name }) => name));
}

function lackingFigures(run: Run): string[] {
  const measured = run.steps.flatMap(({ spec, point }) =>
    point && spec.profiles.length === 0 ? [{ spec, point }] : [],
  );
  const counts = run.spec.target.kind === 'reference';
  return FIGURES.flatMap(({ name, of, ofCounts }) => {
    if (ofCounts && !counts) return [];
    const without = measured.filter(({ point }) => of(point) === null);
    if (without.length === 0) return [];
    const where =
      without.length === measured.length
        ? 'in every step'
        : `at ${firstOf(without.map(({ spec }) => stepText(spec, protocolOf(run))))}`;
    return [`${name} ${where}`];
  });
}

function loopsDiffer({ runs, steps, called }: Compared): ComparisonWarning[] {
  const loopOf = (_: Run, index: number): string | null => {
    const loops = steps.flatMap((row) => stepAt(runs, row, index)?.point?.latencyMs.loop ?? []);
    return [...new Set(loops)].map((loop) => LOOPS[loop]).join(' and ') || null;
  };
  const kinds = unlike(runs, called, loopOf);
  if (kinds === null) return [];
  const sentence = `Different kinds of latency (${kinds}): no differences are shown. Use one kind of tool on every side.`;
  return [{ code: 'loops-differ', sentence }];
}

const LOOPS = { closed: 'closed loop', synthetic: 'corrected afterwards', open: 'open loop' };

/** Runs that lack the same steps stand together. */
function unmatched({ runs, steps, called }: Compared): ComparisonWarning[] {
  const holders = groupsBy(runs.keys(), (index) => {
    const without = steps.filter(({ cells }) => cells[index]?.stepIndex === null);
    return without.length === 0 ? null : firstOf(without.map((row) => rowName(runs, row)));
  });
  if (holders.size === 0) return [];
  const told = [...holders].map(
    ([lacks, indexes]) => `${listed(indexes.map(called))} ${indexes.length === 1 ? 'has' : 'have'} no step at ${lacks}`,
  );
  const sentence = `${told.join('; ')}: those have no counterpart. Give every run the same steps.`;
  return [{ code: 'steps-unmatched', sentence }];
}

/** For rounds, where steps meet by their place and may differ in load. Another tool has a warning of its own. */
function otherLoads({ runs, baselineIndex, steps, paired, called }: SideBySide): ComparisonWarning[] {
  if (!paired) return [];
  const asked = (index: number, { cells }: ComparedStep) => {
    const run = runs[index];
    const load = run ? askedLoadOf(run, cells[index]?.stepIndex ?? null) : null;
    return load && { ...load, tool: null };
  };
  const told = steps.flatMap((row) =>
    [...runs.keys()].flatMap((index) => {
      const difference = loadDifference(asked(baselineIndex, row), asked(index, row));
      if (!difference) return [];
      const loads = differenceText(difference, called(baselineIndex), called(index));
      return [`step ${(row.cells[baselineIndex]?.stepIndex ?? 0) + 1} (${loads})`];
    }),
  );
  if (told.length === 0) return [];
  const sentence = `The load differs at ${firstOf(told)}: a difference is the load’s too, and CPU per request is not claimed. Use one load on every side.`;
  return [{ code: 'steps-unmatched', sentence }];
}

function durationsDiffer({ runs, steps, called }: Compared): ComparisonWarning[] {
  const differing = steps.flatMap((row) => {
    const seconds = unlike(runs, called, (_, index) => {
      const asked = stepAt(runs, row, index)?.spec.durationSeconds ?? null;
      return asked === null ? null : `${asked} s`;
    });
    return seconds === null ? [] : [`${rowText(runs, row, [...runs.keys()])} (${seconds})`];
  });
  if (differing.length === 0) return [];
  const sentence = `Step durations differ: ${firstOf(differing)}. A shorter step is noisier; use one duration.`;
  return [{ code: 'durations-differ', sentence }];
}
