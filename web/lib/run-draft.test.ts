import { expect, test } from 'vitest';
import type { RunSpec } from '../api/types';
import { draftField, readDraft } from './read-draft';
import { draftOf, emptyDraft, isTyped, type RunDraft, restoreDraft, setupOf } from './run-draft';
import { factsWith } from './testing-hosts';

const draft = emptyDraft('01939a2c-7c00-7000-8000-000000000001');
const UNKNOWN = { server: null, client: null };
const EIGHT = { server: factsWith(), client: factsWith({ onlineCpus: '0-3', cpus: 4 }) };

const base: RunSpec = readDraft(draft, UNKNOWN).spec;
const spec = (change: (copy: RunSpec) => void): RunSpec => {
  const copy = structuredClone(base);
  change(copy);
  return copy;
};

const SPECS: [string, RunSpec][] = [
  ['untouched', base],
  ['two hosts', spec((s) => s.clients.splice(0, 1, { hostId: '01939a2c-7c00-7000-8000-000000000002' }))],
  ['an address', spec((s) => Object.assign(s.server, { address: '2001:db8::7' }))],
  [
    'prefork with workers and a port',
    spec((s) => Object.assign(s.target, { prefork: true, workers: 1024, port: 65535 })),
  ],
  ['another route with a weight', spec((s) => Object.assign(s.requests[0] ?? {}, { path: '/read', weight: 7 }))],
  ['a CPU set that could be shorter', spec((s) => Object.assign(s.tuning, { targetCpus: '0,1,2,3-3' }))],
  [
    'wrk',
    spec((s) =>
      Object.assign(s.load, { tool: 'wrk', toolWorkers: 3, toolCpus: '4-7', warmupSeconds: 0, pauseSeconds: 600 }),
    ),
  ],
  [
    'a ramp over everything',
    spec((s) => {
      s.load.steps = [1, 100_000].flatMap((connections) =>
        [1, 1000].flatMap((pipelining) =>
          [1, 3600].map((durationSeconds) => ({ loop: 'closed' as const, connections, pipelining, durationSeconds })),
        ),
      );
    }),
  ],
];

test.each(SPECS)('a spec comes back from its draft as it was: %s', (_, original) => {
  expect(readDraft(draftOf(original), UNKNOWN)).toEqual({ spec: original, errors: {} });
});

test.each(SPECS)('a draft comes back from its spec as it was: %s', (_, original) => {
  const typed = draftOf(original);
  expect(draftOf(readDraft(typed, UNKNOWN).spec)).toEqual(typed);
});

test('an untouched draft with a host is a run that can be sent', () => {
  expect(readDraft(draft, EIGHT).errors).toEqual({});
  expect(base.clients).toEqual([{ hostId: draft.serverHostId }]);
  expect([base.target.workers, base.server.address]).toEqual([null, null]);
});

test.each<[string, Partial<RunDraft>]>([
  ['workers', { workers: '0' }],
  ['workers', { workers: '1025' }],
  ['port', { port: '70000' }],
  ['targetCpus', { targetCpus: '0-' }],
  ['targetCpus', { targetCpus: '8' }],
  ['toolCpus', { toolCpus: '4', clientHostId: 'another' }],
  ['samplesPerSecond', { samplesPerSecond: '11' }],
  ['warmupSeconds', { warmupSeconds: '' }],
  ['pauseSeconds', { pauseSeconds: '1.5' }],
  ['serverHostId', { serverHostId: '' }],
  ['clientHostId', { clientHostId: '' }],
  ['name', { name: 'x'.repeat(121) }],
  ['steps.0.connections', { steps: [{ connections: '0', pipelining: '1', durationSeconds: '5' }] }],
])('%s that cannot be read is named: %o', (field, change) => {
  expect(Object.keys(readDraft({ ...draft, ...change }, EIGHT).errors)).toEqual([field]);
});

test('numbers and CPU sets may be typed as they are shown: 10,000 and "0-3, 7"', () => {
  const steps = [{ connections: '10,000', pipelining: '1', durationSeconds: '5' }];
  const { spec } = readDraft({ ...draft, steps, targetCpus: '0-3, 7' }, EIGHT);
  expect([spec.load.steps[0]?.connections, spec.tuning.targetCpus]).toEqual([10_000, '0-3,7']);
});

test.each([
  ['spec.load.steps.1.connections', 'steps.1.connections'],
  ['/spec/load/steps/1/connections', 'steps.1.connections'],
  ['body.spec.load.steps[0].durationSeconds', 'steps.0.durationSeconds'],
  ['spec.tuning.targetCpus', 'targetCpus'],
  ['spec.server.hostId', 'serverHostId'],
  ['spec.server.address', 'address'],
  ['spec.clients.0.hostId', 'clientHostId'],
  ['spec.load.tool', 'tool'],
  ['spec.load.toolWorkers', 'toolWorkers'],
  ['name', 'name'],
  ['spec.unheardOf', null],
])('the path %s of a problem means the field %s', (path, field) => {
  expect(draftField(path)).toBe(field);
});

test('a stored draft that is broken, or of another time, is dropped', () => {
  const { tool: _, ...older } = draft;
  const stored = ['{', 'null', '{"steps":[]}', JSON.stringify(older), JSON.stringify({ ...draft, steps: [{}] })];
  expect([null, ...stored].map(restoreDraft)).toEqual([null, null, null, null, null, null]);
  expect(restoreDraft(JSON.stringify({ ...draft, tool: 'ab' }))).toBeNull();
  expect(restoreDraft(JSON.stringify(draft))).toEqual(draft);
});

test('choosing a host alone is not typing', () => {
  expect(isTyped(draft)).toBe(false);
  expect([
    isTyped({ ...draft, name: 'x' }),
    isTyped({ ...draft, prefork: true }),
    isTyped({ ...draft, steps: [] }),
  ]).toEqual([true, true, true]);
});

test('a setup takes each CPU set from its own host, and knows two agents of one machine', () => {
  const apart = spec((s) => s.clients.splice(0, 1, { hostId: 'other' }));
  const setup = setupOf(apart, EIGHT.client, EIGHT.server);
  expect([setup.targetCpus.length, setup.toolCpus.length, setup.toolWorkers]).toEqual([8, 4, 2]);
  expect([setup.sameHost, setup.sameMachine]).toEqual([false, true]);
  expect(setupOf(apart, factsWith({ bootId: 'another' }), EIGHT.server).sameMachine).toBe(false);
});
