import type { LoadResult } from '../../contract/agent-reports.ts';
import type { LoadShare } from '../../contract/load.ts';
import type { Failure } from '../../contract/primitives.ts';
import { type Db, json } from '../../platform/store/db.ts';

/** One client's part in a step: a result, or why there is none. */
export interface StepClientRecord {
  hostId: string;
  share: LoadShare;
  command: string[];
  result: LoadResult | null;
  failure: Failure | null;
  /** CPUs that its tool used. */
  cpus: number | null;
}

export async function saveStepClients(
  db: Db,
  runId: string,
  stepIndex: number,
  clients: StepClientRecord[],
): Promise<void> {
  await db.stepClient.createMany({ data: clients.map((client) => stepClientRow(runId, stepIndex, client)) });
}

export const stepClientRow = (
  runId: string,
  stepIndex: number,
  { hostId, share, command, result, failure, cpus }: StepClientRecord,
) => ({
  runId,
  stepIndex,
  hostId,
  share: json(share),
  command,
  ...(result && { result: json(read(result)) }),
  failureCode: failure?.code ?? null,
  failure: failure?.sentence ?? null,
  cpus,
});

/** Its histograms are merged with those of the others, and its profiles are not read again either. All stay in the outcome of its command. */
function read({ latencyOverTime: _, ...result }: LoadResult): LoadResult {
  return { ...result, histogram: null, profiles: [] };
}
