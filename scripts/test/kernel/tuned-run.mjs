// @ts-check
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { closedStep, NO_TUNING, specFor } from '../../lab/client.mjs';
import { until } from '../instance/processes.mjs';
import { labOfThisSuite, NIC } from './guest.mjs';
import { cpusThatTook, interruptTable, total } from './interrupts.mjs';
import { GUEST_DATA } from './real-instance.mjs';
import { instance } from './shared-instance.mjs';
import { parseSteered, steeredBetween } from './softnet.mjs';
import { flood, interruptsDuring, queueIrqs, untilMoved } from './traffic.mjs';

/** Runs of a real instance on the guest: what they ask of its kernel, whether it took effect, and that it is put back. */
const lab = labOfThisSuite();
const PORT = 8080;
const CONNECTIONS = 150;
const SECONDS = 6;
const LOAD_CONNECTIONS = 32;

const PINNED = { ...NO_TUNING, interruptAffinity: { cpus: '2-3', spread: 'one-to-one' } };
const FULL = {
  ...PINNED,
  nicQueues: 4,
  packetSteering: { cpus: '4-7' },
  flowSteering: { entries: 1000 },
  transmitSteering: { cpus: '0-3', spread: 'one-to-one' },
  mtuBytes: 1400,
  offloads: { gro: false, gso: null, tso: false, lro: null },
  busyPolling: { pollUs: 50, readUs: 50 },
  sysctls: [
    { name: 'net.core.somaxconn', value: '8192' },
    { name: 'net.core.netdev_max_backlog', value: '5000' },
    { name: 'net.ipv4.ip_local_port_range', value: '2000 60000' },
    { name: 'net.ipv4.tcp_rmem', value: '4096 87380 8388608' },
  ],
  openFilesLimit: 65_536,
  transparentHugePages: 'always',
};

/** @type {string} */ let untouched;

/** Queues a run and resolves with its id once its connections are there and carry load. */
async function measuring(name, server, { seconds = SECONDS } = {}) {
  const { client } = instance;
  const hostId = (await instance.host()).id;
  const spec = specFor(hostId, { path: '/simple', steps: [closedStep(LOAD_CONNECTIONS, seconds)], warmupSeconds: 0 });
  const { id } = await client.createRun(name, {
    ...spec,
    clients: [{ hostId: (await instance.outside.host()).id }],
    tuning: { targetCpus: null, server, clients: null },
    samplesPerSecond: 1,
  });
  await until(`${name} measures`, async () => {
    const run = await read(id);
    if (run.failure) throw new Error(JSON.stringify(run.failure));
    return run.state === 'measuring';
  });
  // Established ones of /proc/net/tcp to the guest's address, in the kernel's hexadecimal.
  const address = instance.guest.address
    .split('.')
    .reverse()
    .map((n) => Number(n).toString(16).padStart(2, '0'));
  const established = `grep -ic ': ${address.join('')}:[0-9A-F]* [0-9A-F:]* 01 ' /proc/net/tcp`;
  await until(`${name} is connected`, async () => {
    return Number((await instance.guest.try(established)).output) >= LOAD_CONNECTIONS;
  });
  return id;
}

const read = (id) => instance.client.call('GET', `/runs/${id}`);
const tuningOf = (run) => run.tuning.find(({ knobs }) => knobs.length > 0);
const journal = async () => (await instance.guest.try(`test -e ${GUEST_DATA}/tuning.jsonl`)).status === 0;
const steered = async () => parseSteered(await instance.guest.run('cat /proc/net/softnet_stat'));

/** Nothing of a run is left in the guest's kernel, and nothing that would have to be put back. */
async function expectUntouched() {
  expect(await instance.guest.snapshot()).toBe(untouched);
  expect(await journal()).toBe(false);
}

const sum = (counts) => [...counts].reduce((all, [, n]) => all + n, 0);

async function steeredDuring(work) {
  const before = await steered();
  await work();
  const counts = steeredBetween(before, await steered());
  return [...counts].filter(([, n]) => n > 0);
}

