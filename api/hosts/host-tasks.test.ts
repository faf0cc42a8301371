import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Host } from '../contract/host.ts';
import { HOST_TASK_SECONDS, type RevisionList } from '../contract/host-task.ts';
import type { Problem } from '../contract/primitives.ts';
import type { Run } from '../contract/run.ts';
import type { TuningPlan } from '../contract/tuning.ts';
import { NO_TUNING } from '../rules/tuning/setting-words.ts';
import { sweep } from '../sweep.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { RESTORED } from '../testing/fake-tuning.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
let agent: FakeAgent;

beforeEach(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
});
afterEach(() => lab.close());

const ask = <T = Problem>(what: string, body?: unknown) =>
  person(lab)<T>('POST', `/hosts/${agent.hostId}/${what}`, body);
const plan = {
  tuning: { ...NO_TUNING, sysctls: [{ name: 'net.core.somaxconn', value: '4096' }] },
  targetCpus: '0-1',
  address: null,
};
const host = async () => (await person(lab)<Host>('GET', `/hosts/${agent.hostId}`)).body;
const rows = () => lab.lab.database.client.hostTask.count();

const mismatch = {
  matches: false,
  mismatches: ['eth0 rx-0 rps_cpus is ff, was 00'],
  knobs: [],
  runId: null,
};
const soiled = async () => {
  agent.reborn();
  await agent.hello(mismatch);
  expect((await host()).status).toBe('dirty');
};

describe('a question to a host', () => {
  it('is answered by its agent, and nothing is left of it', async () => {
    const asked = ask<TuningPlan>('plan', plan);
    expect(await agent.answerNext()).toMatchObject({ type: 'plan', request: plan });
    const { status, body } = await asked;
    expect(status).toBe(200);
    expect(body.changes.map(({ key, asked, status }) => [key, asked, status])).toEqual([
      ['sysctl/net.core.somaxconn', '4096', 'change'],
    ]);
    const [doctor, snapshot] = [ask<{ findings: unknown[] }>('doctor'), ask<{ values: object }>('snapshot')];
    await agent.answerNext();
    await agent.answerNext();
    expect((await doctor).body.findings).toHaveLength(1);
    expect((await snapshot).body.values).toHaveProperty('kernel/release');
    expect(await rows()).toBe(0);
  });

  it('lists the commits of a target, as many as are asked for', async () => {
    const asked = ask<RevisionList>('revisions', { target: 'shop', most: 1 });
    expect(await agent.answerNext()).toMatchObject({ type: 'list-revisions', request: { target: 'shop', most: 1 } });
    const { status, body } = await asked;
    expect([status, body.revisions.map(({ subject }) => subject)]).toEqual([200, ['the second']]);
    for (const wrong of [{ target: '../shop', most: 1 }, { target: 'shop', most: 201 }, { target: 'shop' }]) {
      expect((await ask('revisions', wrong)).status).toBe(422);
    }
    const old = ask('revisions', { target: 'shop', most: 1 });
    await agent.answerNext({
      type: 'refused',
      sentence: 'The agent on lab-1 knows no "list-revisions"; a newer one may.',
    });
    expect((await old).body.detail).toBe('The agent on lab-1 knows no "list-revisions"; a newer one may.');
  });

  it('is handed out once, and to the present life of the agent only', async () => {
    const asked = ask('doctor');
    const task = await agent.nextTask();
    expect(await agent.poll(200)).toEqual([]);
    const first = { ...agent, incarnationId: agent.incarnationId };
    agent.reborn();
    await agent.hello();
    const late = await agent.call<Problem>(`tasks/${task.taskId}`, {
      incarnationId: first.incarnationId,
      answer: { type: 'doctor', report: { checkedAtUs: 1, findings: [] } },
    });
    expect([late.status, late.body.code]).toEqual([410, 'unknown-incarnation']);
    await agent.answer(task);
    expect((await asked).status).toBe(200);
  });

  it('that the agent refuses is a sentence', async () => {
    const asked = ask('plan', plan);
    await agent.answerNext({ type: 'refused', sentence: 'lab-1 has the CPUs 0-3, not 200.' });
    const { status, body } = await asked;
    expect([status, body.code, body.detail]).toEqual([422, 'refused', 'lab-1 has the CPUs 0-3, not 200.']);
  });

  it('that another host answers, or in another way, is not answered', async () => {
    const stranger = await FakeAgent.join(lab, 'lab-2');
    const asked = ask('doctor');
    const task = await agent.nextTask();
    await stranger.answer(task);
    const odd = await agent.answer(task, { type: 'restore', restore: RESTORED });
    expect([odd.status, odd.body.detail]).toEqual([422, 'A doctor was asked for, not a restore.']);
    await agent.answer(task, { type: 'doctor', report: { checkedAtUs: 7, findings: [] } });
    expect((await asked).body).toEqual({ checkedAtUs: 7, findings: [] });
    expect((await agent.answer(task)).status).toBe(204);
  });

  it('fails in words at once when the host is unknown or offline', async () => {
    const nobody = await person(lab)<Problem>('POST', `/hosts/${randomUUID()}/doctor`);
    expect([nobody.status, nobody.body.detail]).toEqual([404, 'There is no such host.']);
    lab.skipMs(60_000);
    const { status, body } = await ask('doctor');
    expect([status, body.detail]).toEqual([
      409,
      'lab-1 is offline: its agent has not been heard of lately. Start it there if it is not running, then ask again.',
    ]);
    expect(await rows()).toBe(0);
  });

  it('ends when whoever asked has gone', async () => {
    const gone = new AbortController();
    const asked = fetch(`${lab.url}/api/v1/hosts/${agent.hostId}/doctor`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      signal: gone.signal,
    }).catch(() => null);
    while ((await rows()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    gone.abort();
    await asked;
    while ((await rows()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await agent.poll(100)).toEqual([]);
    await expect(agent.nextTask(100)).rejects.toThrow('no task came');
  });

  it('is one of eight at most that wait for one host', async () => {
    const asked = Array.from({ length: 8 }, () => ask('doctor'));
    while ((await rows()) < 8) await new Promise((resolve) => setTimeout(resolve, 20));
    const { status, body } = await ask('doctor');
    expect([status, body.detail]).toEqual([429, 'lab-1 already has 8 waiting requests; try again in a few seconds.']);
    for (let i = 0; i < 8; i++) await agent.answerNext();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  });
});

describe('a host that works for a run', () => {
  it('is asked nothing that would disturb what it measures, a plan no more than the rest', async () => {
    const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'x', spec: specFor(agent.hostId) });
    await agent.obeyUntil('drive-load', lab, run.id);
    const bodies = { plan, doctor: undefined, snapshot: undefined, revisions: { target: 'shop', most: 1 } };
    for (const [task, asked] of Object.entries(bodies)) {
      const { status, body } = await ask(task, asked);
      expect([status, body.detail]).toEqual([
        409,
        'lab-1 is in a run, and requests would disturb the measurement; try again when the run is over.',
      ]);
    }
    await person(lab)('POST', `/runs/${run.id}/cancel`);
    await agent.obeyUntil(null, lab, run.id);
  });
});

