import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Host } from '../contract/host.ts';
import type { PickedHosts } from '../contract/host-availability.ts';
import type { Problem } from '../contract/primitives.ts';
import type { Run } from '../contract/run.ts';
import { newId } from '../platform/store/ids.ts';
import { dispatchQueued } from '../runs/drive/settle.ts';
import { apart, FakeAgent, nic, person, request, specFor } from '../testing/fake-agent.ts';
import { makePerson } from '../testing/people.ts';
import { ExperimentPlay } from '../testing/play-experiment.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';

// Some play a run or two, which take a busy machine a while.
vi.setConfig({ testTimeout: 60_000 });

let lab: TestLab;
let one: FakeAgent;
let two: FakeAgent;

beforeEach(async () => {
  lab = await openLab({ stillClock: true });
  one = await FakeAgent.join(lab, 'lab-1', { bootId: 'a', nics: [nic('eth0', ['192.0.2.5/24'])] });
  two = await FakeAgent.join(lab, 'lab-2', { bootId: 'b', nics: [nic('eth0', ['192.0.2.9/24'])] });
});
afterEach(() => lab.close());

const host = async ({ hostId }: FakeAgent) => (await person(lab)<Host>('GET', `/hosts/${hostId}`)).body;
const set = (agent: FakeAgent, availability: Host['availability'], why?: string) =>
  person(lab)<Host>('POST', `/hosts/${agent.hostId}/availability`, { availability, ...(why && { why }) });
const create = (spec = specFor(one.hostId)) => person(lab)<Run & Problem>('POST', '/runs', { name: 'of a test', spec });
const state = async ({ body: { id } }: { body: Run }) => (await person(lab)<Run>('GET', `/runs/${id}`)).body.state;

async function obeyToTheEnd({ body: { id } }: { body: Run }): Promise<void> {
  while ((await person(lab)<Run>('GET', `/runs/${id}`)).body.endedAtUs === null) await one.obey(await one.next());
}

describe('labels of a host', () => {
  it('are kept in order, each once, beside its name', async () => {
    const change = (body: unknown) => person(lab)<Host>('PATCH', `/hosts/${one.hostId}`, body);
    expect((await change({ labels: ['web', 'c8i', 'web'] })).body).toMatchObject({
      name: 'lab-1',
      labels: ['c8i', 'web'],
    });
    expect((await change({ name: 'bench' })).body).toMatchObject({ name: 'bench', labels: ['c8i', 'web'] });
    expect((await change({ labels: [] })).body.labels).toEqual([]);
    for (const bad of [{}, { labels: ['C8i'] }, { labels: ['-a'] }, { labels: [''] }, { labels: ['a'.repeat(41)] }]) {
      expect((await change(bad)).status).toBe(422);
    }
    expect((await change({ labels: Array.from({ length: 17 }, (_, at) => `l${at}`) })).status).toBe(422);
  });

  it('come with the join token', async () => {
    const token = await person(lab)<{ token: string }>('POST', '/join-tokens', { labels: ['web', 'c8i'] });
    const joined = await FakeAgent.enter(lab, token.body.token, 'lab-3');
    expect((await host(joined)).labels).toEqual(['c8i', 'web']);
    expect((await host(one)).labels).toEqual([]);
  });
});

