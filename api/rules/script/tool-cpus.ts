import type { Run } from '../../contract/run.ts';
import { formatCpuList } from '../cpus/cpu-list.ts';
import { toolCpus } from '../load/share-out.ts';

/** CPUs that the load generator was held to on a host, in numbers; null: every one. */
export function toolCpusOn(run: Run, hostId: string): string | null {
  const { spec, target, hosts } = run;
  const facts = hosts.find((host) => host.hostId === hostId)?.facts;
  if (spec.specVersion === 0 || !facts || spec.load.toolCpus === null) return null;
  const onServer = spec.server?.hostId === hostId;
  if (spec.load.toolCpus === 'not target' && !onServer) return null;
  // What the target was given is known in numbers; its choice, such as nic-local, may be told by addresses that are left out.
  return formatCpuList(toolCpus(spec, { hostId, facts }, target?.cpus ?? undefined));
}
