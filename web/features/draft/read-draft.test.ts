import type { ToolLoop } from '@contract/load';
import { DEFAULT_BACKENDS } from '@rules/spec/backend-check';
import { NO_BACKENDS } from '@rules/spec/later-fields';
import { describe, expect, test } from 'vitest';
import { restoreDraft } from '@/features/new-run/restore-draft';
import { base, closed, draft, EIGHT, open, own, search, target, typedRequest } from '@/testing/drafts';
import { abilities, factsWith, hostsWith, toolWith } from '@/testing/hosts';
import type { BackendDrafts } from './backends/backend-draft';
import { draftField } from './draft-field';
import { readDraft } from './read-draft';
import { newRequest } from './requests/request-draft';
import type { RunDraft } from './run-draft';
import { newStep } from './step-draft';
import { emptyTarget } from './target-draft';

test('an untouched draft with a host is a run that can be sent, by volley', () => {
  expect(readDraft(draft, EIGHT).errors).toEqual({});
  expect(base.clients).toEqual([{ hostId: draft.serverHostId }]);
  expect([base.target, base.server?.address, base.load.tool]).toEqual([
    {
      kind: 'reference',
      framework: 'fiber',
      prefork: false,
      workers: null,
      pick: 'local',
      port: null,
      tls: false,
      ...NO_BACKENDS,
    },
    null,
    'volley',
  ]);
});

test.each<[string, Partial<RunDraft>]>([
  ['target.workers', target({ workers: '0' })],
  ['target.workers', target({ workers: '1025' })],
  ['target.port', target({ port: '70000' })],
  ['target.name', target({ kind: 'named' })],
  ['target.revision', target({ kind: 'named', name: 'shop', revision: 'a1b2c3d' })],
  ['target.revision', target({ kind: 'named', name: 'shop', revision: 'main' })],
  ['target.listeningPort', target({ kind: 'listening' })],
  ['targetCpus', { targetCpus: '0-' }],
  ['toolCpus', { toolCpus: '4-', clientHostIds: ['s', 'other'] }],
  ['samplesPerSecond', { samplesPerSecond: '11' }],
  ['warmupSeconds', { warmupSeconds: '' }],
  ['pauseSeconds', { pauseSeconds: '1.5' }],
  ['serverHostId', { serverHostId: '', clientHostIds: ['s'] }],
  ['clientHostIds', { clientHostIds: [] }],
  ['name', { name: 'x'.repeat(121) }],
  ['requests.own.0.path', own('read')],
  ['requests.own.0.path', own('/a b')],
  ['requests.own.0.path', own('/a#b')],
  ['requests.own.0.path', own(`/${'a'.repeat(2000)}`)],
  ['requests.own.0.headers', typedRequest({ headers: 'Accept text/html' })],
  ['requests.own.0.headers', typedRequest({ headers: 'X: {{secret:no name}}' })],
  ['requests.own.0.headers', typedRequest({ headers: 'X: é' })],
  ['requests.own.0.status', typedRequest({ status: '99' })],
  ['requests.own.0.sha256', typedRequest({ sha256: 'abc' })],
  ['variables', { variables: 'id counter from 1' }],
  ['variables', { variables: 'id: random 9 to 3' }],
  ['variables', { variables: 'id: in turn ["a"' }],
  ['seed', { seed: '-1' }],
  ['transport.requestsPerConnection', { transport: { ...draft.transport, requestsPerConnection: '0' } }],
  ['transport.serverName', { ...target({ tls: true }), transport: { ...draft.transport, serverName: '10.0.0.1' } }],
  ['steps.0.connections', { steps: [newStep({ connections: '0' })] }],
  ['steps.0.requestsPerSecond', { loop: 'open', steps: [newStep({ requestsPerSecond: '0.5' })] }],
  ['steps.0.openConnections', { loop: 'open', steps: [newStep({ openConnections: 'x' })] }],
  ['steps.0.toolWorkers', { steps: [newStep({ toolWorkers: '2000' })] }],
  ['steps', { steps: Array.from({ length: 26 }, () => newStep({ profiles: ['cpu'] })) }],
  ['search.first.connections', search({ first: newStep({ connections: '' }) })],
  ['search.mostConnections', search({ mostConnections: '1' })],
  ['search.growth', search({ growth: '1' })],
  ['search.precision', search({ precision: '0' })],
  ['search.mostMs', search({ ceiling: 'latency', mostMs: '' })],
])('%s that cannot be read is named: %o', (field, change) => {
  expect(Object.keys(readDraft({ ...draft, ...change }, EIGHT).errors)).toEqual([field]);
});