describe('putting a host back by hand', () => {
  it('cleans a host that reads back as before', async () => {
    await soiled();
    const asked = ask<Host>('restore');
    expect(await agent.answerNext()).toMatchObject({ type: 'restore', acceptPresent: false });
    expect((await asked).body).toMatchObject({ status: 'ready', dirtyReason: null });
  });

  it('leaves a host dirty that still differs, with what differs', async () => {
    const asked = ask<Host>('restore');
    await agent.answerNext({ type: 'restore', restore: mismatch });
    expect((await asked).body).toMatchObject({
      status: 'dirty',
      dirtyReason: 'After a restore these read back differently: eth0 rx-0 rps_cpus is ff, was 00',
    });
  });

  it('is refused while a run holds the host', async () => {
    await person(lab)('POST', '/runs', { name: 'a run', spec: specFor(agent.hostId) });
    const { status, body } = await ask('restore');
    expect([status, body.detail]).toEqual([
      409,
      'lab-1 works for a run, which will restore it; cancel the run to restore it now.',
    ]);
  });

  it('is kept with the run whose tuning it put back', async () => {
    const spec = { ...specFor(agent.hostId), tuning: { targetCpus: null, server: plan.tuning, clients: null } };
    const { body: run } = await person(lab)<Run>('POST', '/runs', { name: 'a run', spec });
    await agent.obeyUntil(null, lab, run.id);
    const knobs = [
      {
        setting: 'sysctls' as const,
        key: 'sysctl/net.core.somaxconn',
        before: '128',
        readBack: '4096',
        matches: false,
      },
    ];
    const asked = ask<Host>('restore');
    await agent.answerNext({ type: 'restore', restore: { ...mismatch, knobs, runId: run.id } });
    await asked;
    const row = await lab.lab.database.client.runHost.findFirst({ where: { runId: run.id } });
    expect(row?.restored).toMatchObject({ matches: false, knobs });
  });
});

describe('a question that is not answered in time', () => {
  // Both wait until their time is over, at the same time.
  it('ends with what to do and is not given out any more; a restore counts also later, and is forgotten by the sweep', async () => {
    await soiled();
    const silent = await FakeAgent.join(lab, 'lab-2');
    const unanswered = person(lab)<Problem>('POST', `/hosts/${silent.hostId}/doctor`);
    const asked = ask('restore');
    const task = await agent.nextTask();
    const { status, body } = await unanswered;
    expect([status, body.code, body.detail]).toEqual([
      504,
      'no-answer',
      `The agent on lab-2 did not answer within ${HOST_TASK_SECONDS} s; check there that it runs, then try again.`,
    ]);
    expect((await asked).status).toBe(504);
    expect(await silent.poll(0)).toEqual([]);
    await expect(silent.nextTask(0)).rejects.toThrow('no task came');
    // The doctor's is gone, the restore's waits for its answer.
    expect(await rows()).toBe(1);
    await agent.answer(task);
    expect((await host()).status).toBe('ready');
    lab.skipMs(121_000);
    await sweep(lab.lab);
    expect(await rows()).toBe(0);
  });
});

describe('vouching for a host', () => {
  it('tells the agent to forget its journal, and clears it whatever the agent says', async () => {
    agent.reborn();
    await agent.hello({ ...RESTORED, matches: false, mismatches: ['x'] });
    const asked = ask<Host>('clear-dirty');
    await agent.answerNext({ type: 'restore', restore: { ...RESTORED, matches: false, mismatches: ['x'] } });
    expect((await asked).body.status).toBe('ready');
    // The same life says so again when its facts change: a person has seen it already.
    await agent.hello({ ...RESTORED, matches: false, mismatches: ['x'] });
    expect((await host()).status).toBe('ready');
  });

  it('clears a host at once whose agent is away', async () => {
    agent.reborn();
    await agent.hello({ ...RESTORED, matches: false, mismatches: ['x'] });
    lab.skipMs(60_000);
    expect((await ask<Host>('clear-dirty')).body).toMatchObject({ status: 'offline', dirtyReason: null });
  });
});