describe('a cordoned host', () => {
  it('refuses new runs by a sentence, and says who cordoned it, when and what for', async () => {
    const ann = await makePerson(lab, 'admin');
    await ann.call('POST', `/api/v1/hosts/${one.hostId}/availability`, { availability: 'cordoned', why: 'new kernel' });
    expect(await host(one)).toMatchObject({
      status: 'closed',
      availability: 'cordoned',
      closed: { byName: 'A test admin', why: 'new kernel', atUs: lab.lab.nowUs() },
    });
    const { status, body } = await create();
    expect([status, body.code, body.detail]).toEqual([
      409,
      'host-cordoned',
      'lab-1 was cordoned by A test admin (new kernel) and takes no run. Open it for runs on its page, or choose another host.',
    ]);
    const opened = (await set(one, 'open')).body;
    expect(opened).toMatchObject({ status: 'ready', availability: 'open' });
    expect(opened.closed).toBeUndefined();
    expect((await create()).status).toBe(201);
  });

  it('goes on with what runs; what is queued waits, and starts once it is open', async () => {
    const running = await create();
    const queued = await create();
    await set(one, 'cordoned');
    expect(await host(one)).toMatchObject({ status: 'busy', availability: 'cordoned', queuedRuns: 1 });
    await obeyToTheEnd(running);
    expect([await state(running), await state(queued)]).toEqual(['finished', 'queued']);
    await set(one, 'open');
    expect(await state(queued)).toBe('preparing');
  });

  it('keeps what is queued though its agent is stopped meanwhile', async () => {
    const busy = await create();
    const queued = await create();
    await set(one, 'cordoned', 'new disk');
    await obeyToTheEnd(busy);
    lab.skipMs(3_600_000);
    await set(two, 'open');
    expect((await host(one)).status).toBe('offline');
    expect(await state(queued)).toBe('queued');
    // Opened, or drained, it is waited for as long as any other host whose agent was just there.
    for (const next of ['draining', 'open'] as const) {
      await set(one, next);
      lab.skipMs(29_000);
      await dispatchQueued(lab.lab);
      expect([next, (await host(one)).status, await state(queued)]).toEqual([next, 'offline', 'queued']);
    }
    lab.skipMs(2000);
    await dispatchQueued(lab.lab);
    const { body } = await person(lab)<Run>('GET', `/runs/${queued.body.id}`);
    expect([body.state, body.failure?.code]).toEqual(['failed', 'host-offline']);
  });

  it('starts what waited for it once its agent is back', async () => {
    const busy = await create();
    const queued = await create();
    await set(one, 'cordoned');
    await obeyToTheEnd(busy);
    lab.skipMs(3_600_000);
    await set(one, 'open');
    lab.skipMs(20_000);
    await one.heartbeat();
    await dispatchQueued(lab.lab);
    expect(await state(queued)).toBe('preparing');
  });

  it('does not keep the other hosts of a run that waits for it', async () => {
    const both = apart(one.hostId, two.hostId);
    const first = await create();
    const waits = await create(both);
    const behind = await create(specFor(two.hostId));
    // Until then the older run keeps lab-2 for itself.
    expect([await state(waits), await state(behind)]).toEqual(['queued', 'queued']);
    await set(one, 'cordoned');
    await obeyToTheEnd(first);
    expect([await state(waits), await state(behind)]).toEqual(['queued', 'preparing']);
  });
});

describe('a host that drains', () => {
  it('still runs what is queued, takes nothing new, and is drained then', async () => {
    const running = await create();
    const queued = await create();
    await set(one, 'draining');
    const refused = await create();
    expect([refused.status, refused.body.code]).toEqual([409, 'host-draining']);
    await obeyToTheEnd(running);
    expect(await host(one)).toMatchObject({ status: 'busy', availability: 'draining', queuedRuns: 0 });
    await obeyToTheEnd(queued);
    expect(await state(queued)).toBe('finished');
    expect(await host(one)).toMatchObject({
      status: 'closed',
      runId: null,
      queuedRuns: 0,
      closed: { experimentsLeft: 0 },
    });
  });

  it('runs all rounds of an experiment that has begun, and begins none', async () => {
    const play = new ExperimentPlay(lab, one);
    const begun = await play.make({ start: true });
    const planned = await play.make();
    await set(one, 'draining');
    expect((await host(one)).closed?.experimentsLeft).toBe(1);
    const refused = await play.call<Problem>('POST', `/${planned.id}/start`);
    expect([refused.status, refused.body.code]).toEqual([409, 'host-draining']);
    await play.play(begun.id, 6, (configuration, round) => 8000 + 1600 * configuration + 30 * round);
    expect((await play.readDone(begun.id)).runsDone).toBe(6);
    expect((await host(one)).closed?.experimentsLeft).toBe(0);
  });
});

