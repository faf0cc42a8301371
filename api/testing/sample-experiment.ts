import type { Experiment } from '../contract/experiment.ts';
import { SHARE_DOCUMENT_VERSION, type ShareDocument } from '../contract/share.ts';
import { compareRounds } from '../rules/comparison/compare-runs.ts';
import { drivenRun } from './driven-run.ts';
import { samplePoint } from './sample-run.ts';

interface SampleExperiment {
  target: string[];
  /** Of the baseline and of the variant. */
  commands: [string[], string[]];
}

const runId = (configuration: number, round: number): string =>
  `01890000-0000-7000-8000-0000000${configuration}000${round}`;

/** Two configurations over two rounds, the second round in the other order. */
export function sampleExperiment({ target, commands }: SampleExperiment): Experiment {
  const configurations = ['baseline', 'pinned'].map((name, configuration) => ({
    name,
    runs: [0, 1].map((round) => {
      const run = drivenRun(target, commands[configuration] ?? [], { name: `${name} ${round + 1}` });
      const point = samplePoint({ requestsPerSecond: 10_000 * (configuration + 1) + 10 * round });
      const steps = run.steps.map((step) => ({ ...step, point }));
      const workers = configuration === 0 ? null : 2;
      const load = { ...run.spec.load, toolWorkers: workers };
      return { ...run, id: runId(configuration, round), spec: { ...run.spec, load }, steps };
    }),
  }));
  const [baseline] = configurations;
  const spec = baseline?.runs[0]?.spec;
  if (!spec) throw new Error('no baseline');
  const primary = { metric: 'requestsPerSecond' as const, stepIndex: 0 };
  const result = compareRounds(configurations, { alpha: 0.05, marginPercent: 2, primary, noiseOf: () => null });
  return {
    id: '01890000-0000-7000-8000-0000000e0000',
    kind: 'comparison',
    question: 'Does pinning help?',
    status: 'done',
    stoppedSentence: null,
    waitingSentence: null,
    createdAtUs: 1,
    createdByName: 'Ada',
    startedAtUs: 2,
    endedAtUs: 3,
    configurationNames: ['baseline', 'pinned'],
    hostNames: ['lab-1'],
    rounds: 2,
    roundsPlanned: 2,
    roundsDone: 2,
    runsDone: 4,
    runsPlanned: 4,
    remainingUs: null,
    headline: result.headline,
    imported: false,
    supersededBy: null,
    hypothesis: 'It does.',
    seed: 7,
    extensionRounds: null,
    extended: null,
    primary,
    marginPercent: 2,
    design: {
      cvPercent: 1,
      cvSource: 'a guess',
      intervalPercent: 2,
      smallestShownPercent: 5,
      roundsForEquivalence: 9,
      noiseFloorPercent: null,
      runs: 4,
      plannedUs: 1,
      sentence: 'Two rounds show 5 % and more.',
      warnings: [],
    },
    configurations: [
      { index: 0, name: 'baseline', spec, changes: [], groups: [], singleFactor: [] },
      {
        index: 1,
        name: 'pinned',
        spec: { ...spec, load: { ...spec.load, toolWorkers: 2 } },
        changes: [{ path: '/load/toolWorkers', value: 2 }],
        groups: ['load'],
        singleFactor: [],
      },
    ],
    slots: [
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
      [1, 1, 1],
    ].map(([round = 0, position = 0, configuration = 0]) => ({
      round,
      position,
      configuration,
      runId: runId(configuration, round),
      runState: 'finished' as const,
      failedRunIds: [],
    })),
    result,
    finding: 'It **does**.',
    findingAtUs: 4,
    findingByName: 'Ada',
    supersedes: [],
  };
}

export const experimentDocument = (parts: SampleExperiment): ShareDocument => ({
  documentVersion: SHARE_DOCUMENT_VERSION,
  title: 'Does pinning help?',
  frozenAtUs: 1,
  productVersion: '0.0.0-test',
  type: 'experiment',
  experiment: sampleExperiment(parts),
});
