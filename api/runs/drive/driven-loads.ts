import { type CommandRecord, listAnswers } from '../../agents/store/commands.ts';
import type { Command } from '../../contract/agent-commands.ts';
import type { LoadResult } from '../../contract/agent-reports.ts';
import type { LoadShare, StepSpec } from '../../contract/load.ts';
import type { Failure } from '../../contract/primitives.ts';
import type { Db } from '../../platform/store/db.ts';
import type { ClientPart } from '../../rules/load/merge-clients.ts';
import type { RunRow } from '../store/run-row.ts';

/** What one client was asked in a step, and what became of it so far. */
export interface DrivenLoad {
  hostId: string;
  commandId: string;
  share: LoadShare;
  startAtUs: number | null;
  /** The argument list, as executed; empty if it was not. */
  command: string[];
  /** The result of a load that succeeded. */
  result: LoadResult | null;
  /** The failure of a load that did not succeed; both are null until it is answered. */
  failure: Failure | null;
}

export async function listLoads(
  tx: Db,
  runId: string,
  stepIndex: number,
  phase: CommandRecord['phase'],
): Promise<DrivenLoad[]> {
  const answers = await listAnswers(tx, runId, 'drive-load', stepIndex, phase);
  return answers.map(({ hostId, commandId, body, outcome }) => {
    const { share, startAtUs } = body as Extract<Command, { type: 'drive-load' }>;
    const result = outcome?.result?.type === 'drive-load' ? outcome.result : null;
    const asked = { hostId, commandId, share, startAtUs };
    return { ...asked, command: result?.command ?? outcome?.command ?? [], result, failure: outcome?.failure ?? null };
  });
}

/** What was agreed with all clients of a step. */
export function askedOf({ durationSeconds }: StepSpec, loads: DrivenLoad[]) {
  return { durationSeconds, startAtUs: loads[0]?.startAtUs ?? null };
}

export function partsOf(row: RunRow, loads: DrivenLoad[]): ClientPart[] {
  return loads.flatMap(({ hostId, result }) => (result ? [{ name: nameOf(row, hostId), result }] : []));
}

export const nameOf = (row: RunRow, hostId: string): string =>
  row.hosts.find((host) => host.hostId === hostId)?.name ?? hostId;
