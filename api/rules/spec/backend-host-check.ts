import type { AgentSkill } from '../../contract/choices.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { asksServices } from './backend-check.ts';
import type { SpecFault } from './spec-fault.ts';
import { backendAddress, type NamedHost } from './target-address.ts';

/** Why the services of the target cannot be on this host of their own. */
export function backendHostFaults(spec: RunSpec, backend: NamedHost, server: NamedHost): SpecFault[] {
  const { backend: asked, target, clients } = spec;
  if (asked === null) return [];
  const fault = (message: string, field = 'hostId'): SpecFault[] => [{ path: `spec.backend.${field}`, message }];
  if (!asksServices(target))
    return fault(
      `The target asks no database, cache or other server, so there is nothing to run on ${backend.name}; leave the backend host out (null), or give the target a service.`,
    );
  if (asked.hostId === spec.server?.hostId)
    return fault(
      `${backend.name} is the target’s host; to have the services there too, leave the backend host out (null).`,
    );
  if (clients.some(({ hostId }) => hostId === asked.hostId))
    return fault(
      `${backend.name} drives load in this run, so its load generator and the services would take CPU time from each other; choose another host, or leave it out (null).`,
    );
  const old = [
    ...(lacks(server)
      ? fault(
          `The agent of ${server.name} is too old to have its target ask services on another host; update it there.`,
        )
      : []),
    ...(lacks(backend)
      ? fault(
          `The agent of ${backend.name} is too old to start services for a target on another host; update it there.`,
        )
      : []),
  ];
  if (old.length > 0) return old;
  const choice = backendAddress(asked, backend, server);
  return 'fault' in choice ? fault(choice.fault, 'address') : [];
}

const lacks = ({ facts }: NamedHost): boolean => !facts.skills?.includes('backend-host' satisfies AgentSkill);
