import type { MeasuredHost } from '../../contract/run.ts';
import { formatCount, plural } from '../words/numbers.ts';
import { listed } from '../words/text.ts';

/** What the hosts of a run were, for a history that never joins unlike ones. */
export interface HostsThen {
  /** What they were bought as: alike on every host of their kind. */
  hostClass: string;
  /** What else they were: kernel, agent, load generators, NICs. */
  fingerprint: string;
}

type Host = Pick<MeasuredHost, 'roles' | 'facts' | 'agentVersion'>;

/** In words that are compared as they are written; the order of hosts does not matter. */
export function hostsThen(hosts: readonly Host[]): HostsThen {
  const each = (of: (host: Host) => string): string =>
    [...new Set(hosts.map((host) => `${listed([...host.roles].sort())}: ${of(host)}`))].sort().join('; ');
  return { hostClass: each(classOf), fingerprint: each(fingerprintOf) };
}

function classOf({ facts }: Host): string {
  const { instanceType, cpuModel, cpus, memoryBytes, virtualisation } = facts;
  const machine = [cpuModel, plural(cpus, 'CPU'), boughtMemory(memoryBytes), virtualisation].filter(Boolean);
  return `${instanceType === null ? '' : `${instanceType}, `}${machine.join(', ')}`;
}

/** Whole GiB: what a kernel leaves of them differs by some megabytes from one to the next. */
const boughtMemory = (bytes: number): string => `${formatCount(Math.max(1, bytes / 2 ** 30))} GiB`;

function fingerprintOf({ facts, agentVersion }: Host): string {
  const nics = facts.nics
    // Those of containers come and go with them. In a namespace there is no other.
    .filter(({ loopback, driver }, _, all) => !loopback && (driver !== 'veth' || all.every(isVirtual)))
    .map(
      ({ driver, speedBitsPerSecond, mtuBytes }) => `${driver ?? 'NIC'} ${speedBitsPerSecond ?? ''} MTU ${mtuBytes}`,
    );
  const tools = facts.tools.map(({ name, version }) => `${name} ${version}`);
  return [`Linux ${facts.kernel}`, `agent ${agentVersion}`, ...[...new Set(nics)].sort(), ...tools.sort()].join(', ');
}

const isVirtual = ({ loopback, driver }: Host['facts']['nics'][number]): boolean => loopback || driver === 'veth';
