import type { Failure } from '../../contract/primitives.ts';
import { type Db, orNull } from '../../platform/store/db.ts';
import { mergeClients } from '../../rules/load/merge-clients.ts';
import type { MachineEvent, RunMachine } from '../../rules/run/run-machine.ts';
import { failureOf, type RunRow, specOf, stepSpecOf } from '../store/runs.ts';
import { askedOf, listLoads, partsOf } from './driven-loads.ts';
import { searchOf } from './search-rungs.ts';

/** Why what the clients of a step measured is not one; asked when the last of them has answered. */
async function faultOfClients(
  tx: Db,
  row: RunRow,
  pending: RunMachine['pending'],
  event: MachineEvent,
): Promise<Failure | null> {
  const step = row.steps[row.stepIndex ?? -1];
  if (!step || row.state !== 'measuring' || event.kind !== 'answered' || specOf(row).clients.length === 1) return null;
  if (pending.some(({ commandId, type }) => type === 'drive-load' && commandId !== event.commandId)) return null;
  const loads = await listLoads(tx, row.id, step.index, 'measure');
  if (loads.length === 0 || loads.some(({ result }) => result === null)) return null;
  const merged = mergeClients(partsOf(row, loads), askedOf(stepSpecOf(step), loads));
  return 'fault' in merged ? { code: 'clients-not-one', sentence: merged.fault } : null;
}

/** The machine of a run as it is stored, before an event whose outcome is stored already. */
export async function loadMachine(
  tx: Db,
  row: RunRow,
  pending: RunMachine['pending'],
  event: MachineEvent,
): Promise<RunMachine> {
  const fault = await faultOfClients(tx, row, pending, event);
  const spec = specOf(row);
  const { load } = spec;
  return {
    state: row.state as RunMachine['state'],
    stepIndex: row.stepIndex,
    steps: row.steps.map((s) => ({
      durationSeconds: stepSpecOf(s).durationSeconds,
      status: s.status as 'planned',
      failure: failureOf(s) ?? (s.index === row.stepIndex ? fault : null),
    })),
    search: searchOf(spec, row.steps),
    warmupSeconds: load.warmupSeconds,
    pauseSeconds: load.pauseSeconds,
    hosts: row.hosts.map((h) => ({
      hostId: h.hostId,
      name: h.name,
      server: h.roles.includes('server'),
      client: h.roles.includes('client'),
      lost: h.lost,
    })),
    pending,
    ending:
      row.ending === null
        ? null
        : { as: row.ending as 'failed' | 'canceled', code: row.failureCode ?? '', sentence: row.failure ?? '' },
    wakeAtUs: orNull(row.wakeAtUs),
  };
}
