import type { ComparedMetric } from '../../contract/comparison.ts';
import type { AskedStep } from '../../contract/load.ts';
import type { Run } from '../../contract/run.ts';
import type { Held } from '../../contract/run-baseline.ts';
import type { StepStanding } from '../../contract/verdict.ts';
import { stableJson } from '../export/stable-json.ts';
import { askedLoadOf } from '../outcomes/asked-load.ts';
import { couldHaveShown, type ShownSide } from '../outcomes/could-show.ts';
import { changeText, METRIC_WORDS, metricTitle, percentText } from '../outcomes/figures.ts';
import { ALPHA, MARGIN_PERCENT, type ToldNoise } from '../outcomes/outcomes.ts';
import { briefLoadText, protocolOf, stepText } from '../spec/load-words.ts';
import { isBetter } from '../statistics/better-word.ts';
import { noiseFloorOf } from '../statistics/noise-floor.ts';
import { successiveNoise } from '../statistics/successive-noise.ts';
import { groupsBy } from '../words/groups.ts';
import { commonWall } from './wall-of-most.ts';

/** A run of a group, with its step that asked for the baseline's load. */
export interface GroupRun {
  runId: string;
  spec: Run['spec'];
  /** Its hosts with their roles: the same text where they are the same. */
  hosts: string;
  /** The same in runs that asked for the same of the same software. */
  configuration: string;
  /** Steps that it measured: a baseline's best was picked among them. */
  measuredSteps: number;
  /** Null where it measured none like the baseline's. */
  step: HeldStep | null;
}

interface HeldStep {
  spec: AskedStep;
  standing: StepStanding | null;
  figures: Record<HeldMetric, number | null>;
}

type HeldMetric = 'requestsPerSecond' | 'serverCpuUsPerRequest';

/** Throughput where the server was the limit of both; else what a request costs it, which needs no limit. */
const METRICS: HeldMetric[] = ['requestsPerSecond', 'serverCpuUsPerRequest'];

interface Fit extends GroupRun {
  step: HeldStep;
  metric: HeldMetric;
  ratio: number;
}

type KnownNoise = (metric: ComparedMetric) => ToldNoise | null;

/**
 * Every run of a group against its baseline, at the step with the baseline's best throughput. `runs` are in the order in which
 * they ran, the baseline among them. `experiments` is what A/A experiments on the baseline's hosts showed; without any the noise is
 * that of successive repeats. Claims are corrected for how many runs are held against the one, whatever the metric, and for how many
 * steps its best was picked among: the highest of several is above its own mean.
 */
export function againstBaseline(runs: readonly GroupRun[], baselineId: string, experiments: KnownNoise) {
  const baseline = runs.find(({ runId }) => runId === baselineId);
  if (!baseline) return new Map<string, Held>();
  const others = runs.filter((run) => run !== baseline).map((run) => ({ run, fit: fitOf(baseline, run) }));
  const fits = others.flatMap(({ fit }) => (typeof fit === 'string' ? [] : [fit]));
  const tests = Math.max(1, fits.length) * Math.max(1, baseline.measuredSteps);
  const floors = Object.fromEntries(
    METRICS.map((metric) => {
      const noise: ToldNoise | null = experiments(metric) ?? successiveNoise(repeatsOf(runs, baseline.hosts, metric));
      return [metric, noise && { logRatio: noiseFloorOf(noise, 1, ALPHA / tests), source: noise.source }];
    }),
  ) as Record<HeldMetric, Floor | null>;
  return new Map(
    others.map(({ run, fit }): [string, Held] => [
      run.runId,
      typeof fit === 'string' ? notComparable(fit) : heldOf(baseline, fit, { floor: floors[fit.metric], tests }),
    ]),
  );
}

const notComparable = (sentence: string): Held => ({
  word: 'not-comparable',
  metric: null,
  ratio: null,
  load: null,
  sentence,
});

/** In order, configuration by configuration. */
function repeatsOf(runs: readonly GroupRun[], hosts: string, metric: HeldMetric): number[][] {
  const measured = runs.flatMap(({ hosts: own, configuration, step }) => {
    const figure = own === hosts && step?.standing?.validity !== 'invalid' ? (step?.figures[metric] ?? 0) : 0;
    return figure > 0 ? [{ configuration, figure }] : [];
  });
  const groups = groupsBy(measured, ({ configuration }) => configuration);
  return [...groups.values()].map((group) => group.map(({ figure }) => figure));
}

