import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CreateExperiment, ExperimentList, ShownExperiment } from '../contract/experiment.ts';
import type { RunList } from '../contract/run-list.ts';
import { FakeAgent, person } from '../testing/fake-agent.ts';
import { preforkExperiment } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
let agent: FakeAgent;

beforeEach(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
});
afterEach(() => lab.close());

const create = (over: Partial<CreateExperiment> = {}, key = 'the-same-click') =>
  person(lab)<ShownExperiment & { detail: string }>('POST', '/experiments', preforkExperiment(agent.hostId, over), {
    'idempotency-key': key,
  });
const total = async () => (await person(lab)<ExperimentList>('GET', '/experiments')).body.total;
const runs = async () => (await person(lab)<RunList>('GET', '/runs')).body.total;

describe('an Idempotency-Key', () => {
  it('makes one experiment of a request that is sent again, with a seed that is drawn', async () => {
    const first = await create({ start: true, seed: null });
    const again = await create({ start: true, seed: null });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect([again.body.id, again.body.seed]).toEqual([first.body.id, first.body.seed]);
    expect([await total(), await runs()]).toEqual([1, 1]);
  });

  it('makes one of a double click', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => create({ start: true })));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    expect([await total(), await runs()]).toEqual([1, 1]);
  });

  it('answers with what was made after its hosts went away', async () => {
    const { body } = await create({ start: true });
    lab.skipMs(3_600_000);
    expect((await create({ start: true })).body.id).toBe(body.id);
    expect((await create({ start: true }, 'another-click')).status).toBe(409);
  });

  it('runs what the same question only planned, and does not start it twice', async () => {
    const { body: planned } = await create();
    expect(planned.status).toBe('planned');
    expect((await create()).body).toMatchObject({ id: planned.id, status: 'planned' });
    expect((await create({ start: true })).body).toMatchObject({ id: planned.id, status: 'running' });
    expect((await create({ start: true })).body).toMatchObject({ id: planned.id, status: 'running' });
    expect(await runs()).toBe(1);
  });

  it('refuses another question, and changes nothing', async () => {
    const { body } = await create();
    const other: Partial<CreateExperiment>[] = [
      { question: 'Another one?' },
      { rounds: 4 },
      { seed: 2 },
      { marginPercent: 3 },
      { variants: [{ name: 'prefork', changes: [{ path: '/target/workers', value: 2 }] }] },
    ];
    for (const over of other) {
      const refused = await create(over);
      expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('another experiment')]);
    }
    expect(await total()).toBe(1);
    expect((await create({ question: 'Another one?' }, 'another-click')).body.id).not.toBe(body.id);
  });

  it('is not kept of a request that was refused', async () => {
    expect((await create({ rounds: 1 })).status).toBe(422);
    expect((await create()).status).toBe(201);
  });
});
