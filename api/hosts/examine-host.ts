import type { DoctorReport, ListRevisions, PlanRequest, RevisionList } from '../contract/host-task.ts';
import type { Snapshot, TuningPlan } from '../contract/tuning.ts';
import type { Lab } from '../platform/lab.ts';
import { askHost } from './ask-host.ts';

/** What would be written on that very host. Nothing is touched. */
export async function planTuning(
  lab: Lab,
  hostId: string,
  request: PlanRequest,
  closed: AbortSignal,
): Promise<TuningPlan> {
  return (await askHost(lab, hostId, { type: 'plan', request }, closed)).plan;
}

export async function examineHost(lab: Lab, hostId: string, closed: AbortSignal): Promise<DoctorReport> {
  return (await askHost(lab, hostId, { type: 'doctor' }, closed)).report;
}

export async function readHostSettings(lab: Lab, hostId: string, closed: AbortSignal): Promise<Snapshot> {
  return (await askHost(lab, hostId, { type: 'snapshot' }, closed)).snapshot;
}

export async function listRevisions(
  lab: Lab,
  hostId: string,
  request: ListRevisions,
  closed: AbortSignal,
): Promise<RevisionList> {
  const { revisions } = await askHost(lab, hostId, { type: 'list-revisions', request }, closed);
  return { revisions };
}
