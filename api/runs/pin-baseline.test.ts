import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunBaseline } from '../contract/run-baseline.ts';
import type { RunFacets, RunList } from '../contract/run-list.ts';
import { FakeAgent, person } from '../testing/fake-agent.ts';
import { seedNights } from '../testing/scale/seed-scale.ts';
import { seedRun } from '../testing/seed-run.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { judgeEnded, judgeStored } from './judge-runs.ts';

const NIGHTS = 40;
const REGRESSED = 33;

let lab: TestLab;
let ids: string[];
beforeAll(async () => {
  lab = await openLab();
  ids = await seedNights(lab.lab, NIGHTS, { at: REGRESSED, by: 1.15 }, () => {});
});
afterAll(() => lab.close());

const call = <T>(method: 'GET' | 'PUT' | 'DELETE', runId: string) => person(lab)<T>(method, `/runs/${runId}/baseline`);
const list = async (query = '') => (await person(lab)<RunList>('GET', `/runs?limit=200&${query}`)).body;
const facets = async () => (await person(lab)<RunFacets>('GET', '/run-facets')).body.against;
const at = (night: number): string => ids[night] ?? '';

describe('a pinned baseline', () => {
  it('holds every other run of its group against it, and narrows them to the one that regressed', async () => {
    const { status, body } = await call<RunBaseline>('PUT', at(0));
    expect(status).toBe(200);
    expect(body).toMatchObject({ runId: at(0), pinned: true, held: null, group: 'Fiber /simple' });
    expect(body.baseline).toMatchObject({ runId: at(0), name: 'fiber /simple, night 1' });
    const { runs, standings } = await list('against=worse');
    expect(runs.map(({ id }) => id)).toEqual([at(REGRESSED)]);
    expect(standings[0]).toMatchObject({
      pinned: false,
      held: { word: 'worse', metric: 'requestsPerSecond', load: '256 conns' },
    });
    expect(standings[0]?.held?.ratio).toBeCloseTo(1 / 1.15, 1);
    expect(standings[0]?.held?.sentence).toMatch(
      /^Throughput −1\d\.\d % against the baseline at .+: beyond the noise of ±/,
    );
    expect((await list('against=unclear')).total).toBe(NIGHTS - 2);
    expect(await facets()).toEqual([
      { value: 'unclear', runs: NIGHTS - 2 },
      { value: 'worse', runs: 1 },
    ]);
  });

  it('is replaced by the next one, and the other way round the same difference is a gain', async () => {
    await call('PUT', at(REGRESSED));
    expect((await call<RunBaseline>('GET', at(0))).body).toMatchObject({
      pinned: false,
      held: { word: 'better' },
      baseline: { runId: at(REGRESSED) },
    });
    expect((await list()).standings.filter(({ pinned }) => pinned).map(({ runId }) => runId)).toEqual([at(REGRESSED)]);
  });

  it('is forgotten with what was held against it when it is unpinned, or deleted', async () => {
    expect((await call<RunBaseline>('DELETE', at(REGRESSED))).body).toMatchObject({ pinned: false, baseline: null });
    expect((await list()).standings).toEqual([]);
    await call('PUT', at(5));
    expect((await list()).standings).toHaveLength(NIGHTS);
    await person(lab)('DELETE', `/runs/${at(5)}`);
    expect((await list()).standings).toEqual([]);
    await person(lab)('POST', `/runs/${at(5)}/undelete`);
    expect((await call<RunBaseline>('GET', at(5))).body).toMatchObject({ pinned: false, baseline: null, held: null });
  });

  it('is no other than a run with a figure', async () => {
    const agent = await FakeAgent.join(lab);
    const nothing = await seedRun(lab, agent.hostId, { state: 'failed' });
    await judgeEnded(lab.lab, nothing);
    expect(await call('PUT', nothing)).toMatchObject({ status: 409, body: { detail: /measured here, has ended/ } });
    expect((await call('PUT', '01890000-0000-7000-8000-000000000000')).status).toBe(404);
  });

  it('holds the same of runs that were judged anew', async () => {
    await call('PUT', at(0));
    const before = (await list()).standings;
    await lab.lab.database.client.run.updateMany({ data: { verdictVersion: 1, heldWord: null, groupName: null } });
    await lab.lab.database.client.$executeRaw`UPDATE "Step" SET "standing" = NULL`;
    await judgeStored(lab.lab, new AbortController().signal);
    expect((await list()).standings).toEqual(before);
  }, 60_000);
});

describe('the list', () => {
  it('is narrowed to a group, and to when runs were asked for', async () => {
    expect((await list('state=finished&group=Fiber%20%2Fsimple')).total).toBe(NIGHTS);
    expect((await list('group=Fiber%20%2Flist')).total).toBe(0);
    const { runs } = await list('state=finished&group=Fiber%20%2Fsimple');
    const newest = runs[0]?.createdAtUs ?? 0;
    const tenth = runs[9]?.createdAtUs ?? 0;
    expect((await list(`sinceUs=${tenth}&state=finished&group=Fiber%20%2Fsimple`)).total).toBe(10);
    expect((await list(`sinceUs=${tenth}&beforeUs=${newest}&state=finished&group=Fiber%20%2Fsimple`)).total).toBe(9);
  });
});
