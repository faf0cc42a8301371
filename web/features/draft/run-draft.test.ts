import type { StepSpec, ToolLoop } from '@contract/load';
import type { RunSpec } from '@contract/spec';
import { plainGet } from '@rules/requests/plain-request';
import { DEFAULT_BACKENDS } from '@rules/spec/backend-check';
import { NO_BACKENDS } from '@rules/spec/later-fields';
import { describe, expect, test } from 'vitest';
import { restoreDraft } from '@/features/new-run/restore-draft';
import { abilities, factsWith, hostsWith, NOBODY, toolWith } from '@/testing/hosts';
import type { BackendDrafts } from './backends/backend-draft';
import { draftField } from './draft-field';
import { readDraft } from './read-draft';
import { newRequest } from './requests/request-draft';
import { draftOf, emptyDraft, isTyped, type RunDraft } from './run-draft';
import { newStep } from './step-draft';
import { emptyTarget } from './target-draft';

const draft = emptyDraft('s');
const EIGHT = hostsWith({ s: factsWith(), other: factsWith({ onlineCpus: '0-3', cpus: 4 }) });

const base: RunSpec = readDraft(draft, NOBODY).spec;
const spec = (change: (copy: RunSpec) => void): RunSpec => {
  const copy = structuredClone(base);
  change(copy);
  return copy;
};
const closed = (change: object = {}): StepSpec => ({
  loop: 'closed',
  connections: 10,
  pipelining: 1,
  durationSeconds: 5,
  toolWorkers: null,
  profiles: [],
  ...change,
});
const open = (change: object = {}): StepSpec => ({
  loop: 'open',
  requestsPerSecond: 1000,
  arrivals: 'constant',
  connections: null,
  durationSeconds: 5,
  toolWorkers: null,
  profiles: [],
  ...change,
});
const steps = (...list: StepSpec[]): RunSpec => spec((s) => Object.assign(s.load, { steps: list }));

