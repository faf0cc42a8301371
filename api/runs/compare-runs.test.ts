import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Comparison } from '../contract/comparison.ts';
import type { Problem } from '../contract/primitives.ts';
import type { Run } from '../contract/run.ts';
import { AS_TUNED, driveRun, joinWithQueues, pinnedSpec, placedOn } from '../testing/drive-run.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { tuningFindings } from '../testing/tuning-findings.ts';

const NOBODY = '01890000-0000-7000-8000-000000000000';
let lab: TestLab;
let agent: FakeAgent;
let a: string;
let b: string;

beforeAll(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
  a = await finishedRun(false);
  b = await finishedRun(true);
});
afterAll(() => lab.close());

async function finishedRun(prefork: boolean): Promise<string> {
  const spec = specFor(agent.hostId);
  const body = { name: 'a run', spec: { ...spec, target: { ...spec.target, prefork } } };
  const { body: run } = await person(lab)<Run>('POST', '/runs', body);
  await agent.obeyUntil(null, lab, run.id);
  return run.id;
}

const read = <T>(query: string) => person(lab)<T>('GET', `/comparison${query}`);

it('puts two runs side by side, in the order asked for, against the baseline asked for', async () => {
  const { status, body } = await read<Comparison>(`?runs=${b},${a}&baseline=${a}`);
  expect(status).toBe(200);
  expect(body.baselineRunId).toBe(a);
  expect(body.runs.map(({ id }) => id)).toEqual([b, a]);
  expect(body.settings.filter(({ same }) => !same)).toEqual([
    { group: 'target', path: 'spec.target.prefork', label: 'Prefork', values: ['on', 'off'], same: false },
  ]);
  expect(body.steps.map(({ spec, cells }) => [spec.connections, cells[0]?.deltas?.requestsPerSecond])).toEqual([
    [10, 0],
    [50, 0],
  ]);
  expect(body.steps[0]?.cells[1]).toEqual({ stepIndex: 0, deltas: null });
  expect(body.warnings.at(-1)?.code).toBe('no-repeats');
});

it('takes the first run for the baseline when none is named', async () => {
  expect((await read<Comparison>(`?runs=${a},${b}`)).body.baselineRunId).toBe(a);
});

const refusals: [string, () => string, number, string][] = [
  ['no runs', () => '', 422, 'runs is missing'],
  ['one run', () => `?runs=${a}`, 422, 'A comparison takes 2 to 8 runs, not 1.'],
  ['one run twice', () => `?runs=${a},${a}`, 422, 'is named twice; name each run once.'],
  ['what is no id', () => `?runs=${a},x`, 422, 'x is not the id of a run; ids stand in the address of its page.'],
  [
    'another baseline',
    () => `?runs=${a},${b}&baseline=${NOBODY}`,
    422,
    `The baseline ${NOBODY} is not among the runs; choose one of them.`,
  ],
  [
    'a run that does not exist',
    () => `?runs=${a},${NOBODY}`,
    404,
    `There is no run ${NOBODY}; it may have been deleted. Take it out to compare the others.`,
  ],
];
it.each(refusals)('refuses %s in one sentence', async (_name, query, status, detail) => {
  const reply = await read<Problem>(query());
  expect(reply.status).toBe(status);
  expect(reply.body.detail).toContain(detail);
});

it('refuses a run that was deleted, naming it', async () => {
  const gone = await finishedRun(false);
  await lab.lab.database.client.run.update({ where: { id: gone }, data: { deletedAtUs: 1n } });
  const reply = await read<Problem>(`?runs=${a},${gone}`);
  expect(reply.status).toBe(404);
  expect(reply.body.detail).toContain(gone);
});

it('shows what was found on a host and not asked for, from the snapshots of each run', async () => {
  const pinned = await joinWithQueues(lab, 'lab-2');
  const run = async (name: string) => {
    const spec = pinnedSpec(pinned.hostId);
    const { body } = await person(lab)<Run>('POST', '/runs', { name, spec });
    const target = await pinned.obeyUntil('start-target', lab, body.id);
    if (!target) throw new Error('no target was asked for');
    pinned.sequence += 1;
    const values = { 'memory/transparent_hugepage': name, 'sysctl/net.core.somaxconn': name, 'top/1': name };
    const snapshot = { moment: 'applied' as const, takenAtUs: Date.now() * 1000, values };
    await pinned.report([{ sequence: pinned.sequence, type: 'snapshot', runId: body.id, snapshot }]);
    await pinned.obey(target);
    await driveRun(pinned, lab, body.id, AS_TUNED, { placement: placedOn('2-3') });
    return body.id;
  };
  const [first, second] = [await run('always'), await run('never')];
  const { body } = await read<Comparison>(`?runs=${first},${second}`);
  expect(body.settings.filter(({ same }) => !same)).toEqual([
    {
      group: 'software',
      path: 'snapshot.memory/transparent_hugepage',
      label: 'memory/transparent_hugepage, as found',
      values: ['always', 'never'],
      same: false,
    },
  ]);
  expect(body.runs.map(({ findings }) => tuningFindings(findings).map(({ code }) => code))).toEqual([
    ['tuning-drift'],
    ['tuning-drift'],
  ]);
});
