import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Host } from '../../contract/host.ts';
import type { Run } from '../../contract/run.ts';
import type { RunSpec } from '../../contract/spec.ts';
import type { RunSnapshots } from '../../contract/tuning.ts';
import { NO_TUNING } from '../../rules/tuning/setting-words.ts';
import { sweep } from '../../sweep.ts';
import { AS_FOUND, AS_TUNED, driveRun, joinWithQueues, pinnedSpec, placedOn } from '../../testing/drive-run.ts';
import { FakeAgent, person, specFor } from '../../testing/fake-agent.ts';
import { RESTORED } from '../../testing/fake-tuning.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';
import { tuningFindings } from '../../testing/tuning-findings.ts';

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
    expect((await host()).dirtyReason).toMatch(/is unknown/);
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

describe('what tuning did', () => {
  const run = async (spec: RunSpec) => (await person(lab)<Run>('POST', '/runs', { name: 'pinned', spec })).body.id;

  it('is judged by what the host counted, and shown with what was asked, read back and restored', async () => {
    const pinned = await joinWithQueues(lab, 'lab-2');
    const id = await run(pinnedSpec(pinned.hostId));
    await driveRun(pinned, lab, id, AS_TUNED, { placement: placedOn('2-3') });
    const { body } = await person(lab)<Run>('GET', `/runs/${id}`);
    expect(body.state).toBe('finished');
    const [tuning] = body.tuning;
    expect(tuning).toMatchObject({
      hostId: pinned.hostId,
      nic: 'eth0',
      restoreMatches: true,
      snapshots: ['before', 'applied', 'after-steps', 'restored'],
    });
    expect(
      tuning?.knobs.map(({ key, before, asked, readBack, restored }) => [key, before, asked, readBack, restored]),
    ).toEqual([
      ['service/irqbalance', 'running', 'stopped', 'stopped', 'running'],
      ['nic/eth0/irq/eth0-Tx-Rx-0/affinity', '0-3', '0-1', '0-1', '0-3'],
      ['nic/eth0/irq/eth0-Tx-Rx-1/affinity', '0-3', '0-1', '0-1', '0-3'],
      ['nic/eth0/rx-0/rps_cpus', '0', 'c', 'c', '0'],
      ['sysctl/net.core.somaxconn', '128', '4096', '4096', '128'],
    ]);
    // In 5 s: 2,000 + 1,500 of 3,510 interrupts on CPUs 0-1, 10 on CPU 3; 4,500 + 4,000 wake-ups for 200,000 packets.
    expect(tuning?.effects.filter(({ stepIndex }) => stepIndex === 0)).toEqual([
      {
        setting: 'interruptAffinity',
        stepIndex: 0,
        verdict: 'effective',
        sentence: '99.71 % of 3,510 interrupts of eth0 on CPUs 0-1.',
      },
      {
        setting: 'packetSteering',
        stepIndex: 0,
        verdict: 'effective',
        sentence: 'Steering handed work to another CPU 8,500 times for 200,000 packets, 100 % on CPUs 2-3.',
      },
      {
        setting: 'targetCpus',
        stepIndex: 0,
        verdict: 'effective',
        sentence: '2 processes of the target seen on CPUs 2-3, within CPUs 2-3.',
      },
    ]);
    expect(tuningFindings(body.findings).map(({ code }) => code)).toEqual([]);
    expect(body.steps[0]?.point?.serverRequests).toBe(50_000);
  });

  it('makes findings where interrupts, workers and processes are elsewhere, and something moved a knob', async () => {
    const pinned = await joinWithQueues(lab, 'lab-2');
    const id = await run(pinnedSpec(pinned.hostId));
    const drift = [
      { setting: 'interruptAffinity' as const, key: 'nic/eth0/irq/eth0-Tx-Rx-0/affinity', expected: '0-1', found: '3' },
    ];
    await driveRun(pinned, lab, id, AS_FOUND, { placement: placedOn('0-3'), drift });
    const { body } = await person(lab)<Run>('GET', `/runs/${id}`);
    const first = body.findings.filter(({ stepIndex }) => stepIndex === 0);
    expect(first.map(({ code, severity }) => [code, severity])).toEqual([
      ['tuning-drift', 'suspect'],
      ['tuning-without-effect', 'suspect'],
      ['tuning-without-effect', 'suspect'],
      ['target-outside-its-cpus', 'suspect'],
      ['workers-imbalanced', 'note'],
    ]);
    // 1,000 of 4,000 in 5 s on CPUs 0-1.
    expect(first[1]?.sentence).toContain('25 % of 4,000 interrupts of eth0 on CPUs 0-1; at least 95 % were expected.');
  });

  it('of a host that came out otherwise than it was applied is told by its snapshots', async () => {
    const id = await run(specFor(agent.hostId));
    const stop = await agent.obeyUntil('stop', lab, id);
    if (!stop) throw new Error('no stop was asked for');
    const values = { 'kernel/release': '6.1.0', 'service/irqbalance': 'stopped', 'top/1': 'vim 9 %' };
    agent.sequence += 1;
    const snapshot = { moment: 'after-steps' as const, takenAtUs: Date.now() * 1000, values };
    await agent.report([
      { sequence: agent.sequence, type: 'snapshot', runId: id, snapshot },
      agent.outcomeEntry(stop, { result: { type: 'stop' } }),
    ]);
    const { body } = await person(lab)<Run>('GET', `/runs/${id}`);
    expect(tuningFindings(body.findings).map(({ code, stepIndex, sentence }) => [code, stepIndex, sentence])).toEqual([
      ['tuning-drift', null, expect.stringContaining('service/irqbalance running → stopped.')],
    ]);
  });

  it('of hosts with thousands of values is told at once', async () => {
    const id = await run(specFor(agent.hostId));
    await agent.obeyUntil('stop', lab, id);
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, n) => [`nic/v${n}/rx-0/rps_cpus`, '0'.repeat(36)]),
    );
    const entry = (moment: 'applied' | 'after-steps', values: Record<string, string>) => {
      agent.sequence += 1;
      const snapshot = { moment, takenAtUs: Date.now() * 1000, values };
      return { sequence: agent.sequence, type: 'snapshot' as const, runId: id, snapshot };
    };
    await agent.report([entry('applied', many), entry('after-steps', { ...many, 'cpu/turbo': 'on' })]);
    const began = performance.now();
    await person(lab)('GET', `/runs/${id}/snapshots`);
    const reading = performance.now();
    const { body } = await person(lab)<Run>('GET', `/runs/${id}`);
    // Held against reading all of them, which is as slow as the machine: looked up key by key it is thirty times as much.
    expect(performance.now() - reading).toBeLessThan(300 + 5 * (reading - began));
    expect(tuningFindings(body.findings).map(({ sentence }) => sentence)).toEqual([
      expect.stringContaining('cpu/turbo unreadable → on.'),
    ]);
  });
});
