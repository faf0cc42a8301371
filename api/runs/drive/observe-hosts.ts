import { listResults } from '../../agents/store/commands.ts';
import type { LoadResult, WindowClosedResult, WindowEdge } from '../../contract/agent-reports.ts';
import type { StepSpec } from '../../contract/load.ts';
import type { HostEvidence } from '../../contract/tuning.ts';
import type { Db } from '../../platform/store/db.ts';
import { loadTime } from '../../rules/evidence/load-time.ts';
import { StepTally } from '../../rules/evidence/step-evidence.ts';
import { type MergedClients, mergeClients } from '../../rules/load/merge-clients.ts';
import { isPointColumn, othersUsed, type Window } from '../../rules/load/point.ts';
import { onlyColumns } from '../../rules/samples/columns.ts';
import type { SampleFrame } from '../../rules/samples/sample-frame.ts';
import { type FrameSource, framesOfHosts } from '../store/read-frames.ts';
import type { RunRow } from '../store/run-row.ts';
import { specOf, stepSpecOf } from '../store/runs.ts';
import { askedOf, type DrivenLoad, listLoads, partsOf } from './driven-loads.ts';

/** A host's part in a measured step: between which of its frames, in its own clock, and what its agent saw there. */
export type Part = Pick<WindowClosedResult, 'placement' | 'drift' | 'profiles' | 'competitors'> & {
  hostId: string;
  commandId: string;
  fromUs: number;
  toUs: number;
  /** How long load was driven, somewhere in between. */
  durationUs: number;
};

export interface Observed {
  window: Window;
  evidence: HostEvidence;
}

/** A measured step as its clients drove it. */
export interface DrivenStep {
  stepIndex: number;
  step: StepSpec;
  loads: DrivenLoad[];
  merged: MergedClients;
}

/** Throws where the clients' parts cannot be merged: such a step is not measured. */
export async function drivenStep(tx: Db, row: RunRow, stepIndex: number): Promise<DrivenStep> {
  const loads = await listLoads(tx, row.id, stepIndex, 'measure');
  const planned = row.steps[stepIndex];
  if (!planned) throw new Error(`run ${row.id} has no step ${stepIndex}`);
  const step = stepSpecOf(planned);
  const merged = mergeClients(partsOf(row, loads), askedOf(step, loads));
  if ('fault' in merged) throw new Error(`step ${stepIndex} of run ${row.id}: ${merged.fault}`);
  return { stepIndex, step, loads, merged };
}

/** The part of every client, and of every host that drove no load. */
export async function partsOfHosts(tx: Db, row: RunRow, { stepIndex, loads, merged }: DrivenStep): Promise<Part[]> {
  const { server } = specOf(row);
  const { durationUs: ofAll } = merged.figures;
  const parts = loads.flatMap(({ hostId, commandId, result }): Part[] => {
    if (!result) return [];
    const { startedAtUs: fromUs, endedAtUs: toUs, durationUs, placement, drift, profiles, competitors } = result;
    const own = { fromUs, toUs, durationUs };
    const edges = hostId === server?.hostId ? { ...wholeOf(result, loads), durationUs: ofAll } : own;
    return [{ hostId, commandId, ...edges, placement, drift, profiles, competitors }];
  });
  const apart = await partsWithoutLoad(tx, row, stepIndex);
  return [...parts, ...apart.map((part) => ({ ...part, durationUs: ofAll }))];
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

/** Of hosts that drove no load, between the boundary frames that each was asked for. */
async function partsWithoutLoad(tx: Db, row: RunRow, stepIndex: number): Promise<Omit<Part, 'durationUs'>[]> {
  const opened = await listResults(tx, row.id, 'open-window', stepIndex, 'measure');
  const closed = await listResults(tx, row.id, 'close-window', stepIndex, 'measure');
  return closed.flatMap(({ hostId, commandId, result }) => {
    const edge = opened.find((one) => one.hostId === hostId);
    if (!edge) return [];
    const { atUs: toUs, placement, drift, profiles, competitors } = result as WindowClosedResult;
    const fromUs = (edge.result as WindowEdge).atUs;
    return [{ hostId, commandId, fromUs, toUs, placement, drift, profiles, competitors }];
  });
}

/** Reads what the hosts counted in their parts, by the host, a batch of frames at a time. */
export async function observe(source: FrameSource, row: RunRow, parts: Part[]): Promise<Map<string, Observed>> {
  const frames = await framesOfHosts(source, row.id, parts);
  const observed = new Map<string, Observed>();
  for (const part of parts) observed.set(part.hostId, await observeOne(row, part, frames.get(part.hostId) ?? []));
  return observed;
}

async function observeOne(
  row: RunRow,
  part: Part,
  batches: AsyncIterable<SampleFrame[]> | Iterable<SampleFrame[]>,
): Promise<Observed> {
  const { hostId, fromUs, toUs, placement, drift, competitors = null } = part;
  const tally = new StepTally(loadTime(part, part.durationUs));
  const thin = onlyColumns(isPointColumn);
  const frames: Window['frames'] = [];
  for await (const batch of batches) {
    for (const frame of batch) {
      tally.add(frame);
      frames.push(thin(frame));
    }
  }
  const { samplesPerSecond } = specOf(row);
  return {
    window: { startedAtUs: fromUs, endedAtUs: toUs, samplesPerSecond, frames },
    evidence: tally.evidence({ hostId, placement, drift, otherCpus: othersUsed(frames), competitors }),
  };
}