test('what belongs to another kind, loop or plan is kept and in nobody’s way', () => {
  const typed: RunDraft = {
    ...draft,
    target: { ...emptyTarget(), name: 'Not A Name', listeningPort: 'x' },
    requests: { ...draft.requests, own: [{ ...newRequest('x'), weight: 'x' }] },
    steps: [newStep({ requestsPerSecond: 'x', openConnections: 'x' })],
    search: { ...draft.search, growth: 'x', first: newStep({ connections: 'x' }) },
  };
  expect(readDraft(typed, EIGHT).errors).toEqual({});
  expect(restoreDraft(JSON.stringify(typed))).toEqual(typed);
});

test('numbers and CPU sets may be typed as they are shown: 10,000 and "0-3, 7"', () => {
  const typed = { ...draft, steps: [newStep({ connections: '10,000' })], targetCpus: '0-3, 7' };
  const read = readDraft(typed, EIGHT).spec;
  expect([read.load.steps[0]?.connections, read.tuning.targetCpus]).toEqual([10_000, '0-3,7']);
});

test('what the tool or the target lacks is not asked for, whatever was typed before', () => {
  const lacking = factsWith({
    tools: [
      {
        ...toolWith('wrk'),
        abilities: {
          ...abilities.vegeta,
          loops: [
            { ...(abilities.volley.loops[0] as ToolLoop), pipelining: false },
            { ...(abilities.volley.loops[1] as ToolLoop), poisson: false, connections: false },
          ],
          workers: 'none',
          decompression: false,
        },
      },
    ],
  });
  const row = newStep({
    pipelining: '16',
    arrivals: 'poisson',
    openConnections: '9',
    toolWorkers: '4',
    profiles: ['cpu'],
  });
  const typed: RunDraft = {
    ...draft,
    ...own('/'),
    targetCpus: '0-1',
    tool: 'wrk',
    toolWorkers: '3',
    decompress: true,
    loop: 'each',
    steps: [row, { ...row, loop: 'open' }],
  };
  const { load, tuning } = readDraft(typed, hostsWith({ s: lacking })).spec;
  expect(load).toMatchObject({ toolWorkers: null, decompress: false });
  expect(load.steps).toEqual([closed({ durationSeconds: 10 }), open({ durationSeconds: 10 })]);
  expect(tuning.targetCpus).toBeNull();
});

describe('backends', () => {
  const reading = (path: string, change: Partial<BackendDrafts> = {}) => {
    const requests = { ...draft.requests, reference: [newRequest(path)] };
    return readDraft({ ...draft, target: { ...draft.target, ...change }, requests }, EIGHT);
  };
  const narrow = { ...draft.target.database, poolSize: '1', synchronousCommit: false };

  test('come with a route that asks for them, and go with it', () => {
    expect(reading('/db-read').spec.target).toMatchObject({ ...NO_BACKENDS, database: DEFAULT_BACKENDS.database });
    expect(reading('/db-read?n=1').spec.target).toMatchObject({ database: DEFAULT_BACKENDS.database });
    expect(reading('/cache-read').spec.target).toMatchObject({ ...NO_BACKENDS, cache: DEFAULT_BACKENDS.cache });
    expect(reading('/simple', { database: narrow }).spec.target).toMatchObject(NO_BACKENDS);
  });

  test('are what was typed', () => {
    const database = { poolSize: 1, prepared: true, batch: 1, synchronousCommit: false };
    expect(reading('/db-write', { database: narrow }).spec.target).toMatchObject({ database });
    const downstream = { timeoutMs: '250', retries: '3', failPercent: '0.5', delayMs: '20' };
    const read = { timeoutMs: 250, retries: 3, failPercent: 0.5, delayMs: 20 };
    expect(reading('/downstream', { downstream }).spec.target).toMatchObject({ downstream: read });
  });

  test('are refused at their own field, and only while they are asked for', () => {
    const database = { ...narrow, poolSize: '0', batch: '1001' };
    expect(reading('/db-write', { database }).errors).toEqual({
      'target.database.poolSize': 'A whole number from 1 to 1,000.',
      'target.database.batch': 'A whole number from 1 to 1,000.',
    });
    expect(reading('/simple', { database }).errors).toEqual({});
    expect(draftField('body.spec.target.database.poolSize', draft)).toBe('target.database.poolSize');
    expect(draftField('spec.target.cache', draft)).toBe('target.cache');
  });
});
