// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Guest, labOfThisSuite, NIC } from './guest.mjs';
import { queueIrqs } from './traffic.mjs';

const TUNING = '/run/tuning.json';
const DATA = '/data/crash-loop';
const WITHIN_MS = 280_000;
/** The knobs are the same with 8, and emulated CPUs spend most of their time on waking each other. */
const CPUS = 2;

/** Every kind of knob; fewer queues than before make the driver reset what belongs to them. */
const tuning = {
  stopServices: ['irqbalance'],
  nicQueues: 2,
  interruptAffinity: { cpus: '0-1', spread: 'one-to-one' },
  packetSteering: { cpus: '1' },
  flowSteering: { entries: 1000 },
  transmitSteering: { cpus: '0-1', spread: 'all' },
  mtuBytes: 1400,
  offloads: { gro: false, gso: null, tso: false, lro: null },
  busyPolling: { pollUs: 50, readUs: null },
  sysctls: [
    { name: 'net.core.somaxconn', value: '8192' },
    { name: 'net.ipv4.ip_local_port_range', value: '2000 60000' },
  ],
  openFilesLimit: 4000,
  transparentHugePages: 'madvise',
};

/** Side by side, each takes every second position. @type {Guest[]} */ let guests = [];

beforeAll(async () => {
  const lab = labOfThisSuite();
  guests = [lab.network.tap, lab.network.quietTap].map((tap) => new Guest(lab, { cpus: CPUS, tap }));
  await Promise.all(guests.map(prepare));
});
afterAll(() => Promise.all(guests.map((guest) => guest.cutPower())));

/** @param {Guest} guest */
async function prepare(guest) {
  await guest.boot();
  await guest.run(`mkdir -p ${DATA}; cat > ${TUNING} <<'END'\n${JSON.stringify(tuning)}\nEND`);
  await setByHand(guest);
  // It would move interrupts while they are compared; that it is stopped and goes on is compared.
  await guest.start('irqbalance --foreground --interval=3600');
}

/** Values that no driver gives by itself: what is lost on the way does not come back by chance. @param {Guest} guest */
async function setByHand(guest) {
  await guest.run(`ethtool -L ${NIC} combined 4`);
  const [first = [], second = []] = await queueIrqs(guest);
  const queues = `/sys/class/net/${NIC}/queues`;
  await guest.run(`
    echo 1 > /proc/irq/${first[0]}/smp_affinity_list
    echo 0 > /proc/irq/${second[1]}/smp_affinity_list
    echo 64 > /proc/sys/net/core/rps_sock_flow_entries
    echo 3 > ${queues}/rx-0/rps_cpus
    echo 64 > ${queues}/rx-3/rps_flow_cnt
    echo 2 > ${queues}/tx-3/xps_cpus
    echo 1450 > /sys/class/net/${NIC}/mtu
    echo 5000 > /proc/sys/net/core/somaxconn`);
}

/**
 * Kills lives at some of the positions, and waits for the end of it. It looks seldom: every look costs the guest as much as
 * a kill.
 *
 * @param {Guest} guest
 * @param {number} first
 */
async function crashLoop(guest, first) {
  const loop = await guest.start(`sh /lab/crash-loop ${TUNING} ${DATA} ${first} ${guests.length}`);
  for (const endsMs = Date.now() + WITHIN_MS; ; await sleep(2000)) {
    const log = await loop.log();
    if (log.endsWith('all done\n') || Date.now() > endsMs) return log;
  }
}

it(
  'an agent that is killed at any write of journal or kernel leaves nothing that another life does not put back',
  async () => {
    const logs = await Promise.all(guests.map((guest, i) => crashLoop(guest, i + 1)));
    const log = logs.join('');
    const lines = log.split('\n').flatMap((line) => (/^\d+ /.test(line) ? [line.split(' ')] : []));
    const wholes = lines.filter(([position]) => position === '0');
    const lives = lines.filter(([position]) => position !== '0');
    const last = Number(wholes[0]?.[2]);
    expect(wholes, log).toEqual(guests.map(() => ['0', '0', String(last), '0', 'gone', 'same']));
    expect(last).toBeGreaterThan(60);
    const positions = lives.map(([position]) => Number(position)).sort((a, b) => a - b);
    expect(positions, log).toEqual(Array.from({ length: last }, (_, i) => i + 1));
    const restored = lives.filter(
      ([, killed, , status, journal, now]) => [killed, status, journal, now].join() === '137,0,gone,same',
    );
    console.log(`crash loop: ${lives.length} positions killed, ${restored.length} restored identical`);
    expect(restored.length, log).toBe(lives.length);
    // The kills were not all before or after everything.
    const changed = lives.filter(([, , during]) => during === 'changed');
    expect(changed.length, log).toBeGreaterThan(last / 8 / 2);
  },
  WITHIN_MS + 20_000,
);
