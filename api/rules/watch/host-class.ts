import type { MeasuredHost } from '../../contract/run.ts';
import { formatMemory, plural } from '../words/numbers.ts';
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
  const machine = [cpuModel, plural(cpus, 'CPU'), formatMemory(memoryBytes), virtualisation].filter(Boolean);
  return `${instanceType === null ? '' : `${instanceType}, `}${machine.join(', ')}`;
}

function fingerprintOf({ facts, agentVersion }: Host): string {
  const nics = facts.nics
    .filter(({ loopback }) => !loopback)
    .map(
      ({ driver, speedBitsPerSecond, mtuBytes }) => `${driver ?? 'NIC'} ${speedBitsPerSecond ?? ''} MTU ${mtuBytes}`,
    );
  const tools = facts.tools.map(({ name, version }) => `${name} ${version}`);
  return [`Linux ${facts.kernel}`, `agent ${agentVersion}`, ...[...new Set(nics)].sort(), ...tools.sort()].join(', ');
}
