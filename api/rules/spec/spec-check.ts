import type { RunSpec } from '../../contract/spec.ts';
import { tuningFaults } from '../tuning/tuning-check.ts';
import { backendHostFaults } from './backend-host-check.ts';
import { cpuFaults, restOf, targetCpuFaults } from './cpu-check.ts';
import { externalFaults } from './external-check.ts';
import { loadFaults } from './load-check.ts';
import { searchFaults } from './search-check.ts';
import type { SpecFault } from './spec-fault.ts';
import { type NamedHost, targetAddress } from './target-address.ts';
import { sendingFaults, targetFaults } from './target-check.ts';
import { toolFaults } from './tool-check.ts';

const UNKNOWN = 'No such host; choose one from the hosts page.';

/** What makes a spec impossible on these hosts, each fault with the field it belongs to. Empty: it can be tried. */
export function checkSpec(spec: RunSpec, hosts: Map<string, NamedHost>): SpecFault[] {
  const server = spec.server && (hosts.get(spec.server.hostId) ?? null);
  const unknown = serverFaults(spec, server);
  if (unknown.length > 0) return unknown;
  const unusable = clientFaults(spec, hosts);
  if (unusable.length > 0) return unusable;
  const backend = spec.backend === null ? server : (hosts.get(spec.backend.hostId) ?? null);
  if (spec.backend && !backend) return [{ path: 'spec.backend.hostId', message: UNKNOWN }];
  const misplaced = server && backend ? backendHostFaults(spec, backend, server) : [];
  if (misplaced.length > 0) return misplaced;
  const clients = spec.clients.flatMap(({ hostId }) => hosts.get(hostId) ?? []);
  return distinct([
    ...(spec.target.kind === 'external' ? externalFaults(spec, spec.target, clients) : []),
    ...(server && spec.target.kind !== 'external' ? ofServer(spec, server, backend ?? server, clients) : []),
    ...sendingFaults(spec),
    ...clients.flatMap((client) =>
      cpuFaults('spec.load.toolCpus', spec.load.toolCpus, client, restOf(spec, client === server ? server : null)),
    ),
    ...tuningFaults(spec, server, clients),
    ...toolFaults(spec, clients),
    ...loadFaults(spec, hosts),
    ...searchFaults(spec, clients),
  ]);
}

/** Every target but an external one is on a host of its own. */
function serverFaults({ server, target }: RunSpec, host: NamedHost | null): SpecFault[] {
  if (host || target.kind === 'external') return [];
  if (server) return [{ path: 'spec.server.hostId', message: UNKNOWN }];
  const message =
    'This target runs on a host; name that, or choose an address without an agent (external) as the target.';
  return [{ path: 'spec.server', message }];
}

const ofServer = (spec: RunSpec, server: NamedHost, backend: NamedHost, clients: NamedHost[]): SpecFault[] => [
  ...addressFaults(spec, server, clients),
  ...targetFaults(spec, server, backend),
  ...targetCpuFaults(spec, server),
];

function clientFaults({ clients }: RunSpec, hosts: Map<string, NamedHost>): SpecFault[] {
  const ids = clients.map(({ hostId }) => hostId);
  return ids.flatMap((hostId, index) => {
    const path = `spec.clients.${index}.hostId`;
    const host = hosts.get(hostId);
    if (!host) return [{ path, message: UNKNOWN }];
    if (ids.indexOf(hostId) === index) return [];
    return [{ path, message: `${host.name} is a client of this run already; name each host once.` }];
  });
}

function addressFaults(spec: RunSpec, server: NamedHost, clients: NamedHost[]): SpecFault[] {
  // A host that is to come has no address yet.
  if (server.facts.expected && spec.server?.address === null) return [];
  const choice = targetAddress(
    spec,
    server,
    clients.filter((client) => client !== server),
  );
  return 'fault' in choice ? [{ path: 'spec.server.address', message: choice.fault }] : [];
}

/** Several clients may lack the same. */
function distinct(faults: SpecFault[]): SpecFault[] {
  const keys = faults.map(({ path, message }) => `${path} ${message}`);
  return faults.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}
