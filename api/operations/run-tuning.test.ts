import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Host } from '../contract/host.ts';
import type { Run } from '../contract/run.ts';
import type { RunSnapshots } from '../contract/tuning.ts';
import { FakeAgent, person, specFor } from '../testing/fake-agent.ts';
import { NO_TUNING, RESTORED } from '../testing/fake-tuning.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { sweep } from './sweep.ts';

let lab: TestLab;
let agent: FakeAgent;

beforeEach(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
});
afterEach(() => lab.close());

const TUNING = { ...NO_TUNING, sysctls: [{ name: 'net.core.somaxconn' as const, value: '4096' }] };
const host = async () => (await person(lab)<Host>('GET', `/hosts/${agent.hostId}`)).body;

describe('what is said of tuning while a run goes on', () => {
  const tuned = () => ({ ...specFor(agent.hostId), tuning: { targetCpus: null, server: TUNING, clients: null } });
  const start = async () => (await person(lab)<Run>('POST', '/runs', { name: 'a run', spec: tuned() })).body.id;
  const rowOf = (runId: string) => lab.lab.database.client.runHost.findFirstOrThrow({ where: { runId } });

  it('is kept with the run: applied, restored, and four snapshots', async () => {
    const id = await start();
    await agent.obeyUntil(null, lab, id);
    expect((await rowOf(id)).applied).toMatchObject({
      changes: [{ key: 'sysctl/net.core.somaxconn', readBack: '4096' }],
    });
    expect((await rowOf(id)).restored).toMatchObject({ matches: true, knobs: [{ before: '128', readBack: '128' }] });
    const { body } = await person(lab)<RunSnapshots>('GET', `/runs/${id}/snapshots`);
    expect(
      body.hosts.map(({ name, snapshots }) => [
        name,
        snapshots.map(({ moment, values }) => [moment, values['sysctl/net.core.somaxconn']]),
      ]),
    ).toEqual([
      [
        'lab-1',
        [
          ['before', '128'],
          ['applied', '4096'],
          ['after-steps', '4096'],
          ['restored', '128'],
        ],
      ],
    ]);
    expect((await person(lab)('GET', `/runs/${randomUUID()}/snapshots`)).status).toBe(404);
  });

  it('is nobody else’s to say', async () => {
    const id = await start();
    const stranger = await FakeAgent.join(lab, 'lab-2');
    const said = [
      stranger.snapshotEntry(id, 'before'),
      stranger.restoredEntry(id, { ...RESTORED, runId: id }),
      stranger.snapshotEntry(randomUUID(), 'before'),
    ];
    expect((await stranger.report(said)).body.acknowledgedSequence).toBe(3);
    expect(await lab.lab.database.client.hostSnapshot.count()).toBe(0);
    expect((await rowOf(id)).restored).toBeNull();
  });

  it('a failed apply-tuning fails the run with its sentence, and the host is restored', async () => {
    const id = await start();
    const command = await agent.obeyUntil('apply-tuning', lab, id);
    if (command?.type !== 'apply-tuning') throw new Error('no tuning was asked for');
    expect(command.tuning).toEqual(TUNING);
    const failure = { code: 'tuning-failed', sentence: 'net.core.somaxconn could not be set to 4096: no space left.' };
    await agent.obey(command, { status: 'failed', result: null, failure });
    const stop = await agent.next();
    await agent.obey(stop);
    const restore = await agent.next();
    expect([stop.type, restore.type]).toEqual(['stop', 'restore']);
    await agent.obey(restore);
    const { body } = await person(lab)<Run>('GET', `/runs/${id}`);
    expect([body.state, body.failure]).toEqual(['failed', failure]);
    expect((await host()).status).toBe('ready');
  });

  it('a host that its agent put back by itself, differing, is dirty once the run has let it go', async () => {
    const id = await start();
    await agent.obeyUntil('drive-load', lab, id);
    const restore = { matches: false, mismatches: ['somaxconn is 1, was 128'], knobs: [], runId: id };
    await agent.report([agent.restoredEntry(id, restore)]);
    expect((await host()).status).toBe('busy');
    await agent.heartbeat(id);
    lab.skipMs(61_000);
    await sweep(lab.lab);
    expect((await host()).dirtyReason).toMatch(/not known/);
    await agent.report([agent.restoredEntry(id, restore)]);
    expect((await host()).dirtyReason).toMatch(/somaxconn is 1, was 128/);
  });

  it('the restore of a life that died is kept with its run, and a mismatch soils the host', async () => {
    const id = await start();
    await agent.obeyUntil('drive-load', lab, id);
    agent.reborn();
    const knobs = [
      { setting: 'sysctls' as const, key: 'sysctl/net.core.somaxconn', before: '128', readBack: '1', matches: false },
    ];
    await agent.hello({ matches: false, mismatches: ['somaxconn is 1, was 128'], knobs, runId: id });
    expect((await rowOf(id)).restored).toMatchObject({ matches: false, knobs });
    expect((await host()).dirtyReason).toMatch(/somaxconn is 1, was 128/);
  });
});
