import type { Db } from '../../platform/store/db.ts';
import { mergeOverTime } from '../../rules/load/latency-over-time.ts';
import { type ClientWindow, makePoint, type PointFigures, toolCpus } from '../../rules/load/point.ts';
import { savePoint } from '../store/points.ts';
import type { FrameSource } from '../store/read-frames.ts';
import type { RunRow } from '../store/run-row.ts';
import { saveEvidence } from '../store/run-tuning.ts';
import { specOf } from '../store/runs.ts';
import { saveStepClients } from '../store/step-clients.ts';
import { saveStepLatency } from '../store/step-latency.ts';
import type { DrivenLoad } from './driven-loads.ts';
import { keepProfiles } from './keep-profiles.ts';
import { type DrivenStep, drivenStep, type Observed, observe, type Part, partsOfHosts } from './observe-hosts.ts';

/** What a measured step leaves: its point, what each client said, and what every host counted. */
export interface StepCounts {
  driven: DrivenStep;
  parts: Part[];
  observed: Map<string, Observed>;
  clients: ClientWindow[];
  point: PointFigures;
}

/** The agents' reports are ordered, so the frames of a step that has ended are here. */
export async function countStep(source: FrameSource, row: RunRow, stepIndex: number): Promise<StepCounts> {
  const driven = await drivenStep(source.db, row, stepIndex);
  const parts = await partsOfHosts(source.db, row, driven);
  const observed = await observe(source, row, parts);
  const clients = driven.loads.map((load) => clientWindow(load, observed));
  const { server } = specOf(row);
  const ofServer = server && observed.get(server.hostId);
  if (server && !ofServer) throw new Error(`step ${stepIndex} of run ${row.id} has no window of its server`);
  const point = makePoint(driven.step, driven.merged, ofServer?.window ?? null, clients);
  return { driven, parts, observed, clients, point };
}

export async function keepStep(tx: Db, runId: string, counts: StepCounts): Promise<void> {
  const { driven, parts, observed, clients, point } = counts;
  const { stepIndex, step, loads, merged } = driven;
  await savePoint(tx, runId, stepIndex, point, merged.histogram, step.profiles.length > 0);
  const latency = mergeOverTime(loads.flatMap(({ result }) => result ?? []));
  if (latency) await saveStepLatency(tx, runId, stepIndex, latency);
  await saveStepClients(
    tx,
    runId,
    stepIndex,
    loads.map(({ hostId, share, command, result, failure }, i) => {
      const client = clients[i];
      return { hostId, share, command, result, failure, cpus: client ? toolCpus(client) : null };
    }),
  );
  await saveEvidence(
    tx,
    runId,
    stepIndex,
    [...observed.values()].map(({ evidence }) => evidence),
  );
  await keepProfiles(tx, runId, stepIndex, parts);
}

function clientWindow({ hostId, result, startAtUs }: DrivenLoad, observed: Map<string, Observed>): ClientWindow {
  const window = observed.get(hostId)?.window;
  if (!window || !result) throw new Error(`the client ${hostId} of a measured step has no window`);
  const loadFromUs = startAtUs === null ? null : startAtUs - (result.clock?.offsetUs ?? 0);
  return { requestsPerSecond: result.requestsPerSecond, window, loadFromUs };
}
