import { expect, test } from 'vitest';
import type { DescribedTarget } from '../../contract/imported.ts';
import type { AskedStep, CeilingSearch, StepSpec } from '../../contract/load.ts';
import type { TargetSpec } from '../../contract/target.ts';
import { plainGet } from '../requests/plain-request.ts';
import { NO_BACKENDS } from './later-fields.ts';
import { briefLoadText, loadText, offeredText, profilesText, shareText, stepText } from './load-words.ts';
import { frameworkName, groupNameOf, mixText, respeltGroup, targetName, targetText } from './target-words.ts';

const closed = (connections: number, durationSeconds = 5, change: object = {}): StepSpec => ({
  loop: 'closed',
  connections,
  pipelining: 1,
  durationSeconds,
  toolWorkers: null,
  profiles: [],
  ...change,
});
const open = (requestsPerSecond: number, durationSeconds = 5, change: object = {}): StepSpec => ({
  loop: 'open',
  requestsPerSecond,
  arrivals: 'constant',
  connections: null,
  durationSeconds,
  toolWorkers: null,
  profiles: [],
  ...change,
});

test.each<[StepSpec, string]>([
  [closed(1), '1 connection'],
  [closed(1000, 5, { pipelining: 16 }), '1,000 connections × 16 deep'],
  [closed(50, 5, { toolWorkers: 1 }), '50 connections, 1 tool worker'],
  [open(20_000), '20,000 req/s'],
  [open(20_000, 5, { arrivals: 'poisson', connections: 64 }), '20,000 req/s Poisson over 64 connections'],
])('%o asks for %s', (step, text) => {
  expect(stepText(step, undefined)).toBe(text);
});

test('the offered load leaves out the tool’s workers', () => {
  expect(offeredText(closed(50, 5, { toolWorkers: 1 }), undefined)).toBe('50 connections');
});

test('a share of a step reads like a step', () => {
  expect(stepText({ loop: 'open', requestsPerSecond: 7, arrivals: 'constant', connections: 1 }, undefined)).toBe(
    '7 req/s over 1 connection',
  );
});

test.each<[StepSpec[], string]>([
  [[closed(10), closed(50)], '10/50 connections × 5 s'],
  [[closed(1, 30)], '1 connection × 30 s'],
  [[closed(100), closed(100, 5, { pipelining: 16 })], '100 connections × 1–16 deep × 5 s, 2 steps'],
  [[10, 20, 30, 4000].map((count) => closed(count, count > 30 ? 20 : 5)), '10–4,000 connections × 5–20 s, 4 steps'],
  [[1000, 2000].map((rate) => open(rate)), '1,000/2,000 req/s × 5 s'],
  [[open(1000, 5, { arrivals: 'poisson', connections: 8 })], '1,000 req/s Poisson over 8 connections × 5 s'],
  [[open(1000), open(2000, 5, { arrivals: 'poisson' })], '1,000/2,000 req/s, some Poisson × 5 s'],
  [[1, 2, 4].map((toolWorkers) => closed(64, 5, { toolWorkers })), '64 connections × 1–4 tool workers × 5 s, 3 steps'],
  [[closed(10), closed(10, 5, { profiles: ['cpu'] })], '10 connections × 5 s, 1 profiled'],
  [[closed(10), open(500)], '10 connections × 5 s, 500 req/s × 5 s'],
])('%o is the load %s', (steps, text) => {
  expect(loadText({ steps, search: null })).toBe(text);
});

test.each<[StepSpec, Partial<CeilingSearch>, string]>([
  [closed(10), {}, 'ceiling search over connections, 10 to 10,000 × 5 s'],
  [
    open(1000, 8),
    { vary: 'requestsPerSecond', ceiling: { kind: 'latency', percentile: 'p99_9', mostMs: 2.5 } },
    'ceiling search over rate, 1,000 to 10,000 req/s × 8 s, p99.9 ≤ 2.5 ms',
  ],
])('%o with %o is the search %s', (step, change, text) => {
  const search: CeilingSearch = {
    vary: 'connections',
    most: 10_000,
    growth: 2,
    precision: 0.1,
    ceiling: { kind: 'throughput' },
    ...change,
  };
  expect(loadText({ steps: [step], search })).toBe(text);
});

test('routes of a mix have the share of their weight', () => {
  expect(mixText([plainGet('/simple', 7)])).toBe('/simple');
  expect(mixText([plainGet('/read', 3), plainGet('/list', 2)])).toBe('60 % /read, 40 % /list');
  expect([1 / 3, 1, 0.0001, 0].map(shareText)).toEqual(['33.3 %', '100 %', '<0.1 %', '0 %']);
});