const SPECS: [string, RunSpec][] = [
  ['untouched', base],
  ['two hosts', spec((s) => s.clients.splice(0, 1, { hostId: 'c' }))],
  ['three clients', spec((s) => s.clients.push({ hostId: 'c' }, { hostId: 'd' }))],
  [
    'an address without an agent',
    spec((s) => Object.assign(s, { server: null, target: { kind: 'external', origin: 'http://staging.example.org' } })),
  ],
  ['an address', spec((s) => Object.assign(s.server ?? {}, { address: '2001:db8::7' }))],
  [
    'a server with backends',
    spec((s) => {
      Object.assign(s.target, {
        database: { poolSize: 1000, prepared: false, batch: 50, synchronousCommit: false },
        cache: { poolSize: 1 },
        downstream: { timeoutMs: 60_000, retries: 0, failPercent: 12.5, delayMs: 7 },
      });
      s.requests = ['/db-read', '/cache-read', '/downstream'].map((path) => plainGet(path));
    }),
  ],
  [
    'the whole reference server',
    spec((s) =>
      Object.assign(s.target, {
        framework: 'nethttp',
        prefork: true,
        workers: 1024,
        pick: 'locked',
        port: 65535,
        tls: false,
      }),
    ),
  ],
  [
    'a named target with paths of its own',
    spec((s) => {
      s.target = { kind: 'named', name: 'my-server', tls: false, parameters: [] };
      s.requests = [plainGet('/a?b=1', 3)];
    }),
  ],
  [
    'what listens',
    spec((s) => {
      s.target = { kind: 'listening', port: 8080, tls: false };
      s.requests = [plainGet('/', 1)];
    }),
  ],
  [
    'a mix of routes',
    spec((s) => {
      s.requests = [plainGet('/read', 60), plainGet('/list', 40)];
    }),
  ],
  [
    'requests as they are',
    spec((s) => {
      s.target = { kind: 'listening', port: 8443, tls: true };
      s.requests = [
        {
          ...plainGet('/orders/{{id}}'),
          method: 'POST',
          headers: [
            { name: 'Content-Type', value: 'application/json', secret: null },
            { name: 'Authorization', value: null, secret: 'shop-token' },
            { name: 'X-Empty', value: '', secret: null },
          ],
          body: { kind: 'text', text: '{"item": "{{item}}",\n "name": "Ä"}' },
          expect: { status: 201, bytes: 0, sha256: 'a'.repeat(64), contains: '"id": ' },
        },
        { ...plainGet('/photo'), method: 'PUT', body: { kind: 'base64', base64: 'AAEC' } },
      ];
      s.variables = [
        { name: 'id', kind: 'counter', from: 7 },
        { name: 'item', kind: 'sample', values: ['a, b', '', '"c"'], order: 'at random' },
        { name: 'user', kind: 'random', least: 0, most: Number.MAX_SAFE_INTEGER },
      ];
      s.seed = 4_294_967_295;
      const tls = { serverName: 'shop.example.org', verify: 'any', resume: true } as const;
      Object.assign(s.load, { protocol: 'h2', tls, cookies: true, requestsPerConnection: 1 });
    }),
  ],
  ['a route with a weight', spec((s) => Object.assign(s.requests[0] ?? {}, { path: '/read-gz', weight: 7 }))],
  ['a CPU set that could be shorter', spec((s) => Object.assign(s.tuning, { targetCpus: '0,1,2,3-3' }))],
  [
    'wrk, decompressed',
    spec((s) =>
      Object.assign(s.load, {
        tool: 'wrk',
        toolWorkers: 3,
        toolCpus: '4-7',
        decompress: true,
        warmupSeconds: 0,
        pauseSeconds: 600,
      }),
    ),
  ],
  [
    'a ramp over everything',
    steps(
      ...[1, 1_000_000].flatMap((connections) =>
        [1, 1000].flatMap((pipelining) =>
          [null, 4].map((toolWorkers) => closed({ connections, pipelining, toolWorkers, durationSeconds: 3600 })),
        ),
      ),
    ),
  ],
  ['an open loop', steps(open(), open({ arrivals: 'poisson', connections: 64, requestsPerSecond: 100_000_000 }))],
  ['both loops', steps(closed(), open(), closed({ connections: 20 }))],
  ['a repetition with profiles', steps(closed(), closed({ profiles: ['cpu', 'heap'] }), closed({ connections: 20 }))],
  ['profiles alone', steps(closed({ profiles: ['block', 'mutex'] }), open({ profiles: ['goroutine'] }))],
  ['profiles twice', steps(closed(), closed({ profiles: ['cpu'] }), closed({ profiles: ['heap'] }))],
  ['a repetition that is no repetition', steps(closed(), closed({ connections: 11, profiles: ['cpu'] }))],
  [
    'a search for throughput',
    spec((s) => {
      s.load.steps = [closed({ pipelining: 4 })];
      s.load.search = { vary: 'connections', most: 999, growth: 1.5, precision: 0.07, ceiling: { kind: 'throughput' } };
    }),
  ],
  [
    'a search for a latency',
    spec((s) => {
      s.load.steps = [open({ connections: 10 })];
      s.load.search = {
        vary: 'requestsPerSecond',
        most: 50_000_000,
        growth: 10,
        precision: 1,
        ceiling: { kind: 'latency', percentile: 'p99_9', mostMs: 2.5 },
      };
    }),
  ],
];

test.each(SPECS)('a spec comes back from its draft as it was: %s', (_, original) => {
  expect(readDraft(draftOf(original), NOBODY)).toEqual({ spec: original, errors: {} });
});

test.each(SPECS)('a draft comes back from its spec as it was, and from storage: %s', (_, original) => {
  const typed = draftOf(original);
  expect(draftOf(readDraft(typed, NOBODY).spec)).toEqual(typed);
  expect(restoreDraft(JSON.stringify(typed))).toEqual(typed);
});

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

const target = (change: object): Partial<RunDraft> => ({ target: { ...emptyTarget(), ...change } });
const own = (...paths: string[]): Partial<RunDraft> => ({
  ...target({ kind: 'listening', listeningPort: '80' }),
  requests: { reference: draft.requests.reference, own: paths.map(newRequest) },
});
const typedRequest = (change: object): Partial<RunDraft> => ({
  ...own('/'),
  requests: { ...draft.requests, own: [{ ...newRequest('/'), ...change }] },
});
const search = (change: object): Partial<RunDraft> => ({ search: { ...draft.search, on: true, ...change } });

