// @ts-check
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { hold } from '../../start/ending.mjs';
import { isLeft, ownMark } from '../../start/owner.mjs';
import { Sentence } from '../../start/sentence.mjs';

/**
 * Network namespaces on one bridge, of the block that RFC 2544 keeps for benchmarks and of unique local IPv6
 * addresses. Bridge and links are made inside them: nothing of the machine's own network is touched.
 *
 * @typedef {{ namespace: string, address: string, address6: string }} Place
 * @typedef {{ api: Place, server: Place, clients: Place[] }} Topology
 */

const CLIENTS = 4;
const PREFIX = '198.18.37.';
const PREFIX6 = 'fd37:6d72:7073::';
const BRIDGE = 'br0';
export const NIC = 'eth0';
/** Receive and transmit queues of each link: enough to steer packets by. */
export const QUEUES = 4;

/** Why namespaces cannot be made by this user; null when they can. */
export function whyNoNamespaces() {
  return process.getuid?.() === 0 ? null : 'network namespaces need root';
}

/**
 * Namespaces with names that no other process has while the work takes.
 *
 * @template T
 * @param {(topology: Topology) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withTopology(work) {
  const topology = makeTopology();
  return cleanedUp(
    () => removeTopology(topology),
    () => work(topology),
  );
}

/**
 * Does the work, and cleans up however it ends, also by Ctrl-C.
 *
 * @template T
 * @param {() => void} clean
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function cleanedUp(clean, work) {
  const release = hold(clean);
  try {
    return await work();
  } finally {
    await release();
  }
}

/** What no network namespace has of its own: an agent under test may look at it, not write. */
const OF_THE_MACHINE = [
  '/proc/irq',
  '/proc/sys/vm',
  '/proc/sys/fs',
  '/proc/sys/kernel',
  '/sys/devices/system/cpu',
  '/sys/kernel/mm',
];

/**
 * A command that runs in a namespace, with the machine's own settings read-only. Each is entered with mounts of its own;
 * the process that is started becomes the command, so that its pid is the command's.
 *
 * @param {string} namespace @param {string[]} command
 */
export function within(namespace, command) {
  const protect = OF_THE_MACHINE.map((place) => `mount --bind ${place} ${place} && mount -o remount,bind,ro ${place}`);
  const script = `${protect.join(' && ')} && exec "$@"`;
  return ['ip', 'netns', 'exec', namespace, '/bin/sh', '-c', script, 'sh', ...command];
}

/** Of a name that no other has. Namespaces of scripts that were killed are removed first. */
export function namespacePrefix() {
  for (const line of spawnSync('ip', ['netns', 'list'], { encoding: 'utf8' }).stdout.split('\n')) {
    const [namespace = '', mark] = line.match(/^mrps-([0-9a-z]+-[0-9a-z]+-[0-9a-z]+)-[0-9a-z]+-\S+/) ?? [];
    if (mark && isLeft(mark)) removeNamespace(namespace);
  }
  return `mrps-${ownMark()}-${randomBytes(3).toString('hex')}`;
}

/** @returns {Topology} */
function makeTopology() {
  const { error } = spawnSync('ip', ['-V']);
  if (error) {
    throw new Sentence('The program ip is missing; install it (`apt-get install iproute2` on Debian and Ubuntu).');
  }
  const name = namespacePrefix();
  const place = (role, host) => ({ namespace: `${name}-${role}`, address: PREFIX + host, address6: PREFIX6 + host });
  const clients = Array.from({ length: CLIENTS }, (_, i) => place(`client${i + 1}`, 3 + i));
  const topology = { api: place('api', 1), server: place('server', 2), clients };
  try {
    lay(topology);
  } catch (error) {
    removeTopology(topology);
    throw error;
  }
  return topology;
}

/** @param {Topology} topology */
function lay(topology) {
  const { api, server, clients } = topology;
  for (const { namespace } of places(topology)) {
    ip('netns', 'add', namespace);
    ip('-n', namespace, 'link', 'set', 'lo', 'up');
  }
  ip('-n', api.namespace, 'link', 'add', BRIDGE, 'type', 'bridge');
  address(api, BRIDGE);
  for (const [i, place] of [server, ...clients].entries()) {
    const port = `port${i}`;
    const queues = ['numrxqueues', `${QUEUES}`, 'numtxqueues', `${QUEUES}`];
    const peer = ['peer', 'name', NIC, ...queues, 'netns', place.namespace];
    ip('-n', api.namespace, 'link', 'add', 'name', port, ...queues, 'type', 'veth', ...peer);
    ip('-n', api.namespace, 'link', 'set', port, 'master', BRIDGE, 'up');
    address(place, NIC);
    ip('-n', place.namespace, 'route', 'add', 'default', 'via', api.address);
  }
}

/** @param {Place} place */
function address({ namespace, address, address6 }, nic) {
  ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', nic);
  ip('-n', namespace, 'addr', 'add', `${address6}/64`, 'dev', nic, 'nodad');
  ip('-n', namespace, 'link', 'set', nic, 'up');
}

/** @param {Topology} topology */
function removeTopology(topology) {
  for (const { namespace } of places(topology)) removeNamespace(namespace);
}

/** @param {Topology} topology */
const places = ({ api, server, clients }) => [api, server, ...clients];

/** Ends whatever still runs in a namespace and deletes it, and with it every link. @param {string} namespace */
export function removeNamespace(namespace) {
  for (const pid of processesIn(namespace)) kill(pid);
  spawnSync('ip', ['netns', 'delete', namespace]);
}

/** @returns {number[]} */
function processesIn(namespace) {
  const { stdout } = spawnSync('ip', ['netns', 'pids', namespace], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').filter(Boolean).map(Number);
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself in between.
  }
}

/** @param {...string} args */
export function ip(...args) {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`\`ip ${args.join(' ')}\` failed: ${stderr.trim()}`);
}
