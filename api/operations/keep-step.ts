import type { LoadResult, WindowClosedResult, WindowEdge } from '../contract/agent.ts';
import type { HostEvidence } from '../contract/tuning.ts';
import { onlyColumns } from '../domain/columns.ts';
import { mergeClients } from '../domain/merge-clients.ts';
import { type ClientWindow, isPointColumn, makePoint, othersUsed, toolCpus, type Window } from '../domain/point.ts';
import { StepTally } from '../domain/step-evidence.ts';
import { listResults } from '../store/commands.ts';
import type { Db } from '../store/db.ts';
import { savePoint } from '../store/points.ts';
import { readFrames } from '../store/read-frames.ts';
import { saveEvidence } from '../store/run-tuning.ts';
import { type RunRow, specOf, stepSpecOf } from '../store/runs.ts';
import { saveStepClients } from '../store/step-clients.ts';
import { askedOf, type DrivenLoad, listLoads, partsOf } from './driven-loads.ts';
import { keepProfiles } from './keep-profiles.ts';

/** A host's part in a measured step: between which of its frames, in its own clock, and what its agent saw there. */
type Part = Pick<WindowClosedResult, 'placement' | 'drift' | 'profiles'> & {
  hostId: string;
  commandId: string;
  fromUs: number;
  toUs: number;
};

interface Observed {
  window: Window;
  evidence: HostEvidence;
}

/**
 * What a measured step leaves: its point, what each client said, and what every host counted. All of it is computed as soon
 * as the step ends: the agents' reports are ordered, so the step's frames are here.
 */
export async function keepStep(tx: Db, row: RunRow, stepIndex: number): Promise<void> {
  const loads = await listLoads(tx, row.id, stepIndex, 'measure');
  const planned = row.steps[stepIndex];
  if (!planned) throw new Error(`run ${row.id} has no step ${stepIndex}`);
  const step = stepSpecOf(planned);
  const merged = mergeClients(partsOf(row, loads), askedOf(step, loads));
  if ('fault' in merged) throw new Error(`step ${stepIndex} of run ${row.id}: ${merged.fault}`);
  const parts = await partsOfHosts(tx, row, stepIndex, loads);
  const observed = new Map<string, Observed>();
  for (const part of parts) observed.set(part.hostId, await observe(tx, row, part));
  const clients = loads.map((load) => clientWindow(load, observed));
  const server = observed.get(specOf(row).server.hostId);
  if (!server) throw new Error(`step ${stepIndex} of run ${row.id} has no window of its server`);
  const point = makePoint(step, merged, server.window, clients);
  await savePoint(tx, row.id, stepIndex, point, merged.histogram, step.profiles.length > 0);
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

/** Of every client, and of a server that is none. */
async function partsOfHosts(tx: Db, row: RunRow, stepIndex: number, loads: DrivenLoad[]): Promise<Part[]> {
  const { server } = specOf(row);
  const parts = loads.flatMap(({ hostId, commandId, result }): Part[] => {
    if (!result) return [];
    const { startedAtUs: fromUs, endedAtUs: toUs, placement, drift, profiles } = result;
    const edges = hostId === server.hostId ? wholeOf(result, loads) : { fromUs, toUs };
    return [{ hostId, commandId, ...edges, placement, drift, profiles }];
  });
  const apart = await partOfServer(tx, row, stepIndex);
  return apart ? [...parts, apart] : parts;
}

/** From the first client's start to the last one's end, by the clock of the server's host, which is one of them. */
function wholeOf(own: LoadResult, loads: DrivenLoad[]): Pick<Part, 'fromUs' | 'toUs'> {
  const here = (result: LoadResult): number => (result.clock?.offsetUs ?? 0) - (own.clock?.offsetUs ?? 0);
  const results = loads.flatMap(({ result }) => result ?? []);
  return {
    fromUs: Math.min(...results.map((result) => result.startedAtUs + here(result))),
    toUs: Math.max(...results.map((result) => result.endedAtUs + here(result))),
  };
}

/** Between the boundary frames that a server apart was asked for; null where it is also a client. */
async function partOfServer(tx: Db, row: RunRow, stepIndex: number): Promise<Part | null> {
  const [opened] = await listResults(tx, row.id, 'open-window', stepIndex, 'measure');
  const [closed] = await listResults(tx, row.id, 'close-window', stepIndex, 'measure');
  if (!opened || !closed) return null;
  const { atUs: toUs, placement, drift, profiles } = closed.result as WindowClosedResult;
  const { hostId, commandId } = closed;
  return { hostId, commandId, fromUs: (opened.result as WindowEdge).atUs, toUs, placement, drift, profiles };
}

async function observe(tx: Db, row: RunRow, part: Part): Promise<Observed> {
  const { hostId, fromUs, toUs, placement, drift } = part;
  const tally = new StepTally();
  const thin = onlyColumns(isPointColumn);
  const frames: Window['frames'] = [];
  for await (const batch of readFrames(tx, row.id, hostId, fromUs, toUs)) {
    for (const frame of batch) {
      tally.add(frame);
      frames.push(thin(frame));
    }
  }
  const { samplesPerSecond } = specOf(row);
  return {
    window: { startedAtUs: fromUs, endedAtUs: toUs, samplesPerSecond, frames },
    evidence: tally.evidence({ hostId, placement, drift, otherCpus: othersUsed(frames) }),
  };
}
