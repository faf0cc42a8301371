import type { SideEvidence } from '../../contract/evidence.ts';
import type { Run } from '../../contract/run.ts';
import { traitsOf } from '../load/tool-traits.ts';
import { atLeast, contradicts, cpuState } from './cpu-busy.ts';
import { evidenceOf, type MeasuredStep } from './measured-step.ts';
import { CORE_FULL } from './thresholds.ts';

export interface ToolOnHost {
  hostId: string | null;
  name: string;
  workers: number;
  cpus: number;
}

/** Workers of the tool on each client, where both they and its CPUs are known. */
export function toolsOf(step: MeasuredStep, run: Run): ToolOnHost[] {
  const clients = clientsOf(run);
  const seen = evidenceOf(step).clients;
  return (clients.length > 0 ? clients : [null]).flatMap((host) => {
    const side = host && !isAlone(step, run) ? seen.find(({ hostId }) => hostId === host.hostId) : seen[0];
    const workers = workersOn(step, run, host?.hostId ?? null);
    const cpus = side?.cpusAllowed ?? side?.cpus ?? host?.facts?.cpus ?? host?.described?.cpus ?? null;
    if (workers === null || cpus === null) return [];
    return [{ hostId: host?.hostId ?? null, name: host?.name ?? side?.name ?? 'the client', workers, cpus }];
  });
}

const clientsOf = ({ hosts }: Run): Run['hosts'] => hosts.filter(({ roles }) => roles.includes('client'));
const isAlone = (step: MeasuredStep, run: Run): boolean =>
  clientsOf(run).length <= 1 && evidenceOf(step).clients.length <= 1;

/** The tool's own number of workers, else the number asked of an only client. */
export function workersOn(step: MeasuredStep, run: Run, hostId: string | null): number | null {
  const own = step.clients.find((part) => part.hostId === hostId)?.figures?.toolWorkers ?? null;
  if (own !== null || !isAlone(step, run)) return own;
  return step.point.toolWorkers ?? step.spec.toolWorkers ?? run.spec.load.toolWorkers;
}

/** What a tool used of the CPUs that its workers can use at a time: one each. */
export interface WorkersUse {
  workers: number;
  cpus: number;
  share: number;
  full: boolean;
}

/** Null for the server, of a tool whose workers are no single threads, and where something of it is not known or contradictory. */
export function workersUse(side: SideEvidence, step: MeasuredStep, run: Run): WorkersUse | null {
  if (side.side !== 'client' || side.processCpus === null) return null;
  if (!traitsOf(run.spec.load.tool).worksInOneThreadEach) return null;
  const workers = workersOn(step, run, side.hostId);
  if (!workers || workers >= (side.cpusAllowed ?? side.cpus ?? Number.POSITIVE_INFINITY)) return null;
  const { busy, process } = cpuState(side);
  if (contradicts(busy, process)) return null;
  const share = side.processCpus / workers;
  return { workers, cpus: side.processCpus, share, full: atLeast(share, CORE_FULL) };
}
