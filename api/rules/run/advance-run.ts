import type { CommandType } from '../../contract/agent-commands.ts';
import { mayComeOf } from './ended-host.ts';
import {
  afterCooling,
  afterRestoring,
  conclude,
  endWithoutHosts,
  enterAnalysing,
  enterCooling,
  enterMeasuring,
  enterPreflight,
  enterPreparing,
  enterRestoring,
  enterStep,
  enterTargetUp,
  enterTuning,
  startTarget,
  windDown,
} from './enter-state.ts';
import { REPORT_REFUSED, UNCOUNTABLE, WRONG_RESULT } from './outcome-fault.ts';
import {
  type Answer,
  awaitsPoints,
  type Ending,
  isTerminal,
  isUnderWay,
  isWaiting,
  type MachineEvent,
  type PendingCommand,
  type RunMachine,
  type Transition,
} from './run-machine.ts';
import { Turn } from './run-turn.ts';

type Answered = Extract<MachineEvent, { kind: 'answered' }>;

/**
 * Failures of a load after which no later step can be measured there: the agent let go of the host by itself, or cannot
 * be believed.
 */
const ENDS_RUN: ReadonlySet<string> = new Set(['lease-lost', WRONG_RESULT]);

/** Decides what follows from one event. Never throws: an event that means nothing in this state changes nothing. */
export function advance(before: RunMachine, event: MachineEvent, nowUs: number): Transition {
  const turn = new Turn(before, nowUs);
  if (!isTerminal(before.state)) handle(turn, event);
  return turn.result();
}

function handle(turn: Turn, event: MachineEvent): void {
  const { machine } = turn;
  switch (event.kind) {
    case 'leased':
      if (isWaiting(machine.state)) enterPreparing(turn);
      return;
    case 'awaited':
      if (machine.state === 'queued') turn.enter('provisioning');
      return;
    case 'let-go':
      if (machine.state === 'releasing') enterAnalysing(turn);
      return;
    case 'host-gone':
      return hostGone(turn, event);
    case 'unavailable':
      if (isWaiting(machine.state)) endWithoutHosts(turn, { as: 'failed', code: event.code, sentence: event.sentence });
      return;
    case 'cancel':
      return cancel(turn, event.sentence ?? 'Canceled by a person.');
    case 'answered':
      return answered(turn, event);
    case 'target-exited':
      if (isUnderWay(machine.state)) {
        windDown(turn, { as: 'failed', code: 'target-exited', sentence: event.sentence });
      }
      return;
    case 'report-refused':
      if (isUnderWay(machine.state)) {
        windDown(turn, { as: 'failed', code: REPORT_REFUSED, sentence: event.sentence });
      }
      return;
    case 'instance-restored':
      return instanceRestored(turn, { as: 'failed', code: 'instance-restored', sentence: event.sentence });
    case 'uncountable':
      return uncountable(turn, event.stepIndex);
    case 'counted':
      return counted(turn);
    case 'agent-restarted':
      return agentRestarted(turn, event.hostId, event.restoreConfirmed);
    case 'agent-lost':
      return agentLost(turn, event.hostId);
    case 'tick':
      return tick(turn);
  }
}

function cancel(turn: Turn, sentence: string): void {
  const ending: Ending = { as: 'canceled', code: 'canceled', sentence };
  if (isWaiting(turn.machine.state)) return endWithoutHosts(turn, ending);
  if (isUnderWay(turn.machine.state)) windDown(turn, ending);
}

/** Its hosts are put back by their agents, if those come back to this instance. */
function instanceRestored(turn: Turn, ending: Ending): void {
  if (isWaiting(turn.machine.state)) return endWithoutHosts(turn, ending);
  if (isUnderWay(turn.machine.state)) windDown(turn, ending);
}

/**
 * The hosts that an answer gives back, which may be none, where that is all it does: others are still to come, or it was not
 * waited for. Null where it does more. Of the run no more than what it waits for need be known to say so, and of many hosts
 * nearly every answer is of this kind.
 */
export function onlyReleases(pending: readonly PendingCommand[], { commandId, answer }: Answered): string[] | null {
  const command = pending.find((one) => one.commandId === commandId);
  if (!command) return [];
  if (pending.length === 1) return null;
  if (command.type === 'restore') return restoreFault(answer) === null ? [command.hostId] : null;
  return command.type === 'stop' || answer.status === 'succeeded' ? [] : null;
}

