import type { ComparedStep, ComparisonWarning } from '../../contract/comparison.ts';
import type { Point } from '../../contract/point.ts';
import type { Run } from '../../contract/run.ts';
import { isTarget } from '../evidence/shared-machine.ts';
import { askedLoadOf, differenceText, loadDifference } from '../outcomes/asked-load.ts';
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

/** What was not measured, or not in the same way, on some side. */
export function observationWarnings(sides: SideBySide): ComparisonWarning[] {
  const { runs, steps, called } = sides;
  return [
    ...runs.flatMap((run, index) => incomplete(run, called(index))),
    ...unobserved({ runs, called }),
    ...loopsDiffer({ runs, steps, called }),
    ...unmatched({ runs, steps, called }),
    ...otherLoads(sides),
    ...durationsDiffer({ runs, steps, called }),
  ];
}

type Compared = Pick<SideBySide, 'runs' | 'steps' | 'called'>;

function incomplete(run: Run, letter: string): ComparisonWarning[] {
  const of = `${run.stepsMeasured} of ${plural(run.steps.length, 'step')} measured`;
  const warn = (sentence: string): ComparisonWarning[] => [{ code: 'run-incomplete', sentence }];
  if (!isTerminal(run.state)) {
    return warn(`${letter} is still under way (${run.state}, ${of}): its figures may change. Wait until it ends.`);
  }
  const again = 'rerun it to compare all steps.';
  if (run.state === 'canceled') return warn(`${letter} was canceled with ${of}: ${again}`);
  if (run.state === 'failed') {
    const why = run.failure?.sentence.replace(/\.$/, '');
    return warn(`${letter} failed with ${of}${why ? ` (${why})` : ''}: see its timeline, then ${again}`);
  }
  if (run.stepsMeasured < run.steps.length) {
    return warn(`${letter} finished with ${of}: see the failed steps, then ${again}`);
  }
  return [];
}

/** `ofCounts`: what only a target that counts its requests can have, which others do not. */
const FIGURES: { name: string; of: (point: Point) => number | null; ofCounts?: true }[] = [
  { name: 'server CPU per request', of: (point) => point.serverCpuUsPerRequest },
  { name: 'client CPU per request', of: (point) => point.clientCpuUsPerRequest },
  { name: 'the server’s own count', of: (point) => point.serverRequests, ofCounts: true },
];

/** Every figure that some measured step lacks, and where. Runs that lack the same stand together. */
function unobserved({ runs, called }: Pick<Compared, 'runs' | 'called'>): ComparisonWarning[] {
  const holders = groupsBy(runs.keys(), (index) => {
    const run = runs[index] as Run;
    const lacks = lackingFigures(run);
    if (lacks.length === 0) return null;
    const next = run.imported
      ? 'Measure it here.'
      : unmeasuredOrigin(run) === null
        ? 'Check that the hosts were sampled, and rerun.'
        : nextOutside(run);
    return `${listed(lacks)}: not compared there. ${next}`;
  });
  return [...holders].map(([told, indexes]) => {
    const verb = indexes.length === 1 ? 'lacks' : 'each lack';
    return { code: 'side-unobserved', sentence: `${listed(indexes.map(called))} ${verb} ${told}` };
  });
}

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
