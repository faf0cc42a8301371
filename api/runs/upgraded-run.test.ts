import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Problem } from '../contract/primitives.ts';
import type { Run } from '../contract/run.ts';
import type { RunList } from '../contract/run-list.ts';
import { closedStep, FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { seedRun } from '../testing/seed-run.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

const MIGRATION = '../../prisma/migrations/20261121210500_files_of_hosts/migration.sql';
/** What the product before asked of an agent, which knew no shares. */
const AS_BEFORE = `UPDATE "Command" SET "body" = "body" - 'share' - 'decompress' - 'startAtUs' - 'profiles'
  || jsonb_build_object('connections', "body"->'share'->'connections', 'pipelining', "body"->'share'->'pipelining')
  WHERE "type" = 'drive-load'`;

let lab: TestLab;

beforeEach(async () => {
  lab = await openLab();
});
afterEach(() => lab.close());

it('a run that was under load when the product was brought up to date ends, and says so, with what its client was asked', async () => {
  const agent = await FakeAgent.join(lab);
  const spec = specFor(agent.hostId, { steps: [closedStep(10), closedStep(20)] });
  const { id } = (await person(lab)<Run>('POST', '/runs', { name: 'old', spec })).body;
  await agent.obeyUntil('drive-load', lab, id);
  const { client } = lab.lab.database;
  await client.$executeRawUnsafe(AS_BEFORE);
  const [, ...updates] = readFileSync(path.join(import.meta.dirname, MIGRATION), 'utf8').split(';\n');
  for (const update of updates) if (update.trim() !== '') await client.$executeRawUnsafe(update);

  agent.reborn();
  expect((await agent.hello()).status).toBe(200);
  await agent.obeyUntil(null, lab, id);
  const run = (await person(lab)<Run>('GET', `/runs/${id}`)).body;
  expect([run.state, run.failure?.code]).toEqual(['failed', 'agent-restarted']);
  expect(run.steps[0]?.clients.map(({ share, failure }) => [share, failure?.code])).toEqual([
    [{ loop: 'closed', connections: 10, pipelining: 1 }, 'stopped'],
  ]);
});

it('a run of a load generator that only a later release knows is listed and opens, and cannot be run again', async () => {
  const agent = await FakeAgent.join(lab);
  const known = specFor(agent.hostId);
  const spec = { ...known, load: { ...known.load, tool: 'later-tool' } };
  const id = await seedRun(lab, agent.hostId, { spec });
  const { runs } = (await person(lab)<RunList>('GET', '/runs')).body;
  expect(runs.map((run) => run.spec.load.tool)).toEqual(['later-tool']);
  expect((await person(lab)<Run>('GET', `/runs/${id}`)).body.spec).toEqual(spec);
  const again = await person(lab)<Problem>('POST', '/runs', { name: 'again', spec });
  expect([again.status, again.body.fields[0]?.path]).toEqual([422, 'spec.load.tool']);
});
