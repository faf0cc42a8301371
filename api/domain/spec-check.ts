import type { HostFacts } from '../contract/host.ts';
import { cpuList } from '../contract/primitives.ts';
import type { RunSpec } from '../contract/spec.ts';
import { parseCpuList } from './cpu-list.ts';
import { type NamedHost, targetAddress } from './target-address.ts';
import { missingTool } from './tool-package.ts';

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
    ...cpuFaults('spec.tuning.targetCpus', spec.tuning.targetCpus, server),
    ...cpuFaults('spec.load.toolCpus', spec.load.toolCpus, client),
    ...toolFaults(spec, client),
    ...connectionFaults(spec, client.facts),
  ];
}

function addressFaults(spec: RunSpec, server: NamedHost, client: NamedHost): SpecFault[] {
  const choice = targetAddress(spec, server, [client]);
  return 'fault' in choice ? [{ path: 'spec.server.address', message: choice.fault }] : [];
}

/** Words such as `nic-local` are the agent's to resolve; it refuses what its host cannot be. */
function cpuFaults(path: string, list: string | null, host: NamedHost): SpecFault[] {
  if (list === null || !cpuList.safeParse(list).success) return [];
  if (parseCpuList(list).length === 0)
    return [{ path, message: `${list} names no CPU; write ranges upwards, such as 0-3.` }];
  const online = new Set(parseCpuList(host.facts.onlineCpus));
  const absent = parseCpuList(list).filter((cpu) => !online.has(cpu));
  if (absent.length === 0) return [];
  return [
    { path, message: `${host.name} has the CPUs ${host.facts.onlineCpus}, not ${absent.slice(0, 8).join(',')}.` },
  ];
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
    step.connections < workers
      ? [
          {
            path: `spec.load.steps.${i}.connections`,
            message: `${step.connections} connections cannot be shared by ${workers} tool workers; use at least ${workers}.`,
          },
        ]
      : [],
  );
}
