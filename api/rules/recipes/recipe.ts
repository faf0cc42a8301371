import type { ComparedMetric } from '../../contract/comparison.ts';
import type { CreateExperiment, SpecChange } from '../../contract/experiment.ts';
import type { HostFacts } from '../../contract/host.ts';
import { SPEC_VERSION } from '../../contract/limits.ts';
import type { LoadProfile, StepSpec } from '../../contract/load.ts';
import type { RunSpec } from '../../contract/spec.ts';
import type { ReferenceTarget } from '../../contract/target.ts';
import { isLatency } from '../outcomes/figures.ts';
import { plainGet } from '../requests/plain-request.ts';
import { NO_BACKEND_HOST, NO_BACKENDS, NO_VARIABLES, PLAIN_LOAD } from '../spec/later-fields.ts';

/** A host that a recipe is filled with. */
export interface RecipeHost {
  id: string;
  name: string;
  facts: HostFacts;
}

export interface RecipeHosts {
  server: RecipeHost;
  /** The server's host where it drives the load as well. */
  client: RecipeHost;
}

/** A question with all that an experiment declares before its first round. */
export interface RecipeExperiment {
  kind: CreateExperiment['kind'];
  hypothesis: string;
  baseline: { name: string; spec: RunSpec };
  variants: { name: string; changes: SpecChange[] }[];
  /** What decides. */
  metric: ComparedMetric;
}

interface Named {
  id: string;
  /** The question that it answers. */
  question: string;
  /** What changes between the runs, in a few words. */
  varies: string;
}

export interface ExperimentRecipe extends Named {
  makes: 'experiment';
  /** The experiment on these hosts, or why they cannot answer the question. */
  on: (hosts: RecipeHosts) => RecipeExperiment | { refusal: string };
}

export interface RunRecipe extends Named {
  makes: 'run';
  on: (hosts: RecipeHosts) => { name: string; spec: RunSpec } | { refusal: string };
}

export type Recipe = ExperimentRecipe | RunRecipe;

const ROUNDS = 6;
const MARGIN_PERCENT = 2;
/** Of a percentile, which varies more than a mean. */
const LATENCY_MARGIN_PERCENT = 5;

/** The body of POST /experiments for it, planned and not started. */
export function designOf(question: string, made: RecipeExperiment): CreateExperiment {
  const { kind, hypothesis, baseline, variants, metric } = made;
  return {
    ...{ kind, question, hypothesis, baseline, variants },
    rounds: ROUNDS,
    extensionRounds: null,
    primary: { metric, stepIndex: 0 },
    marginPercent: isLatency(metric) ? LATENCY_MARGIN_PERCENT : MARGIN_PERCENT,
    seed: null,
    start: false,
  };
}

export const closedStep = (
  connections: number,
  over: { pipelining?: number; durationSeconds?: number } = {},
): StepSpec => ({
  ...{ loop: 'closed', connections, pipelining: 1, durationSeconds: 10, toolWorkers: null, profiles: [] },
  ...over,
});

interface Asked {
  path: string;
  target?: Partial<ReferenceTarget>;
  tuning?: Partial<RunSpec['tuning']>;
  load?: Partial<LoadProfile>;
}

/** The reference server and volley, with what a recipe asks beyond that. */
export const specOn = ({ server, client }: RecipeHosts, { path, target, tuning, load }: Asked): RunSpec => ({
  specVersion: SPEC_VERSION,
  server: { hostId: server.id, address: null },
  clients: [{ hostId: client.id }],
  ...NO_BACKEND_HOST,
  target: {
    ...{ kind: 'reference', framework: 'fiber', prefork: false, workers: null, pick: 'local', port: null, tls: false },
    ...NO_BACKENDS,
    ...target,
  },
  requests: [plainGet(path)],
  ...structuredClone(NO_VARIABLES),
  tuning: { targetCpus: null, server: null, clients: null, ...tuning },
  samplesPerSecond: 1,
  load: {
    ...{ tool: 'volley', toolWorkers: null, toolCpus: null, decompress: false },
    ...PLAIN_LOAD,
    ...{ warmupSeconds: 2, pauseSeconds: 1, steps: [closedStep(50)], search: null },
    ...load,
  },
});

export const sameHost = ({ server, client }: RecipeHosts): boolean => server.id === client.id;

/** 2, 4, 8 and so on below the most, and the most itself. */
export function doublings(most: number): number[] {
  const found = [];
  for (let count = 2; count < most; count *= 2) found.push(count);
  return most > 1 ? [...found, most] : found;
}
