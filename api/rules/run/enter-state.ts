import type { RunState } from '../../contract/run.ts';
import { awaitsPoints, type Ending, type PlannedStep } from './run-machine.ts';
import type { Turn } from './run-turn.ts';

/** What follows from entering each state: the commands it begins with, or the next state where nothing is waited for. */

const LOADING: ReadonlySet<RunState> = new Set(['warming', 'measuring']);

export function enterPreparing(turn: Turn): void {
  turn.enter('preparing');
  turn.issueToAll('prepare', turn.machine.buildSeconds);
}

/** Every host, also one without tuning: it takes the snapshots that others are held against. */
export function enterTuning(turn: Turn): void {
  turn.enter('tuning');
  turn.issueToAll('apply-tuning');
}

/** What the target asks on another host is up before it. */
export function enterTargetUp(turn: Turn): void {
  turn.enter('target-up');
  for (const host of turn.machine.hosts) if (host.backend) turn.issueTo(host.hostId, 'start-backends');
  if (turn.idle()) startTarget(turn);
}

export function startTarget(turn: Turn): void {
  for (const host of turn.machine.hosts) if (host.server) turn.issueTo(host.hostId, 'start-target');
  // Of a target without an agent there is nothing to start.
  if (turn.idle()) enterPreflight(turn);
}

/** Each route is asked once before the first step, where the client's agent can. */
export function enterPreflight(turn: Turn): void {
  const { preflightHostId } = turn.machine;
  if (preflightHostId === null) return enterStep(turn, 0);
  turn.issueTo(preflightHostId, 'preflight');
}

export function enterStep(turn: Turn, stepIndex: number): void {
  turn.machine.stepIndex = stepIndex;
  turn.markStep('running');
  if (turn.machine.warmupSeconds === 0) return enterMeasuring(turn);
  turn.enter('warming');
  turn.issueLoad('warmup', turn.machine.warmupSeconds);
}

export function enterMeasuring(turn: Turn): void {
  turn.enter('measuring');
  turn.issueWindowEdge('open-window');
  if (turn.idle()) turn.issueLoad('measure', turn.step().durationSeconds);
}

export function enterCooling(turn: Turn): void {
  turn.enter('cooling');
  const { stepIndex, steps, search, pauseSeconds } = turn.machine;
  const last = stepIndex === steps.length - 1;
  // What follows from this step is known when its point is stored.
  const undecided = last && search !== null;
  if (!undecided && (last || pauseSeconds === 0)) return afterCooling(turn);
  turn.machine.wakeAtUs = turn.nowUs + pauseSeconds * 1e6;
}

export function afterCooling(turn: Turn): void {
  const next = (turn.machine.stepIndex ?? -1) + 1;
  if (next === turn.machine.steps.length && turn.machine.search?.next) turn.plan(turn.machine.search.next);
  if (next < turn.machine.steps.length) return enterStep(turn, next);
  if (!turn.machine.steps.some(isMeasured)) turn.endAs(NONE_MEASURED);
  enterStopping(turn);
}

const isMeasured = ({ status }: PlannedStep): boolean => status === 'measured';
const NONE_MEASURED: Ending = {
  as: 'failed',
  code: 'no-step-measured',
  sentence: 'No step could be measured; each step says why.',
};

/** Leaves the planned path: whatever still runs is stopped, and the host restored. */
export function windDown(turn: Turn, ending: Ending): void {
  const { machine } = turn;
  turn.endAs(ending);
  turn.abandonPending();
  if (LOADING.has(machine.state)) {
    if (ending.as === 'canceled')
      turn.endStep('skipped', { code: ending.code, sentence: canceledWithin(machine.state) });
    else turn.endStep('failed', turn.step().failure ?? ending);
  }
  turn.skipPlanned();
  enterStopping(turn);
}

const canceledWithin = (state: RunState): string =>
  `Canceled after it had begun, ${state === 'warming' ? 'during its warm-up' : 'while it was measured'}: it has no figures.`;

function enterStopping(turn: Turn): void {
  turn.enter('stopping');
  turn.issueToAll('stop');
  if (turn.idle()) enterRestoring(turn);
}

export function enterRestoring(turn: Turn): void {
  turn.abandonPending();
  turn.enter('restoring');
  turn.issueToAll('restore');
  if (turn.idle()) afterRestoring(turn);
}

/** How long a run waits until AWS has begun to end its hosts. */
const RELEASE_SECONDS = 120;

export function afterRestoring(turn: Turn): void {
  if (!turn.machine.endsHosts) return enterAnalysing(turn);
  turn.abandonPending();
  turn.enter('releasing');
  turn.machine.wakeAtUs = turn.nowUs + RELEASE_SECONDS * 1e6;
}

/** Its figures are kept: a failed request is data. But a run of nothing else measured no service. */
const NONE_SUCCEEDED: Ending = {
  as: 'failed',
  code: 'no-request-succeeded',
  sentence: 'No request succeeded in any step; each step says how they failed.',
};

export function enterAnalysing(turn: Turn): void {
  turn.abandonPending();
  turn.enter('analysing');
  if (!awaitsPoints(turn.machine)) conclude(turn);
}

export function conclude(turn: Turn): void {
  if (turn.machine.noneSucceeded) turn.endAs(NONE_SUCCEEDED);
  if (!turn.machine.steps.some(isMeasured)) turn.endAs(NONE_MEASURED);
  turn.enter(turn.machine.ending?.as ?? 'finished');
}

/** A run that never held a host has nothing to stop or to put back. */
export function endWithoutHosts(turn: Turn, ending: Ending): void {
  turn.endAs(ending);
  turn.skipPlanned();
  turn.enter(ending.as);
}
