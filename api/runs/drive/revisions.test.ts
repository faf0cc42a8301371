import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Problem } from '../../contract/primitives.ts';
import type { Run } from '../../contract/run.ts';
import { ANSWER_SECONDS } from '../../rules/run/run-turn.ts';
import { FakeAgent, person, specFor } from '../../testing/fake-agent.ts';
import { preforkExperiment } from '../../testing/play-experiment.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';

const COMMIT = 'a1b2c3d4'.repeat(5);
const SHOP = {
  ...{ name: 'shop', port: 9000, healthPath: '/', profiles: false, identified: true, parameters: [] },
  source: { repository: '/srv/git/shop.git', branch: 'main', timeoutSeconds: 600 },
};
const TARGET = { kind: 'named' as const, name: 'shop', tls: false, parameters: [] };

let lab: TestLab;
let agent: FakeAgent;

beforeEach(async () => {
  lab = await openLab({ stillClock: true });
  agent = await FakeAgent.join(lab, 'lab-1', { targets: [SHOP], skills: ['target-tls', 'target-revisions'] });
});
afterEach(() => lab.close());

const ask = <T = Run>(revision?: string | null) =>
  person(lab)<T>('POST', '/runs', {
    name: 'built',
    spec: { ...specFor(agent.hostId), target: revision === undefined ? TARGET : { ...TARGET, revision } },
  });
const read = async (id: string): Promise<Run> => (await person(lab)<Run>('GET', `/runs/${id}`)).body;

it('the agent is asked for the commit, has the time of its host’s file for it, and its answer is the target’s', async () => {
  const { body } = await ask(COMMIT);
  const prepare = await agent.next();
  expect(prepare).toMatchObject({ type: 'prepare', target: { name: 'shop', revision: COMMIT } });
  const row = await lab.lab.database.client.run.findUnique({ where: { id: body.id } });
  const waits = Number(row?.wakeAtUs) - lab.lab.nowUs();
  expect(waits).toBe((SHOP.source.timeoutSeconds + ANSWER_SECONDS.prepare) * 1e6);
  await agent.obey(prepare);
  const start = await agent.obeyUntil('start-target', lab, body.id);
  expect(start).toMatchObject({ target: { revision: COMMIT } });
});

it('a commit that does not build fails the run with a reason of its own, and frees its host', async () => {
  const { body } = await ask(COMMIT);
  const failure = { code: 'not-buildable', sentence: 'On lab-1 the commit a1b2c3d4a1b2 of shop was not built.' };
  const prepare = await agent.next();
  await agent.obey(prepare, { status: 'failed', result: null, failure });
  await agent.obeyUntil(null, lab, body.id);
  expect(await read(body.id)).toMatchObject({ state: 'failed', failure, target: null });
});

it.each([
  [undefined, 'shop of lab-1 is built from its source; choose a revision: a commit by its whole SHA.'],
  [null, 'shop of lab-1 is built from its source; choose a revision: a commit by its whole SHA.'],
  ['main', 'spec.target.revision must be the whole SHA of a commit'],
  ['--upload-pack=x', 'spec.target.revision must be the whole SHA of a commit'],
  [COMMIT.slice(0, 12), 'spec.target.revision must be the whole SHA of a commit'],
  [COMMIT.toUpperCase(), 'spec.target.revision must be the whole SHA of a commit'],
])('%s is refused before anything reaches the host', async (revision, sentence) => {
  const { status, body } = await ask<Problem>(revision);
  expect(status).toBe(422);
  expect(body.detail).toContain(sentence);
});

it('an experiment compares two commits, whose variant changes the revision alone', async () => {
  const value = 'd4e5f6a7'.repeat(5);
  const { baseline } = preforkExperiment(agent.hostId);
  const asked = preforkExperiment(agent.hostId, {
    baseline: { ...baseline, spec: { ...baseline.spec, target: { ...TARGET, revision: COMMIT } } },
    variants: [{ name: 'head', changes: [{ path: '/target/revision', value }] }],
    start: true,
  });
  expect((await person(lab)('POST', '/experiments', asked)).status).toBe(201);
  const prepared = await agent.next();
  const { target } = prepared.type === 'prepare' ? prepared : { target: null };
  expect([COMMIT, value]).toContain(target?.kind === 'named' && target.revision);
});
