import { mergeOverTime } from '../../rules/load/latency-over-time.ts';
import { type ClientWindow, makePoint, toolCpus } from '../../rules/load/point.ts';
import { savePoint } from '../store/points.ts';
import type { FrameSource } from '../store/read-frames.ts';
import { saveEvidence } from '../store/run-tuning.ts';
import { type RunRow, specOf } from '../store/runs.ts';
import { saveStepClients } from '../store/step-clients.ts';
import { saveStepLatency } from '../store/step-latency.ts';
import type { DrivenLoad } from './driven-loads.ts';
import { keepProfiles } from './keep-profiles.ts';
import { drivenStep, type Observed, observe, partsOfHosts } from './observe-hosts.ts';

/**
 * What a measured step leaves: its point, what each client said, and what every host counted. All of it is computed as soon
 * as the step ends: the agents' reports are ordered, so the step's frames are here.
 */
export async function keepStep(source: FrameSource, row: RunRow, stepIndex: number): Promise<void> {
  const { db: tx } = source;
  const driven = await drivenStep(tx, row, stepIndex);
  const { step, loads, merged } = driven;
  const parts = await partsOfHosts(tx, row, driven);
  const observed = await observe(source, row, parts);
  const clients = loads.map((load) => clientWindow(load, observed));
  const { server } = specOf(row);
  const ofServer = server && observed.get(server.hostId);
  if (server && !ofServer) throw new Error(`step ${stepIndex} of run ${row.id} has no window of its server`);
  const point = makePoint(step, merged, ofServer?.window ?? null, clients);
  await savePoint(tx, row.id, stepIndex, point, merged.histogram, step.profiles.length > 0);
  const latency = mergeOverTime(loads.flatMap(({ result }) => result ?? []));
  if (latency) await saveStepLatency(tx, row.id, stepIndex, latency);
  await saveStepClients(
    tx,
    row.id,
    stepIndex,
    loads.map(({ hostId, share, command, result, failure }, i) => {
      const client = clients[i];
      return { hostId, share, command, result, failure, cpus: client ? toolCpus(client) : null };
    }),
  );
  await saveEvidence(
    tx,
    row.id,
    stepIndex,
    [...observed.values()].map(({ evidence }) => evidence),
  );
  await keepProfiles(tx, row.id, stepIndex, parts);
}

function clientWindow({ hostId, result, startAtUs }: DrivenLoad, observed: Map<string, Observed>): ClientWindow {
  const window = observed.get(hostId)?.window;
  if (!window || !result) throw new Error(`the client ${hostId} of a measured step has no window`);
  const loadFromUs = startAtUs === null ? null : startAtUs - (result.clock?.offsetUs ?? 0);
  return { requestsPerSecond: result.requestsPerSecond, window, loadFromUs };
}
