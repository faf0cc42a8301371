// @ts-check
import { connect } from 'node:net';
import { until } from '../instance/processes.mjs';
import { NIC } from './guest.mjs';
import { interruptsBetween, parseInterrupts } from './interrupts.mjs';

const AT_ONCE = 16;
/** Enough for every queue to get some. */
const A_FEW = 64;
const TRIES = 3;

/**
 * Short connections to the reference server in the guest, each a flow of its own: that is what spreads over queues.
 *
 * @param {string} address
 * @param {number} port
 * @param {number} connections
 * @returns {Promise<number>} how many were answered with 200
 */
export async function flood(address, port, connections) {
  let [left, answered] = [connections, 0];
  const worker = async () => {
    while (left-- > 0) {
      if (await isAnswered(address, port)) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answered;
}

/** While interrupts move between CPUs the guest resets a connection now and then: another one is as good. */
async function isAnswered(address, port) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if ((await exchange(address, port)).startsWith('HTTP/1.1 200')) return true;
  }
  return false;
}

async function exchange(address, port) {
  const socket = connect({ host: address, port, timeout: 10_000 });
  let text = '';
  socket.setEncoding('latin1').on('data', (part) => (text += part));
  socket.on('timeout', () => socket.destroy());
  socket.on('error', () => {});
  socket.write(`GET /simple HTTP/1.1\r\nHost: ${address}\r\nConnection: close\r\n\r\n`);
  await new Promise((closed) => socket.once('close', closed));
  return text;
}

/**
 * The IRQs of the queues of the guest's NIC, input and output, by queue. Its MSI lines also have one for its
 * configuration; their names lack the NIC's.
 *
 * @param {import('./guest.mjs').Guest} guest
 * @returns {Promise<number[][]>}
 */
export async function queueIrqs(guest) {
  const folder = `/sys/class/net/${NIC}/device/../msi_irqs`;
  const script = `for irq in $(ls ${folder}); do echo $irq $(cat /sys/kernel/irq/$irq/actions); done`;
  const queues = /** @type {number[][]} */ ([]);
  for (const line of (await guest.run(script)).split('\n')) {
    const [, irq, queue] = line.match(/^(\d+) .*-(?:input|output)\.(\d+)$/) ?? [];
    if (queue === undefined) continue;
    queues[Number(queue)] = [...(queues[Number(queue)] ?? []), Number(irq)];
  }
  return queues;
}

/**
 * Where the interrupts of the NIC's queues went while some work was done.
 *
 * @param {import('./guest.mjs').Guest} guest
 * @param {() => Promise<unknown>} work
 */
export async function interruptsDuring(guest, work) {
  const read = async () => parseInterrupts(await guest.run('cat /proc/interrupts'));
  const irqs = (await queueIrqs(guest)).flat();
  const before = await read();
  await work();
  return interruptsBetween(before, await read(), irqs);
}

/**
 * Sends traffic until every queue's interrupts go where they may: after a change of the mask, the next one still goes
 * where the last one went.
 *
 * @param {import('./guest.mjs').Guest} guest
 * @param {number} port of the reference server
 */
export async function untilMoved(guest, port) {
  const folders = (await queueIrqs(guest)).flat().map((irq) => `/proc/irq/${irq}`);
  const script = `for irq in ${folders.join(' ')}; do echo $(cat $irq/smp_affinity $irq/effective_affinity); done`;
  const moved = async () => {
    await flood(guest.address, port, A_FEW);
    const lines = (await guest.run(script)).trim().split('\n');
    return lines.map((line) => line.split(' ').map(maskBits)).every(([may = 0n, does = 0n]) => (does & ~may) === 0n);
  };
  await until('the interrupts went where they may', moved);
}

/** @param {string} mask in groups of 32 bits, the highest first */
const maskBits = (mask) => BigInt(`0x${mask.replaceAll(',', '')}`);
