import type { RunSpec } from '@contract/spec';
import { closedFault } from '@rules/hosts/availability';
import { checkSpec } from '@rules/spec/spec-check';
import type { DraftErrors } from './field-reading';
import type { HostOf } from './run-facts';

export interface Places {
  hostOf: HostOf;
  /** What a person knows a host by, enrolled or not. */
  labelOf: (hostId: string) => string;
}

/**
 * Why a run that can be read would be refused as things stand, by path of the spec, the first reason at each; known before it
 * is sent, by the very check of the API.
 */
export function obstaclesOf(spec: RunSpec, places: Places): DraftErrors {
  const unusable = {
    ...(spec.server && hostObstacle('spec.server.hostId', spec.server.hostId, places)),
    ...clientObstacles(spec, places),
    ...(spec.backend && hostObstacle('spec.backend.hostId', spec.backend.hostId, places)),
  };
  const ids = [
    ...(spec.server ? [spec.server.hostId] : []),
    ...spec.clients.map(({ hostId }) => hostId),
    ...(spec.backend ? [spec.backend.hostId] : []),
  ];
  const hosts = new Map(
    ids.flatMap((id) => {
      const host = places.hostOf(id);
      return host ? [[id, { name: places.labelOf(id), facts: host.facts }] as const] : [];
    }),
  );
  // Of hosts that are gone nothing is known.
  if (ids.some((id) => !hosts.has(id))) return unusable;
  const faults: DraftErrors = {};
  for (const { path, message } of checkSpec(spec, hosts)) faults[path] ??= message;
  return { ...faults, ...unusable };
}

function hostObstacle(path: string, id: string, { hostOf, labelOf }: Places): DraftErrors {
  if (id === '') return {};
  const label = labelOf(id);
  const host = hostOf(id);
  if (!host) return { [path]: `${label} is not enrolled here any more; choose another host.` };
  const closed = closedFault({ ...host, name: label });
  if (closed !== null) return { [path]: closed };
  if (host.status === 'offline')
    return { [path]: `${label} is offline and takes no run; start its agent there again, or choose another host.` };
  if (host.status === 'dirty') return { [path]: `${label} is dirty and takes no run until it is put back or cleared.` };
  return {};
}

/** The first of them; what the server's host is, is said at its own field. */
function clientObstacles({ server, clients }: RunSpec, places: Places): DraftErrors {
  for (const { hostId } of clients) {
    const found = hostId === server?.hostId ? {} : hostObstacle('spec.clients', hostId, places);
    if (Object.keys(found).length > 0) return found;
  }
  return {};
}
