import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CreateExperiment, ExperimentList } from '../contract/experiment.ts';
import { newId } from '../platform/store/ids.ts';
import { FakeAgent, openStep, person, specFor } from '../testing/fake-agent.ts';
import { ExperimentPlay, preforkExperiment } from '../testing/play-experiment.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { getWholeExperiment } from './get-experiment.ts';
import { findImportedExperiment, insertImportedExperiment } from './store/experiments.ts';

let lab: TestLab;
let agent: FakeAgent;
let play: ExperimentPlay;

beforeEach(async () => {
  lab = await openLab({ stillClock: true });
  agent = await FakeAgent.join(lab);
  play = new ExperimentPlay(lab, agent);
});
afterEach(() => lab.close());

/** Over after its first run, as that was canceled. */
async function ended(question: string): Promise<{ id: string; runId: string }> {
  const { id } = await play.make({ start: true, question });
  const { runId } = await play.underWay(id);
  await person(lab)('POST', `/runs/${runId}/cancel`);
  await agent.obeyUntil(null, lab, runId);
  return { id, runId };
}

describe('a finding', () => {
  it('is written when the experiment is over, and may be superseded, which both pages say', async () => {
    const [first, later] = [await ended('first'), await ended('later')];
    const { body: written } = await play.call('PATCH', `/${first.id}`, { finding: 'It is **flat**.' });
    expect(written).toMatchObject({ finding: 'It is **flat**.', findingByName: 'Administrator' });
    expect(written.findingAtUs).not.toBeNull();
    await play.call('PATCH', `/${first.id}`, { supersededById: later.id });
    expect((await play.read(first.id)).supersededBy).toEqual({ id: later.id, question: 'later' });
    expect((await play.read(later.id)).supersedes).toEqual([{ id: first.id, question: 'first' }]);
    await play.call('PATCH', `/${first.id}`, { supersededById: null });
    expect((await play.read(first.id)).supersededBy).toBeNull();
  });

  it('supersedes in no circle, also when both are asked for at once, and not what does not exist', async () => {
    const ids = [];
    for (const question of ['a', 'b', 'c']) ids.push((await ended(question)).id);
    const [a, b, c] = ids as [string, string, string];
    const supersede = (id: string, supersededById: string) => play.call('PATCH', `/${id}`, { supersededById });
    expect((await supersede(a, a)).status).toBe(422);
    expect((await supersede(a, b)).status).toBe(200);
    expect((await supersede(b, c)).status).toBe(200);
    expect((await supersede(c, a)).status).toBe(422);
    expect((await supersede(c, '01890000-0000-7000-8000-000000000000')).status).toBe(422);
    await play.call('PATCH', `/${b}`, { supersededById: null });
    const both = await Promise.all([supersede(b, c), supersede(c, b)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('waits until the experiment is over', async () => {
    const { id } = await play.make();
    expect((await play.call('PATCH', `/${id}`, { finding: 'early' })).status).toBe(409);
  });
});

describe('deleting', () => {
  it('refuses runs that an experiment rests on, and frees them with it', async () => {
    const { id, runId } = await ended('Does it matter?');
    const refused = await person(lab)<{ detail: string }>('DELETE', `/runs/${runId}`);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain('"Does it matter?"');
    expect((await play.call('DELETE', `/${id}`)).status).toBe(204);
    expect((await play.call('GET', `/${id}`)).status).toBe(404);
    expect((await play.run(runId)).experimentId).toBeNull();
    expect((await person(lab)('DELETE', `/runs/${runId}`)).status).toBe(200);
  });

  it('refuses an experiment that is running', async () => {
    const { id } = await play.make({ start: true });
    expect((await play.call('DELETE', `/${id}`)).status).toBe(409);
  });
});

describe('an experiment that was run elsewhere', () => {
  it('is shown as its document has it, with the words that people write about it here', async () => {
    const { id: original } = await ended('elsewhere');
    const [experiment, shown] = [await getWholeExperiment(lab.lab, original), await play.read(original)];
    const head = { documentVersion: 6, title: 'elsewhere', frozenAtUs: 1, productVersion: '0.0.0' };
    const document = { ...head, type: 'experiment', experiment };
    const id = newId();
    const { db } = lab.lab.database;
    await insertImportedExperiment(db, { id, experiment, document, originSha256: 'a'.repeat(64) });
    expect(await findImportedExperiment(db, 'a'.repeat(64))).toBe(id);
    await play.call('PATCH', `/${id}`, { finding: 'seen from here' });
    const { finding, findingAtUs, findingByName, ...rest } = await play.read(id);
    expect(finding).toBe('seen from here');
    expect({ ...rest, findingAtUs: null, findingByName: null, finding: '' }).toEqual({
      ...shown,
      id,
      imported: true,
    });
    expect(findingAtUs).not.toBeNull();
    expect(findingByName).toBe('Administrator');
    const { body: list } = await play.call<ExperimentList>('GET', '');
    expect(list.experiments.map((one) => [one.id, one.imported]).sort()).toEqual(
      [
        [id, true],
        [original, false],
      ].sort(),
    );
    expect((await play.call('POST', `/${id}/stop`)).status).toBe(200);
    expect((await play.call('POST', `/${id}/start`)).status).toBe(409);
    expect((await play.call('DELETE', `/${id}`)).status).toBe(204);
  });
});

describe('what cannot be asked', () => {
  const refused = async (over: Partial<CreateExperiment>) => {
    const asked = preforkExperiment(agent.hostId, over);
    const { status, body } = await person(lab)<{ fields: { path: string; message: string }[] }>(
      'POST',
      '/experiments',
      asked,
    );
    expect(status).toBe(422);
    return body.fields;
  };
  const variants = (path: string, value: unknown) => [{ name: 'other', changes: [{ path, value }] }];

  it('is told by its field', async () => {
    expect(await refused({ variants: variants('/target/workers', 0) })).toMatchObject([
      { path: 'variants.0.changes.0.value' },
    ]);
    expect(await refused({ variants: variants('/target/colour', 'red') })).toMatchObject([
      {
        path: 'variants.0.changes.0.path',
        message: expect.stringContaining('/target has no colour; it has kind, framework'),
      },
    ]);
    expect(await refused({ variants: variants('/load/tool', 'wrk') })).toMatchObject([
      { path: 'variants.0.changes.0.value', message: expect.stringContaining('wrk') },
    ]);
    expect(await refused({ variants: [] })).toMatchObject([{ path: 'variants' }]);
    expect(await refused({ primary: { metric: 'requestsPerSecond', stepIndex: 1 } })).toMatchObject([
      { path: 'primary.stepIndex', message: expect.stringContaining('has one step, so no step 2') },
    ]);
    const elsewhere = { ...specFor(agent.hostId), server: { hostId: crypto.randomUUID(), address: null } };
    expect(await refused({ baseline: { name: 'lost', spec: elsewhere } })).toMatchObject([
      { path: 'baseline.spec.server.hostId' },
    ]);
    expect((await person(lab)<{ total: number }>('GET', '/experiments')).body).toEqual({
      experiments: [],
      nextCursor: null,
      total: 0,
    });
  });

  it('is warned of before it costs a run', async () => {
    const design = await play.design({
      rounds: 3,
      variants: [
        {
          name: 'all at once',
          changes: [
            { path: '/target/prefork', value: true },
            { path: '/tuning/targetCpus', value: '0' },
          ],
        },
      ],
    });
    expect(design).toMatchObject({ runs: 6, plannedUs: 30_000_000, cvPercent: 3.5 });
    expect(design.warnings.join(' ')).toContain('all at once changes several groups of settings (target and tuning)');
    expect(design.warnings.join(' ')).toContain('share one machine');
    const open = await play.design({
      baseline: { name: 'rate', spec: specFor(agent.hostId, { tool: 'volley', steps: [openStep(1000)] }) },
    });
    expect(open.warnings.join(' ')).toContain('while its rate is met, throughput is that rate');
  });
});
