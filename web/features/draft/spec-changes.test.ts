import { expect, test } from 'vitest';
import { generatedName } from '@/features/new-run/plan/run-name';
import { NOBODY } from '@/testing/hosts';
import { readDraft } from './read-draft';
import { newRequest } from './requests/request-draft';
import { emptyDraft, type RunDraft } from './run-draft';
import { changesOf, changesSentence } from './spec-changes';
import { newStep } from './step-draft';
import { emptyTarget } from './target-draft';

const original: RunDraft = emptyDraft('s');
const read = (draft: RunDraft) => readDraft(draft, NOBODY);
const target = (change: object): Partial<RunDraft> => ({ target: { ...emptyTarget(), ...change } });
const labelOf = (id: string): string => `lab-${id}`;

function changes(change: Partial<RunDraft>) {
  const { spec, errors } = read({ ...original, ...change });
  return changesOf(read(original).spec, spec, errors, labelOf);
}

test('nothing typed is no change, nor is the same typed in another way', () => {
  expect(changes({})).toEqual([]);
  expect(changes({ name: 'another', warmupSeconds: ' 1 ' })).toEqual([]);
  const pinned = { ...original, targetCpus: '0,1,2' };
  const typed = read({ ...original, targetCpus: '0-2' });
  expect(changesOf(read(pinned).spec, typed.spec, typed.errors, labelOf)).toEqual([]);
  expect(changesSentence([])).toBe('Nothing changed yet: Run repeats it as it was.');
});

test.each<[Partial<RunDraft>, string, string, string]>([
  [target({ prefork: true }), 'prefork', 'off', 'on'],
  [target({ workers: '2' }), 'workers', 'one per CPU of its set', '2'],
  [target({ port: '8080' }), 'port', 'automatic', '8080'],
  [target({ framework: 'nethttp' }), 'framework', 'Fiber', 'net/http'],
  [target({ pick: 'locked' }), 'products picked', 'by each worker itself', 'behind one lock'],
  [
    {
      requests: {
        reference: [
          { ...newRequest('/read'), weight: '3' },
          { ...newRequest('/list'), weight: '2' },
        ],
        own: [],
      },
    },
    'requests',
    '/simple',
    '60 % /read, 40 % /list',
  ],
  [{ targetCpus: '0-3' }, 'CPU set of the target', 'every CPU', '0-3'],
  [{ tool: 'wrk' }, 'tool', 'volley', 'wrk'],
  [{ toolWorkers: '4' }, 'tool workers', 'CPUs it may use − 2, at least 1', '4'],
  [{ toolCpus: '4-7' }, 'CPU set of the tool', 'every CPU', '4-7'],
  [{ decompress: true }, 'decompression', 'off', 'asks for gzip and decompresses'],
  [{ warmupSeconds: '0' }, 'warm-up', '1 s before a step', 'none'],
  [{ pauseSeconds: '3' }, 'pause', '1 s between steps', '3 s between steps'],
  [{ samplesPerSecond: '10' }, 'samples per second', '1', '10'],
  [{ targetCpus: 'Last 4' }, 'CPU set of the target', 'every CPU', 'last 4'],
  [{ address: '10.0.0.7' }, 'address of the server', 'automatic', '10.0.0.7'],
  [{ clientHostIds: ['c'] }, 'load generator host', 'lab-s', 'lab-c'],
  [{ clientHostIds: ['c', 'd'] }, 'load generator hosts', 'lab-s', 'lab-c, lab-d'],
  [{ serverHostId: 'c' }, 'server host', 'lab-s', 'lab-c'],
  [{ serverHostId: 'c', clientHostIds: ['c'] }, 'host', 'lab-s', 'lab-c'],
  [
    { steps: [newStep({ connections: '1000', pipelining: '16', durationSeconds: '5', profiles: ['cpu'] })] },
    'steps',
    '2 steps; closed loop; connections 10, 50; pipelining 1; 5 s each',
    '2 steps; closed loop; connections 1,000; pipelining 16; 5 s each; step 2 profiled (CPU)',
  ],
  [
    { search: { ...original.search, on: true } },
    'steps',
    '2 steps; closed loop; connections 10, 50; pipelining 1; 5 s each',
    '1 step; closed loop; connections 10; pipelining 1; 10 s; ceiling search: connections × 2 each, up to 10,000, until throughput rises no more; then to within 10 %',
  ],
])('%o is one change', (change, label, from, to) => {
  expect(changes(change)).toMatchObject([{ label, from, to }]);
});

