import type { RunSpec } from '@contract/spec';
import { plainGet } from '@rules/requests/plain-request';
import { expect, test } from 'vitest';
import { restoreDraft } from '@/features/new-run/restore-draft';
import { base, closed, draft, open, spec, steps, target } from '@/testing/drafts';
import { NOBODY } from '@/testing/hosts';
import { readDraft } from './read-draft';
import { draftOf, isTyped, type RunDraft } from './run-draft';
import { newStep } from './step-draft';

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
      s.target = { kind: 'named', name: 'my-server', tls: false, parameters: [], revision: 'a1b2c3d4'.repeat(5) };
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
  expect(isTyped(restoreDraft(JSON.stringify(draft)) ?? draft)).toBe(false);
  const typed: Partial<RunDraft>[] = [{ name: 'x' }, target({ prefork: true }), { steps: [] }, { decompress: true }];
  expect(typed.map((change) => isTyped({ ...draft, ...change }))).toEqual([true, true, true, true]);
});