describe('a tuned run', () => {
  beforeAll(async () => {
    untouched = await instance.guest.snapshot();
  });
  beforeEach(() => until('the guest is ready', async () => (await instance.host())?.status === 'ready'));

  const tables = /** @type {string[]} */ ([]);
  const floodedTable = async (title) => {
    const { guest } = instance;
    const server = await guest.start(`server --host ${guest.address} --port ${PORT}`);
    await server.logged('ready');
    await untilMoved(guest, PORT);
    const steeredTo = await steeredDuring(async () => {
      const lines = await interruptsDuring(guest, () => flood(guest.address, PORT, CONNECTIONS));
      tables.push(interruptTable(title, lines));
      expect(cpusThatTook(lines).length).toBeGreaterThanOrEqual(4);
    });
    expect(steeredTo).toEqual([]);
    await server.kill('TERM');
  };

  it('moves interrupts and packets where it was asked, and nothing of it is left when it is over', async () => {
    await floodedTable('before');
    const id = await measuring('everything', FULL);
    const packets = await steeredDuring(async () => {
      const lines = await interruptsDuring(instance.guest, () => sleep(2000));
      tables.push(interruptTable('pinned to 2-3', lines));
      expect(total(lines)).toBeGreaterThan(50);
      for (const line of lines) {
        const elsewhere = [...line.counts].filter(([cpu, n]) => cpu !== 2 && cpu !== 3 && n > 0);
        // The first interrupt of a line after its mask was changed still goes where the one before went.
        expect(
          elsewhere.reduce((sum, [, n]) => sum + n, 0),
          `${line.name} on ${elsewhere}`,
        ).toBeLessThanOrEqual(1);
      }
    });
    expect(sum(packets)).toBeGreaterThan(50);

    const run = await instance.client.finish(id);
    expect(run.failure).toBeNull();
    await expectUntouched();
    await floodedTable('restored');
    console.log(
      `${tables.join('\n\n')}\n\n  packets steered, by CPU: ${packets.map(([cpu, n]) => `${cpu}: ${n}`).join(', ')}`,
    );

    const { knobs, restoreMatches, effects } = tuningOf(run);
    expect(restoreMatches).toBe(true);
    const wrong = knobs.filter((k) => k.asked !== null && !['applied', 'unchanged'].includes(k.status));
    expect(wrong).toEqual([]);
    expect(knobs.filter((k) => k.status === 'applied' && k.asked !== null && k.restoredMatches !== true)).toEqual([]);
    const verdict = (setting) => effects.find((e) => e.setting === setting)?.verdict;
    expect(verdict('interruptAffinity')).toBe('effective');
    expect(verdict('packetSteering')).toBe('effective');
    // Of the agent outside there is one: its tap device loses the queues that the guest gives up.
    const { id: hostId } = await instance.host();
    expect(run.findings.filter((found) => found.hostId === hostId && found.code.startsWith('tuning'))).toEqual([]);
  }, 120_000);

  it('that is canceled, with flow steering alone: packets follow their connections, and everything is put back', async () => {
    const before = sum(await steered());
    const id = await measuring('canceled', { ...NO_TUNING, flowSteering: { entries: 4096 } }, { seconds: 60 });
    await until('packets are steered', async () => sum(await steered()) - before > 20);
    await instance.client.call('POST', `/runs/${id}/cancel`);
    const run = await instance.client.finish(id);
    expect(run.state).toBe('canceled');
    expect(tuningOf(run).restoreMatches).toBe(true);
    await expectUntouched();
  });

  it('whose agent is killed is put back by the next one', async () => {
    const id = await measuring('killed', FULL, { seconds: 30 });
    expect(await instance.guest.snapshot()).not.toBe(untouched);
    await instance.agent.kill();
    expect(await journal()).toBe(true);
    await instance.startAgent();
    await expectUntouched();
    const run = await instance.client.finish(id);
    expect(run.state).toBe('failed');
    expect(tuningOf(run).restoreMatches).toBe(true);
  });

  it('whose instance cannot be reached any more is put back by the agent alone', async () => {
    const id = await measuring('cut off', FULL, { seconds: 30 });
    const link = (state) => execFileSync('ip', ['link', 'set', lab.network.tap, state]);
    link('down');
    try {
      await until('the agent let go', async () => !(await journal()), 60_000);
      await expectUntouched();
    } finally {
      link('up');
    }
    const run = await instance.client.finish(id);
    expect(run.state).toBe('failed');
    await until('the guest is ready', async () => (await instance.host()).status === 'ready');
    expect(tuningOf(await read(id)).restoreMatches).toBe(true);
  }, 150_000);

  it('whose host loses its power is put back by the boot, and the journal of before is not acted upon', async () => {
    const id = await measuring('power cut', FULL, { seconds: 30 });
    await instance.guest.reboot();
    expect(await journal()).toBe(true);
    expect(await instance.guest.snapshot()).toBe(untouched);
    await instance.startAgent();
    expect(await instance.agent.log()).toContain('the tuning journal was discarded');
    await expectUntouched();
    expect((await instance.client.finish(id)).state).toBe('failed');
  }, 150_000);

  it('stops irqbalance, which would undo it within seconds, and lets it go on', async () => {
    const { guest } = instance;
    const irqs = (await queueIrqs(guest)).flat();
    const affinities = () => guest.run(`for irq in ${irqs.join(' ')}; do cat /proc/irq/$irq/smp_affinity_list; done`);
    const service = () => guest.run('sh /lab/snapshot | grep "^service irqbalance"');
    const irqbalance = await guest.start('irqbalance --foreground --interval=1');
    const server = await guest.start(`server --host ${guest.address} --port ${PORT}`);
    // Also where this test fails: irqbalance would move the interrupts of the next one.
    onTestFinished(async () => {
      await server.kill('TERM');
      await irqbalance.kill('TERM');
    });
    await server.logged('ready');
    const moved = async (what, from) => {
      await until(`irqbalance ${what}`, async () => {
        await flood(guest.address, PORT, 50);
        return (await affinities()) !== from;
      });
    };
    await moved('moves interrupts', await affinities());

    const id = await measuring('irqbalance', { ...PINNED, stopServices: ['irqbalance'] }, { seconds: 10 });
    expect(await service()).toBe('service irqbalance is paused\n');
    const seen = /** @type {string[]} */ ([]);
    const sinceMs = Date.now();
    for (let now = ''; (await read(id)).state === 'measuring'; await sleep(500)) {
      // Read before the look at the run: what is kept was so while it still measured.
      if (now) seen.push(now);
      now = await affinities();
    }
    expect(Date.now() - sinceMs).toBeGreaterThan(5000);
    expect([...new Set(seen.join('').trim().split('\n'))].sort()).toEqual(['2', '3']);
    const run = await instance.client.finish(id);
    expect(run.failure).toBeNull();
    expect(tuningOf(run).restoreMatches).toBe(true);
    expect(run.findings.filter(({ code }) => code === 'tuning-drift')).toEqual([]);
    expect(await service()).toBe('service irqbalance runs\n');
    await moved('moves interrupts again', await affinities());
  }, 120_000);
});

