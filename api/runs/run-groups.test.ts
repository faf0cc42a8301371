import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunGroups } from '../contract/run-list.ts';
import { FakeAgent, person } from '../testing/fake-agent.ts';
import { seedNights } from '../testing/scale/seed-scale.ts';
import { seedRun } from '../testing/seed-run.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

const NIGHTS = 40;
const REGRESSED = 39;

let lab: TestLab;
let ids: string[];
let hostId: string;
beforeAll(async () => {
  lab = await openLab();
  hostId = (await FakeAgent.join(lab)).hostId;
  ids = await seedNights(lab.lab, NIGHTS, { at: REGRESSED, by: 1.15 }, () => {});
});
afterAll(() => lab.close());

const groups = async (query = '') => (await person(lab)<RunGroups>('GET', `/run-groups?${query}`)).body;
const update = (id: string, data: object) => lab.lab.database.client.run.update({ where: { id }, data });
const seedIn = async (groupName: string, figure: number, over: object = {}): Promise<string> => {
  const id = await seedRun(lab, hostId, { name: groupName, createdAtUs: 1_000, requestsPerSecond: figure });
  await update(id, { groupName, validity: 'valid', ...over });
  return id;
};

describe('the list by target and route', () => {
  it('counts each group, and tells of its baseline, its newest and its range', async () => {
    await person(lab)('PUT', `/runs/${ids[0]}/baseline`);
    const { groups: all, total, ungrouped } = await groups();
    expect({ total, ungrouped }).toEqual({ total: 1, ungrouped: 0 });
    const [group] = all;
    expect(group?.imported).toBe(false);
    const figures = await lab.lab.database.client.run.findMany({ select: { bestRequestsPerSecond: true } });
    const best = figures.map(({ bestRequestsPerSecond }) => bestRequestsPerSecond ?? Number.NaN);
    expect(group).toMatchObject({
      name: 'Fiber /simple',
      runs: NIGHTS,
      baseline: { runId: ids[0], name: 'fiber /simple, night 1' },
      newest: { runId: ids[REGRESSED], name: `fiber /simple, night ${NIGHTS}` },
      held: { word: 'worse' },
      range: { runs: NIGHTS, low: Math.min(...best), high: Math.max(...best) },
    });
  });

  it('counts and ranges only what passes the filters; the baseline stays', async () => {
    const [group] = (await groups('text=night+40')).groups;
    expect(group).toMatchObject({ runs: 1, baseline: { runId: ids[0] }, newest: { runId: ids[REGRESSED] } });
    expect(group?.range?.low).toBe(group?.range?.high);
    expect(await groups('text=nothing-like-it')).toEqual({ groups: [], total: 0, ungrouped: 0 });
  });

  it('leaves invalid figures out of the range, says which is suspect, and counts runs without a group', async () => {
    const leftOut = { leftOutRequestsPerSecond: 4_900_000, leftOutValidity: 'invalid' };
    await seedIn('another', 5, { validity: 'invalid' });
    await seedIn('another', 7, { validity: 'suspect', bestPipelining: 1 });
    await seedIn('another', 9, { bestPipelining: 64, createdAtUs: 2_000, ...leftOut });
    await seedIn('another', 8, {
      leftOutRequestsPerSecond: 20,
      leftOutValidity: 'suspect',
      leftOutMore: 1,
      leftOutInvalid: 1,
    });
    await seedRun(lab, hostId, { name: 'not judged' });
    const { groups: all, total, ungrouped } = await groups();
    expect({ total, ungrouped }).toEqual({ total: 2, ungrouped: 1 });
    expect(all.map(({ name }) => name)).toEqual(['Fiber /simple', 'another']);
    expect(all[1]).toMatchObject({
      runs: 4,
      baseline: null,
      held: null,
      range: { runs: 3, low: 7, high: 9, suspect: true, pipelining: [1, 64] },
      newest: { pipelining: 64, requestsPerSecond: 9, leftOut: { requestsPerSecond: 4_900_000, validity: 'invalid' } },
      invalid: 3,
    });
  });

  it('is bounded, and says how many groups there are', async () => {
    for (let index = 0; index < 205; index += 1) await seedIn(`group ${index}`, index + 1, { createdAtUs: index });
    const { groups: all, total } = await groups();
    expect(all).toHaveLength(200);
    expect(total).toBe(207);
  });

  it('says which can have no baseline, as all of its runs are imported', async () => {
    const runId = await seedIn('of imports', 5);
    const source = { source: {}, document: {}, summary: {}, originSha256: 'a'.repeat(64) };
    await lab.lab.database.client.importedRun.create({ data: { runId, ...source } });
    const imported = async () => (await groups('text=of+imports')).groups[0]?.imported;
    expect(await imported()).toBe(true);
    await seedIn('of imports', 6);
    expect(await imported()).toBe(false);
  });

  it('says that a range mixes parameters of a target, and open with closed loops', async () => {
    const { client } = lab.lab.database;
    const seedWith = async (spin: string, loop: 'open' | 'closed') => {
      const id = await seedIn('mixed', 10, { bestStepIndex: 0 });
      const { spec } = await client.run.findUniqueOrThrow({ where: { id } });
      const parameters = [{ name: 'spin', value: spin }];
      const target = { kind: 'named', name: 'mixed', tls: false, parameters };
      await update(id, { spec: { ...(spec as object), target } });
      await client.step.updateMany({ where: { runId: id, index: 0 }, data: { spec: { loop } } });
    };
    const mixed = async () => (await groups()).groups.find(({ name }) => name === 'mixed')?.range?.mixed;
    await seedWith('20000', 'closed');
    await seedWith('20000', 'closed');
    expect(await mixed()).toEqual([]);
    await seedWith('60000', 'closed');
    expect(await mixed()).toEqual(['parameters']);
    await seedWith('60000', 'open');
    expect(await mixed()).toEqual(['parameters', 'loops']);
  });
});
