import type { Host, HostFacts } from '@contract/host';
import type { RunSpec } from '@contract/spec';
import { hasTool, type ToolName } from '@/lib/tools';

/** The last digits of an id: the first ones of a UUIDv7 are its time, alike for hosts that joined together. */
export const shortId = (id: string): string => `…${id.slice(-6)}`;

/** The address that a person knows a host by: its default route's first, without the prefix length; null without any. */
export function knownAddress(facts: HostFacts): string | null {
  const nics = facts.nics.filter(({ loopback }) => !loopback);
  const nic = nics.find(({ defaultRoute }) => defaultRoute) ?? nics[0];
  return nic?.addresses[0]?.replace(/\/.*$/, '') ?? null;
}

/** Names by id. Hosts of the same name carry an address, or the end of their id where addresses are alike too. */
export function hostLabels(hosts: Host[]): Map<string, string> {
  return new Map(hosts.map((host) => [host.id, labelAmong(host, hosts)]));
}

function labelAmong(host: Host, hosts: Host[]): string {
  const alike = hosts.filter(({ name }) => name === host.name);
  if (alike.length === 1) return host.name;
  const address = knownAddress(host.facts);
  const own = address !== null && alike.every((other) => other === host || knownAddress(other.facts) !== address);
  return `${host.name} (${own ? address : shortId(host.id)})`;
}

/** The name of a host that shares it with no other; null where the id has to stand for it. */
export const namedAlone =
  ({ hostOf, labelOf }: { hostOf: (id: string) => Host | null; labelOf: (id: string) => string }) =>
  (hostId: string): string | null => {
    const name = hostOf(hostId)?.name ?? null;
    return labelOf(hostId) === name ? name : null;
  };

/** The host that a new run begins with: a ready one that has its tool, else a ready one, else the first. */
export function automaticHost(hosts: Host[], tool: ToolName): Host | null {
  const ready = hosts.filter(({ status }) => status === 'ready');
  return ready.find((host) => hasTool(host, tool)) ?? ready[0] ?? hosts[0] ?? null;
}

/** A host that could drive load beside those of a run: ready, with the tool, and without another part in it. */
export function spareClient(hosts: Host[], { server, clients, backend, load }: RunSpec): Host | null {
  const taken = new Set([server?.hostId, backend?.hostId, ...clients.map(({ hostId }) => hostId)]);
  const free = hosts.filter(({ id, status }) => status === 'ready' && !taken.has(id));
  return free.find((host) => hasTool(host, load.tool)) ?? null;
}
