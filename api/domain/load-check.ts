import type { StepSpec } from '../contract/load.ts';
import type { RunSpec } from '../contract/spec.ts';
import type { SpecFault } from './spec-check.ts';
import type { NamedHost } from './target-address.ts';

/** Load that cannot be shared out: to the clients, and on each of them to the workers of its tool. */
export function loadFaults(spec: RunSpec, hosts: Map<string, NamedHost>): SpecFault[] {
  const clients = spec.clients.flatMap(({ hostId }) => hosts.get(hostId) ?? []);
  const { toolWorkers, steps } = spec.load;
  const tooMany = toolWorkers === null ? [] : crowded('spec.load.toolWorkers', toolWorkers, clients);
  return [
    ...tooMany,
    ...steps.flatMap((step, index) => {
      const path = `spec.load.steps.${index}`;
      const own = step.toolWorkers === null ? [] : crowded(`${path}.toolWorkers`, step.toolWorkers, clients);
      const workers = tooMany.length > 0 || own.length > 0 ? null : (step.toolWorkers ?? toolWorkers);
      return [...own, ...clientShares(step, path, clients.length), ...workerShares(spec, step, workers, path, hosts)];
    }),
  ];
}

function crowded(path: string, workers: number, clients: NamedHost[]): SpecFault[] {
  return clients.flatMap(({ name, facts: { cpus } }) => {
    if (workers <= 4 * cpus) return [];
    const where = clients.length > 1 ? ` of ${name}` : '';
    const message = `${workers} workers on ${cpus} CPUs${where} would measure their scheduling; use at most ${4 * cpus}.`;
    return [{ path, message }];
  });
}

/** Each client has at least one of them. */
function clientShares(step: StepSpec, path: string, clients: number): SpecFault[] {
  if (clients < 2) return [];
  const faults: SpecFault[] = [];
  if (step.connections !== null && step.connections < clients) {
    const message = `${step.connections} connections cannot be shared by ${clients} clients; use at least ${clients}, or fewer clients.`;
    faults.push({ path: `${path}.connections`, message });
  }
  if (step.loop === 'open' && step.requestsPerSecond < clients) {
    const message = `${step.requestsPerSecond} requests per second cannot be shared by ${clients} clients; use at least ${clients}, or fewer clients.`;
    faults.push({ path: `${path}.requestsPerSecond`, message });
  }
  return faults;
}

/** A worker without a connection cannot exist, so the default worker count is held down and an asked one is refused. */
function workerShares(
  spec: RunSpec,
  { connections }: StepSpec,
  workers: number | null,
  path: string,
  _hosts: Map<string, NamedHost>,
): SpecFault[] {
  const needed = (workers ?? 0) * spec.clients.length;
  if (workers === null || connections === null || connections >= needed) return [];
  const each = spec.clients.length > 1 ? ` on each of ${spec.clients.length} clients` : '';
  const message = `${connections} connections cannot be shared by ${workers} tool workers${each}; use at least ${needed}.`;
  return [{ path: `${path}.connections`, message }];
}
