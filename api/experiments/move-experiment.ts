import { isDeepStrictEqual } from 'node:util';
import { findHostStates, holdHosts } from '../hosts/store/hosts.ts';
import { whyGone } from '../launches/store/launch-use.ts';
import type { Lab } from '../platform/lab.ts';
import { newId } from '../platform/store/ids.ts';
import { type Move, nextMove } from '../rules/experiment/next-move.ts';
import { runNameOf } from '../rules/experiment/run-name.ts';
import { roundsDoneText } from '../rules/experiment/slots.ts';
import { hopelessSentence, whyHopeless } from '../rules/launch/hopeless-host.ts';
import { hostIdsOf } from '../rules/spec/hosts-of-spec.ts';
import { type Aftermath, moveRun } from '../runs/drive/move-run.ts';
import { asMade, findHostsOf, unavailable, unusable } from '../runs/drive/usable-hosts.ts';
import { holdAllGroups } from '../runs/hold-against-baseline.ts';
import { createRun } from '../runs/store/runs.ts';
import { isExtensionDue, keptOf } from './experiment-result.ts';
import { type KnownExperiment, readExperiment, specsOf } from './experiment-state.ts';
import { publishFinished } from './publish-finished.ts';
import { addExperimentRun, experimentOf } from './store/experiment-runs.ts';
import { changeExperiment, lockExperiment } from './store/experiments.ts';

/** A look, the end that follows from it, and what may have come in between from another replica. */
const MOVES_MOST = 5;

/** Moves an experiment on until it must wait for a run or its hosts, or is over. */
export async function moveExperiment(lab: Lab, id: string): Promise<Aftermath[]> {
  for (let moves = 0; moves < MOVES_MOST; moves++) {
    const known = await readExperiment(lab.database.db, id);
    const made = known ? await act(lab, known, nextMove(known.state, lab.nowUs())) : [];
    if (made !== 'more') return made;
  }
  return [];
}

/** After a run is over. What is wrong with an experiment is not the run's trouble: the sweep tries again. */
export async function moveExperimentOf(lab: Lab, runId: string): Promise<Aftermath[]> {
  try {
    const experiment = await experimentOf(lab.database.db, runId);
    return experiment ? await moveExperiment(lab, experiment.id) : [];
  } catch (error) {
    lab.log.error({ err: error, runId }, 'going on with the experiment of a run; the sweep will do it');
    return [];
  }
}

/** Makes a move. Answers what it did to runs, or that there may be more to do at once. */
async function act(lab: Lab, known: KnownExperiment, move: Move): Promise<Aftermath[] | 'more'> {
  switch (move.type) {
    case 'none':
    case 'wait':
      return [];
    case 'pause':
      return (await stopIfLost(lab, known, move)) ?? [];
    case 'cancel': {
      const { runId, sentence } = move;
      const canceled = await lab.database.transaction((tx) => moveRun(lab, tx, runId, { kind: 'cancel', sentence }));
      return canceled ? [canceled] : [];
    }
    case 'queue':
      return (await stopIfLost(lab, known, move)) ?? queueRun(lab, known, move);
    case 'look': {
      const extended = await isExtensionDue(lab, known);
      return decide(lab, known, move, { extended });
    }
    case 'finish': {
      const { stoppedSentence } = move;
      const kept = await keptOf(lab, known, stoppedSentence);
      const stopped = stoppedSentence === null ? {} : { stoppedSentence };
      const more = await decide(lab, known, move, { status: 'done', endedAtUs: lab.nowUs(), kept, ...stopped });
      if (known.row.kind === 'noise-floor') await holdAllGroups(lab);
      return more;
    }
  }
}

/** Hosts that were launched and are terminated, or cost money and take no run, end it; null: it has none. */
async function stopIfLost(lab: Lab, known: KnownExperiment, move: Move): Promise<[] | 'more' | null> {
  const hostIds = [...new Set(specsOf(known).flatMap(hostIdsOf))];
  const stoppedSentence = (await goneSentence(lab, known, hostIds)) ?? (await lostSentence(lab, known, hostIds));
  return stoppedSentence === null ? null : decide(lab, known, move, { stoppedSentence });
}

async function goneSentence({ database }: Lab, { state }: KnownExperiment, hostIds: string[]): Promise<string | null> {
  const failure = await whyGone(database.db, hostIds);
  return failure && `Its EC2 hosts ended after ${roundsDoneText(state)}. ${failure.sentence}`;
}

/** After an outage agents need some heartbeats to be heard again. */
async function lostSentence(lab: Lab, { state }: KnownExperiment, hostIds: string[]): Promise<string | null> {
  const nowUs = lab.nowUs();
  if (nowUs < lab.heardAtUs) return null;
  for (const host of await findHostStates(lab.database.db, hostIds)) {
    const why = whyHopeless(host, nowUs);
    if (why !== null) return hopelessSentence(roundsDoneText(state), why);
  }
  return null;
}

/** Writes the decision, unless something else has happened meanwhile. */
function decide(
  lab: Lab,
  { row: { id } }: KnownExperiment,
  move: Move,
  change: Parameters<typeof changeExperiment>[2],
): Promise<[] | 'more'> {
  return lab.database.transaction(async (tx) => {
    await lockExperiment(tx, id);
    const now = await readExperiment(tx, id);
    if (!now) return [];
    if (!isDeepStrictEqual(nextMove(now.state, lab.nowUs()), move)) return 'more';
    await changeExperiment(tx, id, change);
    if (change.status === 'done') await publishFinished(lab, tx, now.row, change);
    return 'more';
  });
}

/** One run at a time: the experiment is locked, and who comes second finds the run that the first one made. */
async function queueRun(
  lab: Lab,
  { row: { id } }: KnownExperiment,
  move: Extract<Move, { type: 'queue' }>,
): Promise<Aftermath[]> {
  return lab.database.transaction(async (tx) => {
    await lockExperiment(tx, id);
    const known = await readExperiment(tx, id);
    if (!known || !isDeepStrictEqual(nextMove(known.state, lab.nowUs()), move)) return [];
    const { round, position, configuration } = move.slot;
    const asked = known.configurations[configuration];
    if (!asked) throw new Error(`the experiment ${id} has no configuration ${configuration}`);
    await holdHosts(tx, hostIdsOf(asked.spec));
    const hosts = await findHostsOf(tx, asked.spec);
    // A run without hosts to take it would fail at once; the place waits, and the page says for what.
    if (unusable(asked.spec, hosts) ?? unavailable(lab, hosts, { begun: true })) return [];
    const runId = newId();
    await createRun(tx, {
      id: runId,
      name: runNameOf(known.row.question, asked.name, round),
      idempotencyKey: null,
      basedOnRunId: null,
      scheduled: known.row.scheduled,
      createdByName: known.row.createdByName,
      ...asMade(asked.spec, hosts),
      nowUs: lab.nowUs(),
    });
    await addExperimentRun(tx, { experimentId: id, runId, round, position, configuration, attempt: move.attempt });
    return [{ runId, state: 'queued', wakeAtUs: null, wakesQueue: true, awaitsPoint: false }];
  });
}
