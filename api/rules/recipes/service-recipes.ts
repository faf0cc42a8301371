import type { SpecChange } from '../../contract/experiment.ts';
import type { StepSpec } from '../../contract/load.ts';
import type { RunSpec } from '../../contract/spec.ts';
import type { ReferenceTarget } from '../../contract/target.ts';
import { DEFAULT_BACKENDS } from '../spec/backend-check.ts';
import { plural } from '../words/numbers.ts';
import { closedStep, type ExperimentRecipe, type RecipeHosts, specOn } from './recipe.ts';

/** FastHTTP costs least of the three, so what stands behind it shows first. */
const asking = (hosts: RecipeHosts, path: string, services: Partial<ReferenceTarget>, step: StepSpec): RunSpec =>
  specOn(hosts, {
    path,
    target: { framework: 'fasthttp', ...services },
    // On one host the services need CPUs too, and are given those that are idle.
    tuning: { targetCpus: null },
    load: { steps: [step], toolCpus: null },
  });

const poolSize = (value: number): SpecChange => ({ path: '/target/database/poolSize', value });
const batch: SpecChange = { path: '/target/database/batch', value: 20 };
const notAwaited: SpecChange = { path: '/target/database/synchronousCommit', value: false };

const connections: ExperimentRecipe = {
  id: 'connections',
  makes: 'experiment',
  question: 'How many database connections does this host need?',
  varies: 'connections of the pool, 1 to 50',
  on: (hosts) => ({
    kind: 'comparison',
    hypothesis:
      'Throughput grows with the connections until a CPU, here the database’s, is saturated. Beyond that, more connections only move the queue from the pool into the database.',
    baseline: {
      name: '10 connections',
      spec: asking(hosts, '/db-read', { database: DEFAULT_BACKENDS.database }, closedStep(100)),
    },
    variants: [1, 2, 5, 20, 50].map((many) => ({ name: plural(many, 'connection'), changes: [poolSize(many)] })),
    metric: 'requestsPerSecond',
  }),
};

const fsync: ExperimentRecipe = {
  id: 'fsync',
  makes: 'experiment',
  question: 'What does an fsync cost a write?',
  varies: 'commits on disk, and rows per commit',
  on: (hosts) => ({
    kind: 'comparison',
    hypothesis:
      'Most of a commit is waiting for the disk. Without that wait, or if many rows share one commit, writes cost as much as reads.',
    baseline: {
      name: 'fsync for each commit',
      spec: asking(hosts, '/db-write', { database: DEFAULT_BACKENDS.database }, closedStep(100)),
    },
    variants: [
      { name: 'commit not awaited', changes: [notAwaited] },
      { name: 'up to 20 rows a commit', changes: [batch] },
      { name: 'both', changes: [batch, notAwaited] },
    ],
    metric: 'requestsPerSecond',
  }),
};

const STEADY: StepSpec = {
  ...{ loop: 'open', requestsPerSecond: 200, arrivals: 'constant', connections: null },
  ...{ durationSeconds: 10, toolWorkers: null, profiles: [] },
};

const retries: ExperimentRecipe = {
  id: 'retries',
  makes: 'experiment',
  question: 'What do retries do to a degraded backend, and to its callers?',
  varies: 'answers of the backend that fail, 0 to 50 %',
  on: (hosts) => ({
    kind: 'comparison',
    hypothesis:
      'Callers see no failures and wait longer: the p99 grows by one answer of the backend for each further attempt. The backend gets 1 / (1 - f) times the load, just when it is degraded.',
    baseline: {
      name: 'no answer fails',
      spec: asking(
        hosts,
        '/downstream',
        { downstream: { timeoutMs: 1000, retries: 10, failPercent: 0, delayMs: 5 } },
        STEADY,
      ),
    },
    variants: [5, 30, 50].map((percent) => ({
      name: `${percent} % fail`,
      changes: [{ path: '/target/downstream/failPercent', value: percent }],
    })),
    metric: 'latencyMsP99',
  }),
};

/** What a database or another server behind the target does to it: docs/regimes.md. */
export const SERVICE_RECIPES = [connections, fsync, retries];
