import { PROFILE_KINDS } from '@contract/choices';
import type { Host, HostFacts } from '@contract/host';
import type { ProfileKind, ToolAbilities } from '@contract/load';
import type { RunSpec } from '@contract/spec';
import type { TargetSpec } from '@contract/target';
import { abilitiesOf, type ToolName } from '@/lib/tools';
import { commonAbilities } from './common-abilities';
import type { BothFacts } from './meant-nic';

/** The host that has this id, as it is now; null: not enrolled any more, or none is chosen. */
export type HostOf = (hostId: string) => Host | null;

export const hostAmong =
  (hosts: Host[]): HostOf =>
  (id) =>
    hosts.find((host) => host.id === id) ?? null;

export const factsAt = (hostOf: HostOf, id: string): HostFacts | null => hostOf(id)?.facts ?? null;

/** The clients that have a host of their own. */
export const apartIds = (serverHostId: string, clientHostIds: string[]): string[] =>
  clientHostIds.filter((id) => id !== serverHostId);

export const apartOf = ({ server, clients }: Pick<RunSpec, 'server' | 'clients'>): string[] =>
  apartIds(
    server?.hostId ?? '',
    clients.map(({ hostId }) => hostId),
  );

/** The server and one of its clients. */
export const bothFacts = (hostOf: HostOf, serverHostId: string, clientHostId: string): BothFacts => ({
  server: factsAt(hostOf, serverHostId),
  client: factsAt(hostOf, clientHostId),
});

/** What the tool can do on every one of these hosts, as far as they tell. */
export const toolAbilitiesOn = (hostOf: HostOf, hostIds: string[], tool: ToolName): ToolAbilities | null =>
  commonAbilities(
    hostIds.map((id) => {
      const host = hostOf(id);
      return host && abilitiesOf(host, tool);
    }),
  );

/** What whoever samples the host can take, whatever the target is. */
export const HOST_PROFILES: readonly ProfileKind[] = ['on-cpu'];

/** Go's pprof too where it can be asked; of a named target that its host does not tell of, it may be. */
export function profileKindsOf(
  target: Pick<TargetSpec, 'kind'> & { name?: string },
  facts: HostFacts | null,
): readonly ProfileKind[] {
  if (target.kind === 'reference') return PROFILE_KINDS;
  if (target.kind === 'listening') return HOST_PROFILES;
  if (target.kind === 'external') return [];
  const named = facts?.targets.find(({ name }) => name === target.name);
  return (named?.profiles ?? true) ? PROFILE_KINDS : HOST_PROFILES;
}