it('an experiment waits for a cordoned host, says so, and goes on once it is open', async () => {
  const play = new ExperimentPlay(lab, one);
  const { id } = await play.make({ start: true });
  await set(one, 'cordoned', 'new kernel');
  await play.play(id, 1, () => 8000);
  expect(await play.read(id)).toMatchObject({ status: 'running', runsDone: 1 });
  expect((await play.read(id)).waitingSentence).toBe(
    `lab-1 was cordoned by ${(await host(one)).closed?.byName} (new kernel) and takes no run. Open it for runs on its page.`,
  );
  await set(one, 'open');
  expect((await play.read(id)).waitingSentence).toBeNull();
  expect(await one.next()).toMatchObject({ type: 'prepare' });
});

it('a host that is opened is open though what waited could not be started', async () => {
  await set(one, 'cordoned');
  await lab.lab.database.client.$executeRaw`ALTER TABLE "Experiment" RENAME TO "Away"`;
  const { status, body } = await set(one, 'open');
  expect([status, body.availability]).toEqual([200, 'open']);
});

it('only administrators close a host', async () => {
  const path = `/api/v1/hosts/${one.hostId}/availability`;
  const operator = await makePerson(lab, 'operator');
  expect((await operator.call('POST', path, { availability: 'cordoned' })).status).toBe(403);
  const long = { availability: 'cordoned', why: 'x'.repeat(201) };
  expect((await request(lab.url, 'POST', path, { token: ADMIN_TOKEN, body: long })).status).toBe(422);
});

describe('hosts of pools', () => {
  const pick = (pools: unknown) =>
    person(lab)<PickedHosts & { detail: string; code: string }>('POST', '/hosts/pick', { pools });
  const label = ({ hostId }: FakeAgent) => person(lab)('PATCH', `/hosts/${hostId}`, { labels: ['c8i'] });

  it('are picked by label, free ones first, each once', async () => {
    await label(one);
    await label(two);
    await create();
    expect(
      (
        await pick([
          { label: 'c8i', count: 1 },
          { label: 'c8i', count: 1 },
        ])
      ).body,
    ).toEqual({
      pools: [
        { label: 'c8i', hosts: [{ hostId: two.hostId, name: 'lab-2' }] },
        { label: 'c8i', hosts: [{ hostId: one.hostId, name: 'lab-1' }] },
      ],
    });
  });

  it('that are too few are refused with what lacks', async () => {
    await label(one);
    await label(two);
    await set(two, 'cordoned');
    const { status, body } = await pick([{ label: 'c8i', count: 2 }]);
    expect([status, body.code, body.detail]).toEqual([
      409,
      'too-few-hosts',
      'Pool c8i has 1 host that takes runs; 2 are needed: lab-2 is cordoned.',
    ]);
    expect((await pick([])).status).toBe(422);
    expect((await pick([{ label: 'c8i', count: 33 }])).status).toBe(422);
  });
});

it('a host of a launch is neither closed nor labelled: it would cost money and do nothing', async () => {
  const { client } = lab.lab.database;
  const launch = await client.launch.create({
    data: {
      ...{ id: newId(), spec: {}, region: 'eu-central-1', state: 'ended', machine: {}, images: {} },
      ...{ createdAtUs: 0, reservedUntilUs: 0 },
    },
  });
  await client.host.update({ where: { id: one.hostId }, data: { launchId: launch.id } });
  const closed = await person(lab)<Problem>('POST', `/hosts/${one.hostId}/availability`, { availability: 'cordoned' });
  expect([closed.status, closed.body.detail]).toEqual([
    409,
    'lab-1 belongs to a launch; end the launch on its page instead.',
  ]);
  const labelled = await person(lab)<Problem>('PATCH', `/hosts/${one.hostId}`, { labels: ['c8i'] });
  expect([labelled.status, labelled.body.detail]).toEqual([
    409,
    'lab-1 belongs to a launch, and ends with it: it takes no labels.',
  ]);
  expect(await host(one)).toMatchObject({ availability: 'open', labels: [] });
});
