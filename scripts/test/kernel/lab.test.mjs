// @ts-check

import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CPUS_ONLINE, CPUS_POSSIBLE, Guest, labOfThisSuite, NIC, QUEUES } from './guest.mjs';
import { cpusThatTook, interruptTable, total } from './interrupts.mjs';
import { flood, interruptsDuring, queueIrqs, untilMoved } from './traffic.mjs';

/** What the lab itself promises: without these, no test of tuning would prove anything. */
const PORT = 8080;
const CONNECTIONS = 150;

/** @type {Guest} */ let guest;

beforeAll(async () => {
  guest = new Guest(labOfThisSuite());
  const startedMs = Date.now();
  await guest.boot();
  console.log(`the guest booted in ${((Date.now() - startedMs) / 1000).toFixed(1)} s`);
});
afterAll(() => guest?.cutPower());

describe('the guest', () => {
  it('has 8 CPUs online of 128 possible ones, and masks of 128 bits', async () => {
    expect(await guest.run('cat /sys/devices/system/cpu/online')).toBe(`0-${CPUS_ONLINE - 1}\n`);
    expect(await guest.run('cat /sys/devices/system/cpu/possible')).toBe(`0-${CPUS_POSSIBLE - 1}\n`);
    expect(await guest.run('cat /proc/irq/default_smp_affinity')).toBe('ffffffff,ffffffff,ffffffff,ffffffff\n');
  });

  it('gives back status, output and errors, and ends what takes too long', async () => {
    expect(await guest.try('echo "a\nb"; echo c >&2; exit 3')).toEqual({ status: 3, output: 'a\nb\n', errors: 'c\n' });
    expect((await guest.try('sleep 60', { withinSeconds: 1 })).status).toBe(137);
    const two = await Promise.all(['sleep 1; echo 1', 'sleep 1; echo 2'].map((script) => guest.run(script)));
    expect(two).toEqual(['1\n', '2\n']);
  });

  it('runs programs beside the commands until they are killed', async () => {
    const sleeper = await guest.start('sh -c "echo started; sleep 60"');
    await sleeper.logged('started');
    expect(await sleeper.runs()).toBe(true);
    await sleeper.kill();
    expect(await sleeper.runs()).toBe(false);
  });

  it('has interrupts whose affinity the kernel keeps to itself', async () => {
    const irqs = (await guest.run("sed -n 's/^ *\\([0-9]*\\):.*nvme0q[1-9]$/\\1/p' /proc/interrupts"))
      .trim()
      .split('\n');
    expect(irqs).toHaveLength(CPUS_ONLINE);
    const { status, errors } = await guest.try(`echo 1 > /proc/irq/${irqs[0]}/smp_affinity`);
    expect(status).not.toBe(0);
    expect(errors).toMatch(/error/i);
  });
});

describe('the NIC with 8 queues', () => {
  it('is what the agent finds, with the interrupts of its queues', async () => {
    const { nics } = JSON.parse(await guest.run('agent facts'));
    const nic = nics.find(({ name }) => name === NIC);
    expect(nic).toMatchObject({ driver: 'virtio_net', rxQueues: QUEUES, txQueues: QUEUES, defaultRoute: true });
    const queues = nic.interrupts.filter(({ name }) => /-(input|output)\.\d$/.test(name)).map(({ irq }) => irq);
    expect(queues).toHaveLength(2 * QUEUES);
    expect(queues).toEqual((await queueIrqs(guest)).flat());
  });

  it('takes the interrupts of traffic on many CPUs, and on the pinned ones only while they are pinned', async () => {
    const server = await guest.start(`server --host ${guest.address} --port ${PORT}`);
    await server.logged('ready');
    const traffic = async () => expect(await flood(guest.address, PORT, CONNECTIONS)).toBe(CONNECTIONS);
    const tables = /** @type {string[]} */ ([]);
    const during = async (title) => {
      const lines = await interruptsDuring(guest, traffic);
      tables.push(interruptTable(title, lines));
      expect(total(lines)).toBeGreaterThan(CONNECTIONS);
      return lines;
    };
    const baseline = await guest.snapshot();
    const irqs = (await queueIrqs(guest)).flat();
    const was = (await guest.run(`cd /proc/irq; for irq in ${irqs.join(' ')}; do cat $irq/smp_affinity; done`)).trim();

    expect(cpusThatTook(await during('before')).length).toBeGreaterThanOrEqual(4);
    await guest.run(irqs.map((irq) => `echo 2-3 > /proc/irq/${irq}/smp_affinity_list`).join('\n'));
    expect(await guest.snapshot()).not.toBe(baseline);
    await untilMoved(guest, PORT);
    const pinned = await during('pinned to 2-3');
    expect(cpusThatTook(pinned).filter((cpu) => cpu !== 2 && cpu !== 3)).toEqual([]);
    await guest.run(
      was
        .split('\n')
        .map((mask, i) => `echo ${mask} > /proc/irq/${irqs[i]}/smp_affinity`)
        .join('\n'),
    );
    expect(await guest.snapshot()).toBe(baseline);
    await untilMoved(guest, PORT);
    expect(cpusThatTook(await during('restored')).length).toBeGreaterThanOrEqual(4);
    console.log(tables.join('\n\n'));
    await server.kill('TERM');
  });
});

it('an agent in the guest reaches an API outside', async () => {
  const asked = /** @type {string[]} */ ([]);
  const api = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, guest.hostAddress);
  await once(api, 'listening');
  try {
    const { port } = /** @type {import('node:net').AddressInfo} */ (api.address());
    const url = `http://${guest.hostAddress}:${port}`;
    const agent = await guest.start(`agent run --url ${url} --data /data/agent`, {
      MILLIONRPS_JOIN_TOKEN: 'join_x',
      MILLIONRPS_INSECURE_HTTP: '1',
    });
    const log = await agent.logged('500');
    expect(asked[0]).toBe('POST /api/v1/agent/join');
    console.log(log.trim());
    await agent.kill();
  } finally {
    api.close();
  }
});

it('a loss of power loses what was not on the disk, and the settings of the boot', async () => {
  const bootId = await guest.run('cat /proc/sys/kernel/random/boot_id');
  const baseline = await guest.snapshot();
  await guest.run('echo kept > /data/kept; sync; echo 100000 > /proc/sys/net/core/somaxconn; echo x > /run/gone');
  await guest.reboot();
  expect(await guest.run('cat /data/kept')).toBe('kept\n');
  expect((await guest.try('cat /run/gone')).status).not.toBe(0);
  expect(await guest.run('cat /proc/sys/kernel/random/boot_id')).not.toBe(bootId);
  expect(await guest.snapshot()).toBe(baseline);
});
