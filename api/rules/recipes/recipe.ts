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

export const sameHost = ({ server, client }: RecipeHosts): boolean => server.id === client.id;

/** CPUs that the target may use: on one host half of them, so that the load takes none of these. */
export const serverCpus = (hosts: RecipeHosts): number => {
  const { cpus } = hosts.server.facts;
  return sameHost(hosts) && cpus > 1 ? Math.floor(cpus / 2) : cpus;
};

/** Null where the work of the server has several CPUs to spread over. */
export function fewCpus(hosts: RecipeHosts): { refusal: string } | null {
  if (serverCpus(hosts) > 1) return null;
  const { name, facts } = hosts.server;
  if (facts.cpus === 1)
    return { refusal: `${name} has one CPU, so there is nothing to spread the work over. Choose a larger server.` };
  return {
    refusal: `Of ${name}’s ${facts.cpus} CPUs the load needs its own, which leaves the server one. Choose another host for the load: add one under Hosts.`,
  };
}

/** Null where the client’s CPUs are none of the server’s. */
export const clientTakesServers = (hosts: RecipeHosts): { refusal: string } | null =>
  sameHost(hosts)
    ? {
        refusal:
          'On one host, CPUs given to the client are taken from the server. Choose another host for the load: add one under Hosts.',
      }
    : null;

/** On one host each side has its own CPUs; else what saturates them is both, and throughput ranks nothing. */
function ownCpus(hosts: RecipeHosts): { targetCpus: string | null; toolCpus: string | null } {
  const shared = sameHost(hosts) && hosts.server.facts.cpus > 1;
  return { targetCpus: shared ? `first ${serverCpus(hosts)}` : null, toolCpus: shared ? 'not target' : null };
}

interface Asked {
  path: string;
  target?: Partial<ReferenceTarget>;
  tuning?: Partial<RunSpec['tuning']>;
  load?: Partial<LoadProfile>;
}

/** The reference server and volley, with what a recipe asks beyond that. */
export const specOn = (hosts: RecipeHosts, { path, target, tuning, load }: Asked): RunSpec => ({
  specVersion: SPEC_VERSION,
  server: { hostId: hosts.server.id, address: null },
  clients: [{ hostId: hosts.client.id }],
  ...NO_BACKEND_HOST,
  target: {
    ...{ kind: 'reference', framework: 'fiber', prefork: false, workers: null, pick: 'local', port: null, tls: false },
    ...NO_BACKENDS,
    ...target,
  },
  requests: [plainGet(path)],
  ...structuredClone(NO_VARIABLES),
  tuning: { targetCpus: ownCpus(hosts).targetCpus, server: null, clients: null, ...tuning },
  samplesPerSecond: 1,
  load: {
    ...{ tool: 'volley', toolWorkers: null, toolCpus: ownCpus(hosts).toolCpus, decompress: false },
    ...PLAIN_LOAD,
    ...{ warmupSeconds: 2, pauseSeconds: 1, steps: [closedStep(50)], search: null },
    ...load,
  },
});

/** 2, 4, 8 and so on below the most, and the most itself. */
export function doublings(most: number): number[] {
  const found = [];
  for (let count = 2; count < most; count *= 2) found.push(count);
  return most > 1 ? [...found, most] : found;
}