/** What can be compared of the two, or why nothing can. */
function fitOf(baseline: GroupRun, run: GroupRun): Fit | string {
  const { step: from } = baseline;
  const { step } = run;
  if (!from) return 'The baseline has no measured step.';
  if (run.spec.specVersion === 0) return 'Imported: its steps are not compared with a baseline here.';
  if (run.hosts !== baseline.hosts) return 'It ran on other hosts than the baseline.';
  if (!step) return `It measured no step with the baseline’s load (${stepText(from.spec, protocolOf(baseline))}).`;
  if (requestsOf(run) !== requestsOf(baseline)) return 'It sent other requests than the baseline.';
  if (step.standing?.validity === 'invalid') return `Its figure at ${stepText(step.spec, protocolOf(run))} is invalid.`;
  if (from.standing?.validity === 'invalid') return 'The figure of the baseline is invalid.';
  let why = '';
  for (const metric of METRICS) {
    const shown = couldHaveShown(metric, sideOf(baseline, from, 'the baseline'), sideOf(run, step, 'this run'));
    const [before, after] = [from.figures[metric] ?? 0, step.figures[metric] ?? 0];
    if (shown.couldShow === 'yes' && before > 0 && after > 0) return { ...run, step, metric, ratio: after / before };
    why ||= shown.couldShow === 'yes' ? `${metricTitle(metric)} was not measured on both sides.` : shown.sentence;
  }
  return why;
}

const requestsOf = ({ spec }: GroupRun): string => stableJson('requests' in spec ? spec.requests : null);

function sideOf(run: GroupRun, step: HeldStep, name: string): ShownSide {
  const { spec } = run;
  const { standing } = step;
  return {
    name,
    asked: askedLoadOf({ spec, steps: [{ spec: step.spec }] }, 0),
    requests: requestsOf(run),
    runs: 1,
    wall: commonWall([standing]),
    // A standing is all of a verdict that the metrics compared here are ranked by.
    steps: [{ spec: step.spec, verdict: standing, evidence: 'not-read', point: null, clients: [], clientsFull: [] }],
  };
}

/** What noise explains, as a logarithm of a ratio, and the A/A experiments that it is from. */
interface Floor {
  logRatio: number;
  source: string | undefined;
}

interface Corrected {
  /** Null: not known. */
  floor: Floor | null;
  tests: number;
}

function heldOf(baseline: GroupRun, fit: Fit, { floor, tests }: Corrected): Held {
  const { step, metric, ratio } = fit;
  const change = `${metricTitle(metric)} ${changeText(ratio)} against the baseline at ${stepText(step.spec, protocolOf(fit))}`;
  const load = briefLoadText(step.spec, protocolOf(fit));
  const unclear = (why: string): Held => ({ word: 'unclear', metric, ratio, load, sentence: `${change}${why}` });
  const doubt = doubtOf(baseline, fit);
  if (doubt !== null) return unclear(`. ${doubt}`);
  if (floor === null) return unclear('. The noise here is unknown; repeat the run, or make an A/A experiment.');
  const from = floor.source === undefined ? '' : ` from ${floor.source}`;
  const noise = `noise of ±${percentText(100 * Math.expm1(floor.logRatio))}${from}${tests > 1 ? `, corrected for ${tests} comparisons` : ''}`;
  const size = Math.abs(Math.log(ratio));
  if (size <= floor.logRatio) return unclear(`: within the ${noise}.`);
  if (size <= Math.log1p(MARGIN_PERCENT / 100))
    return unclear(`: within the margin of ${MARGIN_PERCENT} %, beyond the ${noise}.`);
  const better = isBetter(METRIC_WORDS[metric].quantity, ratio > 1 ? 'higher' : 'lower');
  return {
    word: better ? 'better' : 'worse',
    metric,
    ratio,
    load,
    sentence: `${change}: beyond the ${noise}.`,
  };
}

/** Why a difference is shown and not claimed; null where nothing keeps it from being claimed. */
function doubtOf(baseline: GroupRun, run: Fit): string | null {
  if (settingsOf(baseline) !== settingsOf(run)) {
    return 'Its target or tuning differs from that of the baseline; compare the two to see what that changed.';
  }
  if (run.step.standing?.validity === 'suspect') return 'Its figure is suspect: read its findings first.';
  if (baseline.step?.standing?.validity === 'suspect') return 'The figure of the baseline is suspect.';
  return null;
}

/** Independent of the order of its fields: in stored runs, fields of a later version come last. */
const settingsOf = ({ spec }: GroupRun): string =>
  stableJson('target' in spec ? [spec.target, 'tuning' in spec ? spec.tuning : null] : null);
