import { moveExperimentOf } from '../../experiments/move-experiment.ts';
import type { Lab } from '../../platform/lab.ts';
import { isTerminal, type MachineEvent } from '../../rules/run/run-machine.ts';
import { type Aftermath, moveRun } from './move-run.ts';
import { wakeQueue } from './start-queued.ts';

/** Moves a run by one event, in its own transaction, and handles the consequences. */
export async function advanceRun(lab: Lab, runId: string, event: MachineEvent): Promise<void> {
  const aftermath = await lab.database.transaction((tx) => moveRun(lab, tx, runId, event));
  await settle(lab, aftermath ? [aftermath] : []);
}

/** Starts queued runs whose hosts are free, oldest first. */
export async function dispatchQueued(lab: Lab): Promise<void> {
  await settle(lab, await wakeQueue(lab));
}

/**
 * Has the points of measured steps made, sets the alarms, lets experiments queue their next runs, gives freed hosts to queued runs, and has runs that are over judged.
 */
export async function settle(lab: Lab, aftermaths: Aftermath[]): Promise<void> {
  for (const { runId, wakeAtUs, awaitsPoint } of aftermaths) {
    if (awaitsPoint) lab.counting.add(runId);
    lab.alarms.set(runId, wakeAtUs === null ? null : (wakeAtUs - lab.nowUs()) / 1000);
  }
  const ended = aftermaths.filter(({ state }) => isTerminal(state));
  const followed: Aftermath[] = [];
  for (const { runId } of ended) followed.push(...(await moveExperimentOf(lab, runId)));
  if ([...aftermaths, ...followed].some(({ wakesQueue }) => wakesQueue)) followed.push(...(await wakeQueue(lab)));
  for (const { runId } of ended) lab.judging.add(runId);
  const moved = followed.filter(({ state }) => state !== 'queued');
  if (moved.length > 0) await settle(lab, moved);
}
