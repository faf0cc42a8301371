import type { Host } from '@contract/host';
import { ownAddress } from '@rules/hosts/host-addresses';
import { isLoopback } from '@rules/hosts/ip-address';
import { type RunDraft, serverIdOf } from '@/features/draft/run-draft';
import type { TargetDraft } from '@/features/draft/target-draft';

/** The target that an address of a pasted request means. */
export interface AddressedTarget {
  /** Where it runs; null where no agent is. */
  serverHostId: string | null;
  target: Pick<TargetDraft, 'kind'> & Partial<TargetDraft>;
  /** What was chosen, in words. */
  note: string;
}

interface Known {
  hosts: Host[];
  labelOf: (hostId: string) => string;
}

/** On a host with an agent what its file names at that port, else what listens there; anywhere else an address without an agent. */
export function targetOfAddress(origin: string, draft: RunDraft, { hosts, labelOf }: Known): AddressedTarget {
  const { hostname, port: written, protocol } = new URL(origin);
  const tls = protocol === 'https:';
  const port = Number(written || (tls ? 443 : 80));
  const host = hostOfAddress(hostname.replace(/^\[|\]$/g, ''), draft, hosts);
  if (host === null) {
    const clients = hosts.filter(({ id }) => draft.clientHostIds.includes(id));
    const allowed = clients.every(({ facts }) => facts.addresses?.includes(origin));
    const not = allowed ? '' : ' The load generators’ hosts do not allow it yet: Target says how.';
    return {
      serverHostId: null,
      target: { kind: 'external', origin },
      note: `Target: ${origin}, an address without an agent.${not}`,
    };
  }
  const label = labelOf(host.id);
  const named = host.facts.targets.find((one) => one.port === port);
  if (named)
    return {
      serverHostId: host.id,
      target: { kind: 'named', name: named.name, tls },
      note: `Target: ‘${named.name}’ on ${label}, whose port is ${port}.`,
    };
  const not = host.facts.listeningPorts.includes(port)
    ? ''
    : ` ${label} does not allow that port yet: Target says how.`;
  return {
    serverHostId: host.id,
    target: { kind: 'listening', listeningPort: String(port), tls },
    note: `Target: what listens on port ${port} of ${label}.${not}`,
  };
}

/** What is said of the address of a request beside others, which leaves the target as it is. */
export function besideChosen(origin: string, draft: RunDraft, known: Known): string {
  const { serverHostId, target } = targetOfAddress(origin, draft, known);
  const parts = Object.entries(target) as [keyof TargetDraft, unknown][];
  const same =
    (serverHostId === null || serverHostId === serverIdOf(draft)) &&
    parts.every(([name, value]) => draft.target[name] === value);
  return same
    ? 'Same address as the target already chosen.'
    : `${origin} is another address: the request goes to the target already chosen.`;
}

/** Loopback is the host that the run is of: where curl was typed is not known. */
function hostOfAddress(name: string, draft: RunDraft, hosts: Host[]): Host | null {
  const own = isLoopback(name)
    ? hosts.find(({ id }) => id === (serverIdOf(draft) || draft.clientHostIds[0]))
    : hosts.find((host) => ownAddress(host.facts, name) || [host.name, host.facts.hostName].includes(name));
  return own ?? null;
}