const reference = (change: object = {}): TargetSpec => ({
  kind: 'reference',
  framework: 'nethttp',
  prefork: false,
  workers: null,
  pick: 'local',
  port: null,
  tls: false,
  ...NO_BACKENDS,
  ...change,
});

test.each<[TargetSpec, string, string]>([
  [reference(), 'net/http', 'net/http, one process, one worker per CPU'],
  [
    reference({ framework: 'fiber', prefork: true, workers: 4, pick: 'locked' }),
    'Fiber prefork',
    'Fiber, prefork, 4 workers, locked pick',
  ],
  [
    { kind: 'named', name: 'my-server', tls: false, parameters: [] },
    'my-server',
    'my-server, of its host’s configuration',
  ],
  [{ kind: 'listening', port: 8080, tls: false }, 'port 8080', 'what listens on port 8080'],
])('%o is %s: %s', (target, name, text) => {
  expect([targetName(target), targetText(target)]).toEqual([name, text]);
});

test('kinds of profiles are named as pprof has them', () => {
  expect(profilesText(['cpu', 'mutex'])).toBe('CPU, mutex');
});

const imported = (over: object): AskedStep =>
  ({ ...(closed(1000) as AskedStep), durationSeconds: null, ...over }) as AskedStep;

test('what the source of an imported step does not state is said to be so, and never taken for 1', () => {
  expect(stepText(imported({ pipelining: null }), undefined)).toBe('1,000 connections, depth not stated');
  expect(stepText(imported({ connections: null }), undefined)).toBe('connections not stated');
  expect(loadText({ steps: [imported({}), imported({ connections: 2000 })], search: null })).toBe(
    '1,000/2,000 connections',
  );
  expect(loadText({ steps: [imported({ connections: null }), imported({})], search: null })).toBe('2 steps');
  expect(mixText([])).toBe('path not stated');
});

const described = (over: object): DescribedTarget => ({
  kind: 'described',
  framework: null,
  prefork: null,
  workers: null,
  responseBytes: null,
  ...over,
});

test('runs of one framework are one group, whatever their sources call it', () => {
  const requests = [{ method: 'GET' as const, path: '/simple', weight: 1 }];
  const groups = (...names: string[]) =>
    new Set(names.map((framework) => groupNameOf({ target: described({ framework, prefork: true }), requests })));
  const measured = reference({ framework: 'fiber', prefork: true });
  expect([...groups('fiber', 'Fiber', 'FIBER'), groupNameOf({ target: measured, requests })]).toEqual([
    'Fiber prefork /simple',
    'Fiber prefork /simple',
  ]);
  expect([...groups('nethttp', 'net/http', 'Net-HTTP')]).toEqual(['net/http prefork /simple']);
  expect([...groups('Express', 'express ')]).toEqual(['express prefork /simple']);
});

test('a described target is told as far as its source describes it', () => {
  expect([targetName(described({})), targetText(described({}))]).toEqual([
    'framework not stated',
    'framework not stated',
  ]);
  const fiber = described({ framework: 'Fiber', prefork: true, workers: 32, responseBytes: 1024 });
  expect([targetName(fiber), targetText(fiber)]).toEqual([
    'Fiber prefork',
    'Fiber, prefork, 32 workers, answers of 1,024 B',
  ]);
});

test('a load in a few characters', () => {
  expect(briefLoadText(closed(16), 'http/1.1')).toBe('16 conns');
  expect(briefLoadText(closed(1), undefined)).toBe('1 conn');
  expect(briefLoadText(closed(1000, 5, { pipelining: 100 }), 'http/1.1')).toBe('1,000 × 100 deep');
  expect(briefLoadText(closed(8, 5, { pipelining: 64 }), 'h2')).toBe('8 × 64 streams');
  expect(briefLoadText(open(20_000), undefined)).toBe('20.0 k req/s');
  expect(briefLoadText(imported({ pipelining: null }), undefined)).toBe('1,000 × ? deep');
  expect(briefLoadText(imported({ connections: null, pipelining: null }), undefined)).toBe('not stated');
});

test('a framework has one name, and a group’s old spelling is lifted to it', () => {
  expect(['fiber', ' Fiber', 'FIBER'].map(frameworkName)).toEqual(['Fiber', 'Fiber', 'Fiber']);
  expect(['Gin ', '\ufeffGIN\u00a0', 'gin'].map(frameworkName)).toEqual(['gin', 'gin', 'gin']);
  expect(frameworkName('Spring \u2003 Boot')).toBe('spring boot');
  expect(respeltGroup('net-http prefork /simple')).toBe('net/http prefork /simple');
  expect(respeltGroup('My-Server /Simple')).toBe('My-Server /Simple');
});
