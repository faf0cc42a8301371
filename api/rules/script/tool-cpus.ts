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
  // The target's CPUs are known in numbers. Its choice, such as nic-local, may depend on addresses, which exports leave
  // out.
  return formatCpuList(toolCpus(spec, { hostId, facts }, target?.cpus ?? undefined));
}
