import type { Failure } from '../../contract/primitives.ts';
import type { Db } from '../../platform/store/db.ts';
import type { RunMachine } from '../../rules/run/run-machine.ts';
import type { RunRow } from '../store/run-row.ts';
import { saveStepClients } from '../store/step-clients.ts';
import { type DrivenLoad, listLoads, nameOf } from './driven-loads.ts';

/**
 * What a step leaves that was not measured: what each of its clients said, or why it said nothing. They have no figures in
 * common, so there is no point. Of a warm-up only the reasons are kept: what it measured never counts.
 */
export async function keepUnmeasured(tx: Db, row: RunRow, stepIndex: number, machine: RunMachine): Promise<void> {
  const measured = await listLoads(tx, row.id, stepIndex, 'measure');
  const warmup = measured.length > 0 ? [] : await listLoads(tx, row.id, stepIndex, 'warmup');
  const clients = [...measured, ...warmup.map((load) => ({ ...load, result: null }))];
  const succeededBefore = new Set(warmup.flatMap(({ hostId, result }) => (result ? [hostId] : [])));
  await saveStepClients(
    tx,
    row.id,
    stepIndex,
    clients.map((load) => {
      const { hostId, share, command, result } = load;
      const silent = result === null && !succeededBefore.has(hostId);
      return { hostId, share, command, result, failure: silent ? whyNot(row, load, machine) : null, cpus: null };
    }),
  );
}

function whyNot(row: RunRow, { hostId, failure }: DrivenLoad, machine: RunMachine): Failure {
  if (failure) return failure;
  const name = nameOf(row, hostId);
  if (machine.hosts.some((host) => host.hostId === hostId && host.lost)) {
    return { code: 'agent-lost', sentence: `The agent on ${name} stopped answering.` };
  }
  return { code: 'stopped', sentence: `The load of ${name} was stopped early.` };
}