test('two hosts of one name are two hosts', () => {
  const { spec, errors } = read({ ...original, clientHostIds: ['c'] });
  expect(changesOf(read(original).spec, spec, errors, () => 'lab')).toHaveLength(1);
});

test('the sentence counts and names them; what cannot be read is no value', () => {
  expect(changesSentence(changes(target({ prefork: true, workers: '2' })))).toBe('2 changes: prefork, workers');
  const steps = [newStep({ connections: 'x' })];
  expect(changes({ ...target({ workers: '-' }), steps })).toMatchObject([
    { label: 'workers', to: null },
    { label: 'steps', to: null },
  ]);
});

const nameOf = (change: Partial<RunDraft>): string => generatedName(read({ ...original, ...change }).spec, labelOf);
test('another kind of target is one change: what only the reference server has goes without saying', () => {
  const named = {
    ...target({ kind: 'named', name: 'my-server', tls: false, parameters: [] }),
    requests: { ...original.requests, own: [newRequest('/simple')] },
  };
  expect(changes(named)).toEqual([{ label: 'target', from: 'reference server', to: 'my-server', short: 'my-server' }]);
});

test.each<[Partial<RunDraft>, string]>([
  [{}, '/simple Fiber, 10/50 connections × 5 s'],
  [target({ prefork: true, workers: '4' }), '/simple Fiber prefork, 4 workers, 10/50 connections × 5 s'],
  [target({ framework: 'fasthttp', pick: 'locked' }), '/simple fasthttp, locked pick, 10/50 connections × 5 s'],
  [target({ kind: 'listening', listeningPort: '80' }), '/ port 80, 10/50 connections × 5 s'],
  [{ tool: 'wrk', toolWorkers: '1' }, '/simple Fiber, 10/50 connections × 5 s, wrk, 1 tool worker'],
  [{ decompress: true }, '/simple Fiber, 10/50 connections × 5 s, decompressed'],
  [{ clientHostIds: ['c'] }, '/simple Fiber, 10/50 connections × 5 s, lab-c → lab-s'],
  [{ clientHostIds: ['c', 's'] }, '/simple Fiber, 10/50 connections × 5 s, 2 clients → lab-s'],
  [
    { targetCpus: '0-3', toolCpus: '4-7' },
    '/simple Fiber, target on CPU 0-3, 10/50 connections × 5 s, tool on CPU 4-7',
  ],
  [{ loop: 'open' }, '/simple Fiber, 1,000/5,000 req/s × 5 s'],
])('%o is named %s', (change, name) => {
  expect(nameOf(change)).toBe(name);
});

test('no name is longer than the API takes, however long that of a host', () => {
  expect(generatedName(read({ ...original, clientHostIds: ['c'] }).spec, () => 'h'.repeat(100))).toHaveLength(120);
});

test('a name that is cut short keeps an emoji whole', () => {
  const family = '👩‍👩‍👧';
  for (let before = 60; before < 80; before++) {
    const host = `${'a'.repeat(before)}${family}${'b'.repeat(50)}`;
    const name = generatedName(read({ ...original, clientHostIds: ['c'] }).spec, () => host);
    expect(name).toMatch(new RegExp(`(a|${family}b*)…$`));
  }
});

test('settings of a backend are changes of their own, and named by themselves', () => {
  const requests = { ...original.requests, reference: [newRequest('/db-write')] };
  const { database } = original.target;
  const before = read({ ...original, requests }).spec;
  const { spec, errors } = read({
    ...original,
    requests,
    ...target({ database: { ...database, poolSize: '40', synchronousCommit: false } }),
  });
  expect(changesOf(before, spec, errors, labelOf)).toEqual([
    { label: 'database connections', from: '10', to: '40', short: '40 database connections' },
    { label: 'commit on disk', from: 'on', to: 'off', short: 'commit not awaited' },
  ]);
});