function answered(turn: Turn, event: Answered): void {
  const released = onlyReleases(turn.machine.pending, event);
  const command = turn.take(event.commandId);
  for (const hostId of released ?? []) turn.release(hostId);
  if (released || !command) return;
  const { answer } = event;
  if (command.type === 'restore') return restoreAnswered(turn, command, answer);
  if (command.type === 'stop') return enterRestoring(turn);
  if (answer.status === 'succeeded') return phaseDone(turn, command.type);
  if (command.type === 'drive-load' && answer.status === 'failed' && !ENDS_RUN.has(answer.code)) {
    turn.failClient(command.hostId, answer);
    return turn.idle() ? phaseDone(turn, command.type) : undefined;
  }
  windDown(turn, { as: 'failed', code: answer.code, sentence: answer.sentence });
}

/** Every command that was pending is done, and of load some may have failed; `last` is the type of all of them. */
function phaseDone(turn: Turn, last: CommandType): void {
  switch (turn.machine.state) {
    case 'preparing':
      return enterTuning(turn);
    case 'tuning':
      return enterTargetUp(turn);
    case 'target-up':
      if (last === 'start-backends') return startTarget(turn);
      return last === 'preflight' ? enterStep(turn, 0) : enterPreflight(turn);
    case 'warming':
      return turn.step().failure ? stepFailed(turn) : enterMeasuring(turn);
    case 'measuring':
      return measuringDone(turn, last);
  }
}

/**
 * Frames of a server that stands apart are counted between two boundary frames of its own, around everything that the
 * clients did. Each is asked for when the one before has answered, so the order holds whatever the clocks say. An
 * agent's reports are ordered, so with the last answer every frame of the window is here.
 */
function measuringDone(turn: Turn, last: CommandType): void {
  if (last === 'open-window') return turn.issueLoad('measure', turn.step().durationSeconds);
  if (last === 'drive-load') turn.issueWindowEdge('close-window');
  if (!turn.idle()) return;
  if (turn.step().failure) return stepFailed(turn);
  turn.markStep('measured');
  enterCooling(turn);
}

/** A step that fails says why, and the others are kept. */
function stepFailed(turn: Turn): void {
  const { failure } = turn.step();
  if (failure) turn.endStep('failed', failure);
  enterCooling(turn);
}

/** A search is told when it may go on; others need no point to do so. */
function coolingOver(turn: Turn): void {
  if (turn.machine.search && awaitsPoints(turn.machine)) turn.machine.wakeAtUs = null;
  else afterCooling(turn);
}

/** Another process may have made it, or have said so before. */
function uncountable(turn: Turn, stepIndex: number): void {
  const { status, counted: isCounted } = turn.step(stepIndex);
  if (status !== 'measured' || isCounted) return;
  turn.endStep('failed', UNCOUNTABLE, stepIndex);
  counted(turn);
}

/** Where points are waited for: at the end of a run, and in a search, unless its pause is not over. */
function counted(turn: Turn): void {
  const { state, wakeAtUs } = turn.machine;
  if (awaitsPoints(turn.machine)) return;
  if (state === 'analysing') conclude(turn);
  if (state === 'cooling' && (wakeAtUs === null || wakeAtUs <= turn.nowUs)) afterCooling(turn);
}

function restoreAnswered(turn: Turn, command: PendingCommand, answer: Answer): void {
  if (answer.status === 'interrupted') {
    turn.issueTo(command.hostId, 'restore');
    return;
  }
  const reason = restoreFault(answer);
  if (reason) {
    turn.soil(command.hostId, 'mismatch', reason);
    turn.endAs({ as: 'failed', code: 'restore-failed', sentence: reason });
  }
  turn.release(command.hostId);
  if (turn.idle()) afterRestoring(turn);
}

function agentRestarted(turn: Turn, hostId: string, restoreConfirmed: boolean): void {
  const host = turn.machine.hosts.find((h) => h.hostId === hostId);
  if (!host || host.lost || isWaiting(turn.machine.state)) return;
  if (turn.machine.state === 'preparing' && restoreConfirmed) return prepareAgain(turn, hostId);
  if (isUnderWay(turn.machine.state)) {
    const sentence = `The agent on ${host.name} ended and was started again ${placeOf(turn)}; samples up to then are kept.`;
    windDown(turn, { as: 'failed', code: 'agent-restarted', sentence });
    return;
  }
  // Its tool and target died with it: a stop that was under way is done.
  if (turn.machine.state === 'stopping') return turn.forget(hostId, () => enterRestoring(turn));
  if (turn.machine.state === 'restoring' && turn.waitsFor(hostId)) {
    turn.abandon(hostId);
    if (restoreConfirmed) {
      turn.release(hostId);
      if (turn.idle()) afterRestoring(turn);
    } else turn.issueTo(hostId, 'restore');
  }
}

