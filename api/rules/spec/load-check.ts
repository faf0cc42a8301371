import type { StepSpec } from '../../contract/load.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { shareOut } from '../load/share-out.ts';
import { plural } from '../words/numbers.ts';
import type { SpecFault } from './spec-fault.ts';
import type { NamedHost } from './target-address.ts';

type Client = NamedHost & { hostId: string };

/** Load that cannot be shared out: to the clients, and on each of them to the workers of its tool. */
export function loadFaults(spec: RunSpec, hosts: Map<string, NamedHost>): SpecFault[] {
  const clients = spec.clients.flatMap(({ hostId }): Client[] => {
    const host = hosts.get(hostId);
    return host ? [{ hostId, ...host }] : [];
  });
  const { toolWorkers, steps } = spec.load;
  const tooMany = toolWorkers === null ? [] : crowded('spec.load.toolWorkers', toolWorkers, clients);
  return [
    ...tooMany,
    ...steps.flatMap((step, index) => {
      const path = `spec.load.steps.${index}`;
      const own = step.toolWorkers === null ? [] : crowded(`${path}.toolWorkers`, step.toolWorkers, clients);
      const few = clientShares(step, path, clients.length);
      const impossible = [...tooMany, ...own, ...few].length > 0;
      const workers = impossible ? null : (step.toolWorkers ?? toolWorkers);
      return [...own, ...few, ...workerShares(spec, step, workers, path, clients)];
    }),
  ];
}

function crowded(path: string, workers: number, clients: NamedHost[]): SpecFault[] {
  return clients.flatMap(({ name, facts: { cpus } }) => {
    if (workers <= 4 * cpus) return [];
    const where = clients.length > 1 ? ` of ${name}` : '';
    const message = `${workers} workers on ${plural(cpus, 'CPU')}${where} would measure their scheduling; use at most ${4 * cpus}.`;
    return [{ path, message }];
  });
}

/** Each client has at least one of them. */
function clientShares(step: StepSpec, path: string, clients: number): SpecFault[] {
  if (clients < 2) return [];
  const faults: SpecFault[] = [];
  if (step.connections !== null && step.connections < clients) {
    const message = `${plural(step.connections, 'connection')} cannot be shared by ${clients} clients; use at least ${clients}, or fewer clients.`;
    faults.push({ path: `${path}.connections`, message });
  }
  if (step.loop === 'open' && step.requestsPerSecond < clients) {
    const message = `${plural(step.requestsPerSecond, 'request')} per second cannot be shared by ${clients} clients; use at least ${clients}, or fewer clients.`;
    faults.push({ path: `${path}.requestsPerSecond`, message });
  }
  return faults;
}

/**
 * Faults of a step's workers, where each client has a share of the step. A worker without a connection cannot exist, so
 * the default worker count is held down and an asked one is refused where the share of a client has fewer.
 */
function workerShares(
  spec: RunSpec,
  step: StepSpec,
  workers: number | null,
  path: string,
  clients: Client[],
): SpecFault[] {
  const { connections } = step;
  if (workers === null || connections === null) return [];
  const shares = shareOut(spec, step, clients);
  const short = clients.find(({ hostId }) => (shares.get(hostId)?.connections ?? workers) < workers);
  if (!short) return [];
  const message =
    clients.length === 1
      ? `${plural(connections, 'connection')} cannot be shared by ${workers} tool workers; use at least ${workers}.`
      : `Of ${connections} connections ${short.name} gets ${shares.get(short.hostId)?.connections}, too few for its ${workers} tool workers; use more connections, or fewer workers.`;
  return [{ path: `${path}.connections`, message }];
}
