import type { HostFacts } from '../contract/host.ts';
import type { RunSpec } from '../contract/spec.ts';
import { cpuFaults, restOf, targetCpuFaults } from './cpu-check.ts';
import { type NamedHost, targetAddress } from './target-address.ts';
import { missingTool } from './tool-package.ts';
import { tuningFaults } from './tuning-check.ts';

export interface SpecFault {
  path: string;
  message: string;
}

/** What makes a spec impossible on these hosts, each fault with the field it belongs to. Empty: it can be tried. */
export function checkSpec(spec: RunSpec, hosts: Map<string, NamedHost>): SpecFault[] {
  const server = hosts.get(spec.server.hostId);
  const client = hosts.get(spec.clients[0]?.hostId ?? '');
  if (!server) return [{ path: 'spec.server.hostId', message: 'No such host; choose one from the hosts page.' }];
  if (!client) return [{ path: 'spec.clients.0.hostId', message: 'No such host; choose one from the hosts page.' }];
  return [
    ...addressFaults(spec, server, client),
    ...targetCpuFaults(spec, server),
    ...cpuFaults('spec.load.toolCpus', spec.load.toolCpus, client, restOf(spec, client === server)),
    ...tuningFaults(spec, server, client),
    ...toolFaults(spec, client),
    ...connectionFaults(spec, client.facts),
  ];
}

function addressFaults(spec: RunSpec, server: NamedHost, client: NamedHost): SpecFault[] {
  const choice = targetAddress(spec, server, [client]);
  return 'fault' in choice ? [{ path: 'spec.server.address', message: choice.fault }] : [];
}

function toolFaults({ load: { tool } }: RunSpec, client: NamedHost): SpecFault[] {
  if (client.facts.tools.some((t) => t.name === tool)) return [];
  return [{ path: 'spec.load.tool', message: missingTool(tool, client.name) }];
}

/** A worker without a connection cannot exist, so the default worker count is held down and an asked one is refused. */
function connectionFaults(spec: RunSpec, facts: HostFacts): SpecFault[] {
  const workers = spec.load.toolWorkers;
  if (workers === null) return [];
  if (workers > 4 * facts.cpus) {
    return [
      {
        path: 'spec.load.toolWorkers',
        message: `${workers} workers on ${facts.cpus} CPUs would measure their scheduling; use at most ${4 * facts.cpus}.`,
      },
    ];
  }
  return spec.load.steps.flatMap((step, i) =>
    step.connections !== null && step.connections < workers
      ? [
          {
            path: `spec.load.steps.${i}.connections`,
            message: `${step.connections} connections cannot be shared by ${workers} tool workers; use at least ${workers}.`,
          },
        ]
      : [],
  );
}