/**
 * A run may be given to a host in the seconds after its agent died. Nothing was changed there for it, so the new life prepares; within the
 * time of the first one, or an agent that dies of it would be asked for ever.
 */
function prepareAgain(turn: Turn, hostId: string): void {
  const { wakeAtUs } = turn.machine;
  turn.abandon(hostId);
  turn.issueTo(hostId, 'prepare');
  turn.machine.wakeAtUs = wakeAtUs;
}

/** Where in its steps a run is, and what happens to the current step. */
function placeOf({ machine: { state, stepIndex, steps } }: Turn): string {
  if (stepIndex === null) return 'before the first step';
  const measured = steps[stepIndex]?.status === 'measured';
  if (state === 'cooling') return `after step ${stepIndex + 1}${measured ? ', which is kept' : ''}`;
  return `in step ${stepIndex + 1}, which was not measured`;
}

function agentLost(turn: Turn, hostId: string): void {
  const host = turn.machine.hosts.find((h) => h.hostId === hostId);
  if (!host || host.lost || isWaiting(turn.machine.state) || turn.machine.state === 'analysing') return;
  const unconfirmed = turn.machine.state !== 'releasing';
  turn.lose(hostId);
  const sentence = `The agent on ${host.name} stopped answering and its lease ran out; whether the host was restored is unknown.`;
  if (unconfirmed) turn.soil(hostId, 'unconfirmed', sentence);
  withoutHost(turn, hostId, { as: 'failed', code: 'agent-lost', sentence });
}

/** The instance has ended: there is nothing to put back, and nobody to answer. */
function hostGone(
  turn: Turn,
  { hostId, byItself, code, sentence }: Extract<MachineEvent, { kind: 'host-gone' }>,
): void {
  const host = turn.machine.hosts.find((h) => h.hostId === hostId);
  if (!host) return;
  const ending: Ending = { as: 'failed', code, sentence };
  if (!host.lost && isWaiting(turn.machine.state)) return endWithoutHosts(turn, ending);
  // What was measured before is whole.
  if (turn.machine.state === 'releasing' || turn.machine.state === 'analysing') return;
  if (byItself && mayComeOf(host, turn.machine.ending)) turn.blame(ending);
  if (host.lost) return;
  turn.lose(hostId);
  withoutHost(turn, hostId, ending);
}

function withoutHost(turn: Turn, hostId: string, ending: Ending): void {
  turn.release(hostId);
  const { state } = turn.machine;
  if (isUnderWay(state)) return windDown(turn, ending);
  turn.endAs(ending);
  if (state === 'stopping') return turn.forget(hostId, () => enterRestoring(turn));
  if (state === 'restoring') return turn.forget(hostId, () => afterRestoring(turn));
}

function tick(turn: Turn): void {
  const { machine, nowUs } = turn;
  if (machine.wakeAtUs === null || nowUs < machine.wakeAtUs) return;
  if (machine.state === 'cooling') return coolingOver(turn);
  // AWS is slow: the launch goes on to end its hosts, and its page says how far it is.
  if (machine.state === 'releasing') return enterAnalysing(turn);
  if (machine.pending.length === 0) return;
  const names = turn.pendingHostNames();
  if (machine.state === 'stopping') return enterRestoring(turn);
  if (machine.state === 'restoring') {
    for (const { hostId } of machine.pending) {
      turn.soil(hostId, 'unconfirmed', 'The restore was not confirmed in time.');
      turn.release(hostId);
    }
    turn.endAs({
      as: 'failed',
      code: 'restore-timeout',
      sentence: `The restore of ${names} was not confirmed in time.`,
    });
    return afterRestoring(turn);
  }
  const sentence = `${names} did not answer in time while the run was in ${machine.state}.`;
  windDown(turn, { as: 'failed', code: 'answer-timeout', sentence });
}

function restoreFault(answer: Answer): string | null {
  if (answer.status !== 'succeeded') return `The restore failed: ${answer.sentence}`;
  if (answer.mismatches.length === 0) return null;
  return `After the restore these read back differently: ${answer.mismatches.join('; ')}`;
}
