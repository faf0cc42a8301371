import type { RunInterrupts } from '../contract/cpu-map.ts';
import type { Lab } from '../platform/lab.ts';
import { interruptsOf } from '../rules/samples/interrupt-lines.ts';
import { noSuchRun } from './get-run.ts';
import { tunedHosts } from './run-view.ts';
import { findTunedRun } from './store/runs.ts';

/** Interrupts of the NICs of every host, of each step that was measured. An imported run has none. */
export async function readInterrupts(lab: Lab, runId: string): Promise<RunInterrupts> {
  const { db } = lab.database;
  const row = await findTunedRun(db, runId);
  if (!row) throw await noSuchRun(lab, runId);
  if (row.imported) return { hosts: [] };
  return { hosts: (await tunedHosts(db, row)).map(interruptsOf) };
}