test.each<[string, Partial<RunDraft>]>([
  ['target.workers', target({ workers: '0' })],
  ['target.workers', target({ workers: '1025' })],
  ['target.port', target({ port: '70000' })],
  ['target.name', target({ kind: 'named' })],
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

test.each([
  ['spec.load.steps.1.connections', 'steps.1.connections'],
  ['/spec/load/steps/1/connections', 'steps.1.connections'],
  ['body.spec.load.steps[0].durationSeconds', 'steps.0.durationSeconds'],
  ['spec.load.steps.0.loop', 'loop'],
  ['spec.load.steps', 'steps'],
  ['spec.tuning.targetCpus', 'targetCpus'],
  ['spec.server.hostId', 'serverHostId'],
  ['spec.server.address', 'address'],
  ['spec.clients.0.hostId', 'clientHostIds'],
  ['spec.requests.1.path', 'requests.reference.1.path'],
  ['spec.requests.0.headers.2.name', 'requests.reference.0.headers'],
  ['spec.requests.0.body.text', 'requests.reference.0.bodyText'],
  ['spec.requests.0.expect.contains', 'requests.reference.0.contains'],
  ['spec.requests.0.expect', 'requests.reference.0.status'],
  ['spec.requests.0.method', 'requests.reference.0.method'],
  ['spec.variables.0.name', 'variables'],
  ['spec.load.tls.verify', 'transport.verify'],
  ['spec.load.protocol', 'transport.protocol'],
  ['spec.target.tls', 'target.tls'],
  ['spec.requests', 'requests.reference'],
  ['spec.target.workers', 'target.workers'],
  ['spec.target.port', 'target.port'],
  ['spec.target.kind', 'target.kind'],
  ['spec.load.search.most', 'search.mostConnections'],
  ['spec.load.search.ceiling.mostMs', 'search.mostMs'],
  ['spec.load.decompress', 'decompress'],
  ['spec.load.tool', 'tool'],
  ['spec.load.toolWorkers', 'toolWorkers'],
  ['name', 'name'],
  ['spec.unheardOf', null],
])('the path %s of a problem means the field %s', (path, field) => {
  expect(draftField(path, draft)).toBe(field);
});

test('a path means the field of the kind, loop and plan that were sent', () => {
  const listening = { ...draft, ...own('/') };
  expect(draftField('spec.target.port', listening)).toBe('target.listeningPort');
  expect(draftField('spec.requests.0.path', listening)).toBe('requests.own.0.path');
  const opened: RunDraft = { ...draft, loop: 'open' };
  expect(draftField('spec.load.steps.0.connections', opened)).toBe('steps.0.openConnections');
  expect(draftField('spec.load.search.most', opened)).toBe('search.mostRate');
  const searching: RunDraft = { ...draft, ...search({}) };
  expect(draftField('spec.load.steps.0.connections', searching)).toBe('search.first.connections');
});

test('a repetition with profiles is no row of its own: its faults are those of the row that it repeats', () => {
  const typed: RunDraft = {
    ...draft,
    steps: [newStep({ profiles: ['cpu'] }), newStep({ profiles: ['cpu'], profiledOnly: true }), newStep()],
  };
  const rows = [0, 1, 2, 3].map((index) => draftField(`spec.load.steps.${index}.durationSeconds`, typed));
  expect(rows).toEqual(['steps.0', 'steps.0', 'steps.1', 'steps.2'].map((row) => `${row}.durationSeconds`));
});

test('a stored draft that is broken, or of another time, is dropped', () => {
  const { tool: _, ...older } = draft;
  const broken: unknown[] = [
    older,
    null,
    { steps: [] },
    { ...draft, tool: 'ab' },
    { ...draft, loop: 'half' },
    { ...draft, clientHostIds: [1] },
    { ...draft, target: { ...draft.target, kind: 'else' } },
    { ...draft, requests: { reference: [], own: [] } },
    { ...draft, requests: { ...draft.requests, own: [{}] } },
    { ...draft, steps: [] },
    { ...draft, steps: [{}] },
    { ...draft, steps: [newStep({ profiles: ['trace' as never] })] },
    { ...draft, search: { ...draft.search, percentile: 'p1' } },
  ];
  expect(['{', ...broken.map((one) => JSON.stringify(one))].map(restoreDraft)).toEqual(Array(14).fill(null));
  expect(restoreDraft(null)).toBeNull();
  expect(restoreDraft(JSON.stringify(draft))).toEqual(draft);
});

test('choosing hosts alone is not typing', () => {
  expect(isTyped(draft)).toBe(false);
  expect(isTyped({ ...draft, clientHostIds: ['a', 'b'] })).toBe(false);
  const typed: Partial<RunDraft>[] = [{ name: 'x' }, target({ prefork: true }), { steps: [] }, { decompress: true }];
  expect(typed.map((change) => isTyped({ ...draft, ...change }))).toEqual([true, true, true, true]);
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
