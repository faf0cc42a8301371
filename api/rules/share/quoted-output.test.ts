import { describe, expect, it } from 'vitest';
import type { Run } from '../../contract/run.ts';
import type { RunSeries } from '../../contract/samples.ts';
import type { TargetSpec } from '../../contract/target.ts';
import { reference } from '../../testing/fake-agent.ts';
import { sampleExperiment } from '../../testing/sample-experiment.ts';
import { sampleRun } from '../../testing/sample-run.ts';
import { compareRuns } from '../comparison/compare-runs.ts';
import { comparisonDocument, experimentDocument, runDocument } from './share-document.ts';

const OWN: TargetSpec = { kind: 'named', name: 'shop', tls: false, parameters: [] };
const SECRET = 'connect postgres://shop:hunter2@db.corp/shop: refused (exit status 7)';
const FROZEN = { title: 't', frozenAtUs: 1, productVersion: '1' };
const NO_SERIES = { hosts: [] } as unknown as RunSeries;

const failed = (code: string, sentence: string, target: TargetSpec = OWN): Run => {
  const run = sampleRun({ id: 'a', spec: { target } });
  const transitions = [{ state: 'stopping' as const, stepIndex: 0, atUs: 5, note: sentence }];
  return { ...run, state: 'failed', failure: { code, sentence }, transitions };
};

const EACH: [why: string, code: string, sentence: string, told: string][] = [
  [
    'ended',
    'target-exited',
    `The target ended without having been told to (exit status 1): panic / ${SECRET}.`,
    'The target ended without having been told to (exit status 1).',
  ],
  [
    'was killed',
    'target-exited',
    `The target ended without having been told to (signal: segmentation fault): ${SECRET}.`,
    'The target ended without having been told to (signal: segmentation fault).',
  ],
  [
    'says so in words that no release has',
    'target-exited',
    `${SECRET.replace(' (exit status 7)', '')}.`,
    'The target ended without having been told to.',
  ],
  [
    'never listened',
    'target-not-ready',
    `On lab-1 the target ended before it listened (exit status 2): ${SECRET}.`,
    'The target did not get ready (exit status 2).',
  ],
  [
    'could not be built',
    'not-buildable',
    `On lab-1 the commit cannot be built: its build ended with exit status 2; its last words: ${SECRET}`,
    'On lab-1 the commit cannot be built: its build ended with exit status 2',
  ],
];

it.each<TargetSpec>([OWN, reference()])(
  'says of a refusal not where else the host’s file lets load go: %s',
  (target) => {
    const sentence = (list: string) => `lab-1 drives no load to 172.31.5.9; the ${list}.`;
    const lists = [
      'loadDestinations of its configuration file are: 10.77.3.4/32, 10.88.0.0/16',
      'addresses of its configuration file are: https://shop.corp, http://db.corp:8080',
    ];
    for (const list of lists) {
      const run = failed('load-refused', sentence(list), target);
      const told = `lab-1 drives no load to address-left-out; it is not among the ${list.split(' ')[0]} of its configuration file.`;
      expect(runDocument(FROZEN, run, NO_SERIES)).toMatchObject({
        run: { failure: { sentence: told }, transitions: [{ note: told }] },
      });
      const comparison = comparisonDocument(FROZEN, compareRuns([run, { ...run, id: 'b' }], run.id), []);
      for (const text of [comparison, runDocument(FROZEN, run, NO_SERIES)].map((one) => JSON.stringify(one)))
        for (const secret of ['172.31.5.9', '10.77.3.4', '10.88.0.0', '.corp']) expect(text).not.toContain(secret);
    }
  },
);

describe.each(EACH)('a target that %s takes nothing that it printed out of the lab', (_, code, sentence, told) => {
  it('in a run, the notes of its timeline included', () => {
    const document = runDocument(FROZEN, failed(code, sentence), NO_SERIES);
    expect(document).toMatchObject({ run: { failure: { code, sentence: told }, transitions: [{ note: told }] } });
    expect(JSON.stringify(document)).not.toContain('hunter2');
  });

  it('in a comparison that warns of it', () => {
    const comparison = compareRuns([sampleRun({ id: 'b' }), failed(code, sentence)], 'b', []);
    expect(JSON.stringify(comparison.warnings)).toContain('hunter2');
    expect(JSON.stringify(comparisonDocument(FROZEN, comparison, []))).not.toContain('hunter2');
  });

  it('in an experiment that it ended', () => {
    const experiment = {
      ...sampleExperiment({ target: ['x'], commands: [['y'], ['z']] }),
      stoppedSentence: `The run of pinned in round 1 gave no figure 3 times. The last time it failed: ${sentence}`,
    };
    expect(JSON.stringify(experimentDocument(FROZEN, experiment, [failed(code, sentence)]))).not.toContain('hunter2');
  });
});

it('keeps what the reference server printed: it has no secrets', () => {
  const [, code, sentence] = EACH[0] ?? ['', '', ''];
  const reference = sampleRun({ id: 'a' }).spec.target as TargetSpec;
  expect(runDocument(FROZEN, failed(code, sentence, reference), NO_SERIES)).toMatchObject({
    run: { failure: { sentence } },
  });
});