it('an interrupt that the kernel manages is said to be not changeable, and the others are pinned all the same', async () => {
  const { guest } = instance;
  const [first = []] = await queueIrqs(guest);
  // No driver of this guest has a NIC with managed interrupts: one of the drive's takes the place of a queue's.
  const managed = "$(sed -n 's/^ *\\([0-9]*\\):.*nvme0q1$/\\1/p' /proc/interrupts)";
  await guest.run(`mount --bind /proc/irq/${managed} /proc/irq/${first[0]}`);
  const before = await guest.snapshot();
  await guest.run(`echo '${JSON.stringify(PINNED)}' > /run/pinned.json; mkdir -p /run/managed`);
  const agent = await guest.start('agent-faulty lab-apply --tuning /run/pinned.json --data /run/managed');
  const log = await agent.logged('applied at position');
  const line = (status) => log.split('\n').filter((text) => text.startsWith(`${status} nic/${NIC}/irq/`));
  expect(line('not-changeable')).toHaveLength(1);
  expect(line('not-changeable')[0]).toContain('the kernel manages this interrupt');
  expect(line('applied').length + line('unchanged').length).toBe(15);
  await agent.kill('TERM');
  expect(await agent.log()).toContain('restored at position');
  expect(await guest.snapshot()).toBe(before);
});
