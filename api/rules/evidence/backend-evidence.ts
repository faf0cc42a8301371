import type { BackendCounts, BackendEvidence } from '../../contract/backend-evidence.ts';
import type { StepEvidence } from '../../contract/evidence.ts';
import type { HostEvidence } from '../../contract/tuning.ts';
import type { MeasuredRun } from '../run/measured-run.ts';

/** Each group from the host that counted it: the pools may be another host's than the services. */
export function backendEvidence(
  { hosts }: Pick<MeasuredRun, 'hosts'>,
  counted: HostEvidence[],
): Pick<StepEvidence, 'backend'> {
  const told = counted.flatMap(({ hostId, backend }) => (backend ? [{ hostId, backend }] : []));
  if (told.length === 0) return {};
  const first = <K extends keyof BackendCounts>(group: K): BackendCounts[K] | null =>
    told.find(({ backend }) => backend[group] !== null)?.backend[group] ?? null;
  const backend: BackendEvidence = {
    cpu: servicesCpu(hosts, told),
    pool: first('pool'),
    cache: first('cache'),
    database: first('database'),
    downstream: first('downstream'),
  };
  return { backend };
}

function servicesCpu(
  hosts: MeasuredRun['hosts'],
  told: { hostId: string; backend: BackendCounts }[],
): BackendEvidence['cpu'] {
  const one = told.find(({ backend }) => backend.cpu !== null);
  const host = hosts.find(({ hostId }) => hostId === one?.hostId);
  if (!one?.backend.cpu || !host) return null;
  return { ...one.backend.cpu, hostId: host.hostId, name: host.name, cpus: host.facts.cpus };
}
