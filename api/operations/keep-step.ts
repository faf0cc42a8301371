import type { LoadResult, WindowClosedResult, WindowEdge } from '../contract/agent.ts';
import type { HostEvidence } from '../contract/tuning.ts';
import { onlyColumns } from '../domain/columns.ts';
import { shareOf } from '../domain/command-body.ts';
import { isPointColumn, makePoint, othersUsed, type Window } from '../domain/point.ts';
import { StepTally } from '../domain/step-evidence.ts';
import { listResults } from '../store/commands.ts';
import type { Db } from '../store/db.ts';
import { savePoint } from '../store/points.ts';
import { readFrames } from '../store/read-frames.ts';
import { saveEvidence } from '../store/run-tuning.ts';
import { type RunRow, specOf, stepSpecOf } from '../store/runs.ts';
import { saveStepClients } from '../store/step-clients.ts';

/** A host's part in a measured step: between which of its frames, in its own clock, and what its agent saw there. */
type Part = Pick<WindowClosedResult, 'placement' | 'drift'> & { hostId: string; fromUs: number; toUs: number };

/**
 * What a measured step leaves: its point, and what every host counted. Both are computed as soon as the step ends: the
 * agents' reports are ordered, so the step's frames are here.
 */
export async function keepStep(tx: Db, row: RunRow, stepIndex: number): Promise<void> {
  const [client] = await listResults(tx, row.id, 'drive-load', stepIndex, 'measure');
  const planned = row.steps[stepIndex];
  if (!client || !planned) throw new Error(`step ${stepIndex} of run ${row.id} has no result`);
  const step = stepSpecOf(planned);
  const result = client.result as LoadResult;
  const { startedAtUs: fromUs, endedAtUs: toUs, placement, drift } = result;
  const ofClient = await observe(tx, row, { hostId: client.hostId, fromUs, toUs, placement, drift });
  const apart = await partOfServer(tx, row, stepIndex);
  const ofServer = apart ? await observe(tx, row, apart) : ofClient;
  const point = makePoint(step, result, ofServer.window, ofClient.window);
  await savePoint(tx, row.id, stepIndex, point, result.histogram);
  await saveStepClients(tx, row.id, stepIndex, [
    {
      hostId: client.hostId,
      share: shareOf(step),
      command: result.command,
      result,
      failure: null,
      cpus: point.clientCpus,
    },
  ]);
  await saveEvidence(
    tx,
    row.id,
    stepIndex,
    [...new Set([ofServer, ofClient])].map(({ evidence }) => evidence),
  );
}

/** Between the boundary frames that a server apart was asked for; null where it is also the client. */
async function partOfServer(tx: Db, row: RunRow, stepIndex: number): Promise<Part | null> {
  const [opened] = await listResults(tx, row.id, 'open-window', stepIndex, 'measure');
  const [closed] = await listResults(tx, row.id, 'close-window', stepIndex, 'measure');
  if (!opened || !closed) return null;
  const { atUs: toUs, placement, drift } = closed.result as WindowClosedResult;
  return { hostId: closed.hostId, fromUs: (opened.result as WindowEdge).atUs, toUs, placement, drift };
}

async function observe(tx: Db, row: RunRow, part: Part): Promise<{ window: Window; evidence: HostEvidence }> {
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
