import { expect, test } from 'vitest';
import { readDraft } from './read-draft';
import { emptyDraft, type RunDraft } from './run-draft';
import { generatedName, nameFrom } from './run-name';
import { changesOf, changesSentence } from './spec-changes';

const original: RunDraft = emptyDraft('s');
const read = (draft: RunDraft) => readDraft(draft, { server: null, client: null });
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
  [{ prefork: true }, 'prefork', 'off', 'on'],
  [{ workers: '2' }, 'workers', 'one per CPU', '2'],
  [{ port: '8080' }, 'port', 'automatic', '8080'],
  [{ path: '/read' }, 'route', '/simple', '/read'],
  [{ targetCpus: '0-3' }, 'CPU set of the target', 'every CPU', '0-3'],
  [{ tool: 'wrk' }, 'tool', 'autocannon', 'wrk'],
  [{ toolWorkers: '4' }, 'tool workers', 'its CPUs − 2', '4'],
  [{ toolCpus: '4-7' }, 'CPU set of the tool', 'every CPU', '4-7'],
  [{ warmupSeconds: '0' }, 'warm-up', '1 s', '0 s'],
  [{ pauseSeconds: '3' }, 'pause', '1 s', '3 s'],
  [{ samplesPerSecond: '10' }, 'samples per second', '1', '10'],
  [{ targetCpus: 'Last 4' }, 'CPU set of the target', 'every CPU', 'last 4'],
  [{ address: '10.0.0.7' }, 'address of the server', 'automatic', '10.0.0.7'],
  [{ clientHostId: 'c' }, 'load generator host', 'lab-s', 'lab-c'],
  [{ serverHostId: 'c' }, 'server host', 'lab-s', 'lab-c'],
  [{ serverHostId: 'c', clientHostId: 'c' }, 'host', 'lab-s', 'lab-c'],
  [
    { steps: [{ connections: '1000', pipelining: '16', durationSeconds: '5' }] },
    'steps',
    '10 × 5 s, 50 × 5 s',
    '1,000 × 16 deep × 5 s',
  ],
])('%o is one change', (change, label, from, to) => {
  expect(changes(change)).toMatchObject([{ label, from, to }]);
});

test('two hosts of one name are two hosts', () => {
  const { spec, errors } = read({ ...original, clientHostId: 'c' });
  expect(changesOf(read(original).spec, spec, errors, () => 'lab')).toHaveLength(1);
});

test('the sentence counts and names them; what cannot be read is no value', () => {
  expect(changesSentence(changes({ prefork: true, workers: '2' }))).toBe('2 changes: prefork, workers');
  const steps = [{ connections: 'x', pipelining: '1', durationSeconds: '5' }];
  expect(changes({ workers: '-', steps })).toMatchObject([
    { label: 'workers', to: null },
    { label: 'steps', to: null },
  ]);
});

test('a run made from another is named by what changed', () => {
  expect(nameFrom('baseline', changes({ prefork: true, workers: '2' }))).toBe('baseline: prefork, 2 workers');
  expect(nameFrom('baseline', changes({ tool: 'wrk', targetCpus: '0' }))).toBe('baseline: target on 0, wrk');
  expect(nameFrom('baseline', [])).toBe('baseline, again');
});

const nameOf = (change: Partial<RunDraft>): string => generatedName(read({ ...original, ...change }).spec, labelOf);
const steps = (...rows: [number, number, number][]): Partial<RunDraft> => ({
  steps: rows.map(([connections, pipelining, seconds]) => ({
    connections: String(connections),
    pipelining: String(pipelining),
    durationSeconds: String(seconds),
  })),
});

test.each<[Partial<RunDraft>, string]>([
  [{}, '/simple fiber, 10/50 connections × 5 s'],
  [{ prefork: true, workers: '4' }, '/simple fiber prefork, 4 workers, 10/50 connections × 5 s'],
  [{ tool: 'wrk', toolWorkers: '1' }, '/simple fiber, 10/50 connections × 5 s, wrk, 1 tool worker'],
  [{ clientHostId: 'c' }, '/simple fiber, 10/50 connections × 5 s, lab-c → lab-s'],
  [
    { targetCpus: '0-3', toolCpus: '4-7' },
    '/simple fiber, target on CPU 0-3, 10/50 connections × 5 s, tool on CPU 4-7',
  ],
  [steps([1, 1, 30]), '/simple fiber, 1 connection × 30 s'],
  [steps([100, 1, 10], [100, 16, 10]), '/simple fiber, 100 connections × 1–16 deep × 10 s, 2 steps'],
  [steps([10, 1, 5], [20, 1, 5], [30, 1, 5], [4000, 1, 20]), '/simple fiber, 10–4,000 connections × 5–20 s, 4 steps'],
])('%o is named %s', (change, name) => {
  expect(nameOf(change)).toBe(name);
});

test('no name is longer than the API takes, however long what it was made from', () => {
  const many = changes({ ...steps([1, 2, 3]), prefork: true, tool: 'wrk', targetCpus: '0', toolCpus: '1', port: '80' });
  expect(nameFrom('x'.repeat(120), many)).toHaveLength(120);
  expect(nameFrom('x'.repeat(120), many)).toMatch(/…: no |…: prefork/);
  expect(generatedName(read({ ...original, clientHostId: 'c' }).spec, () => 'h'.repeat(100))).toHaveLength(120);
});

test('a name that is cut short keeps an emoji whole', () => {
  const family = '👩‍👩‍👧';
  const name = nameFrom(`${'a'.repeat(108)}${family}${'b'.repeat(9)}`, []);
  expect(name).toBe(`${'a'.repeat(108)}…, again`);
});
