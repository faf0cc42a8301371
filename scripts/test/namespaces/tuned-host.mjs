// @ts-check
import { execFileSync } from 'node:child_process';
import { NO_TUNING } from '../../lab/client.mjs';
import { NIC, QUEUES } from './topology.mjs';

/** Settings that a network namespace has of its own, and no other. */
export const wish = {
  ...NO_TUNING,
  packetSteering: { cpus: 'all' },
  mtuBytes: 1400,
  sysctls: [{ name: 'net.core.somaxconn', value: '777' }],
};

const FILES = {
  mtu: `/sys/class/net/${NIC}/mtu`,
  somaxconn: '/proc/sys/net/core/somaxconn',
  ...Object.fromEntries(
    Array.from({ length: QUEUES }, (_, n) => [`rps${n}`, `/sys/class/net/${NIC}/queues/rx-${n}/rps_cpus`]),
  ),
};

/** What the wish is about, as the kernel has it now. */
export class HostValues {
  /** @param {string} namespace */
  constructor(namespace) {
    this.namespace = namespace;
  }

  /** @returns {Record<string, string>} */
  read() {
    const args = ['netns', 'exec', this.namespace, 'cat', ...Object.values(FILES)];
    const values = execFileSync('ip', args, { encoding: 'utf8' }).trim().split('\n');
    return Object.fromEntries(Object.keys(FILES).map((name, at) => [name, values[at] ?? '']));
  }
}

const READINGS = `cd /sys/class/net/${NIC} && grep -H . mtu queues/*/rps_cpus queues/*/xps_cpus ${FILES.somaxconn}
  ethtool --show-features ${NIC}; ethtool --show-channels ${NIC}`;

/** Everything of a place that can be tuned there, read as a person would. @param {{ namespace: string } | undefined} place */
export const stateOf = (place) =>
  execFileSync('ip', ['netns', 'exec', place?.namespace ?? '', 'sh', '-c', READINGS], { encoding: 'utf8' });

/** What a run says of the tuning of one of its hosts. */
export function tuned(run, hostId) {
  const found = run.tuning.find((host) => host.hostId === hostId);
  if (!found) throw new Error(`The run says nothing of the tuning of ${hostId}.`);
  return found;
}
