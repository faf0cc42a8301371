import { expect, test } from 'vitest';
import { readDraft } from '@/features/draft/read-draft';
import { emptyDraft, type RunDraft } from '@/features/draft/run-draft';
import { newStep } from '@/features/draft/step-draft';
import { emptyTarget } from '@/features/draft/target-draft';
import { emptyTuning } from '@/features/draft/tuning-draft';
import { NOBODY } from '@/testing/hosts';
import { changesBetween, pointersOf, valueAt, withValueAt } from './spec-pointer';

const base = emptyDraft('s');
const specOf = (change: Partial<RunDraft> = {}) => readDraft({ ...base, ...change }, NOBODY).spec;
const spec = specOf();

test('a pointer finds what stands there, and nothing where nothing does', () => {
  expect(valueAt(spec, '/target/prefork')).toBe(false);
  expect(valueAt(spec, '/load/steps/1/connections')).toBe(50);
  expect(valueAt(spec, '/tuning/server')).toBeNull();
  for (const nowhere of ['/tuning/server/nicQueues', '/load/steps/9', '/target/constructor', '/x'])
    expect(valueAt(spec, nowhere)).toBeUndefined();
  expect(valueAt({ 'a/b': { '~': 1 } }, '/a~1b/~0')).toBe(1);
});

test('a value is replaced in a copy, and only where something stood', () => {
  expect(withValueAt(spec, '/target/prefork', true)).toEqual(specOf({ target: { ...emptyTarget(), prefork: true } }));
  expect(spec.target).toMatchObject({ prefork: false });
  expect(withValueAt(spec, '/target/nothing', 1)).toEqual(spec);
});

test('every pointer of a spec finds something', () => {
  const pointers = pointersOf(spec);
  expect(pointers).toContain('/load/steps/0/connections');
  expect(pointers).toContain('/tuning/server');
  expect(pointers.filter((pointer) => valueAt(spec, pointer) === undefined)).toEqual([]);
});

test.each<[Partial<RunDraft>, { path: string; value: unknown }[]]>([
  [{}, []],
  [
    { target: { ...emptyTarget(), prefork: true, workers: '2' } },
    [
      { path: '/target/prefork', value: true },
      { path: '/target/workers', value: 2 },
    ],
  ],
  [{ tool: 'wrk' }, [{ path: '/load/tool', value: 'wrk' }]],
])('%o comes to these changes', (change, changes) => {
  expect(changesBetween(spec, specOf(change))).toEqual(changes);
});

test('what was null, and a list of another length, is replaced as a whole', () => {
  const tuned = specOf({ tuning: { server: { ...emptyTuning(), mtuBytes: '9000' }, clients: emptyTuning() } });
  const [change, ...others] = changesBetween(spec, tuned);
  expect(others).toEqual([]);
  expect(change).toMatchObject({ path: '/tuning/server', value: { mtuBytes: 9000, nicQueues: null } });
  expect(changesBetween(spec, specOf({ steps: [newStep()] }))).toMatchObject([{ path: '/load/steps' }]);
});

test('the order in which fields stand changes nothing', () => {
  const turned = Object.fromEntries(Object.entries(spec).reverse()) as typeof spec;
  expect(changesBetween(spec, turned)).toEqual([]);
});

test('changes applied one after another give the other spec', () => {
  const other = specOf({ target: { ...emptyTarget(), framework: 'nethttp', workers: '4' }, targetCpus: '0-1' });
  const made = changesBetween(spec, other).reduce((now, { path, value }) => withValueAt(now, path, value), spec);
  expect(made).toEqual(other);
});
