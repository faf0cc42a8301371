import type { Failure } from '../../contract/primitives.ts';
import { formatDuration } from '../words/durations.ts';
import { plural } from '../words/numbers.ts';
import { mayTryElsewhere, mayTryLater, triedAgain } from './aws-failure.ts';
import { endedFailure, isEndedFromOutside, missingFailure } from './ended-instance.ts';
import { callsOf, isSomethingLeft, needless, SHOWN_WITHIN_US } from './launch-calls.ts';
import { costOfPlace, costSoFar, formatUsd } from './launch-cost.ts';
import {
  isComing,
  isLive,
  type LaunchCall,
  type LaunchEvent,
  type LaunchMachine,
  type LaunchStepResult,
  type LaunchUse,
  type MachinePlace,
  type SeenInstance,
} from './launch-machine.ts';

/** From the last instance's start to its agent's joining: boot, the system's own set-up, and the download of the agent. */
export const JOIN_MINUTES = 10;
/** How long AWS may put a launch off before it is given up; what is to be released is never given up. */
const PUT_OFF_MOST_US = 600e6;
/** When AWS is asked whether what was to end has ended. */
const LOOKED_AGAIN_S = 5;
const PUT_OFF_LEAST_S = 2;
const PUT_OFF_LONGEST_S = 60;

/** Decides what follows from one event. Never throws: an event that means nothing in this state changes nothing. */
export function advanceLaunch(before: LaunchMachine, event: LaunchEvent, nowUs: number): LaunchStepResult {
  const machine = structuredClone(before);
  const remarks: Failure[] = [];
  const turn: Turn = { machine, remarks, nowUs };
  if (!isLive(machine.state)) return { machine, calls: [], remarks };
  switch (event.kind) {
    case 'looked':
      looked(turn, event);
      break;
    case 'done':
      done(turn, event.call, event.id);
      break;
    case 'refused':
      refused(turn, event.call, event.failure);
      break;
    case 'end':
      if (machine.state !== 'releasing') release(turn, event.failure, false);
      break;
  }
  const calls = callsOf(machine, needless(machine, event), nowUs);
  for (const call of calls) {
    const place = call.kind === 'run-instance' && machine.places.find((one) => one.place === call.place);
    if (place) place.askedAtUs = nowUs;
  }
  return { machine, calls, remarks };
}

interface Turn {
  machine: LaunchMachine;
  remarks: Failure[];
  nowUs: number;
}

function looked(turn: Turn, { instances, joined, use, apiUrl }: Extract<LaunchEvent, { kind: 'looked' }>): void {
  const { machine, nowUs } = turn;
  if (machine.retryAtUs !== null && machine.retryAtUs <= nowUs) machine.retryAtUs = null;
  machine.areEnding = instances.some(({ state }) => state !== 'ended');
  for (const place of machine.places) see(turn, place, instances);
  for (const { hostId, atUs } of joined) {
    const place = machine.places.find((one) => one.hostId === hostId);
    if (place?.instanceId) place.joinedAtUs ??= atUs;
  }
  if (isComing(machine.state)) {
    const lost = machine.places.find((place) => place.endedAtUs !== null || isMissing(place, nowUs));
    if (lost) return lostInstance(turn, lost, { instances, use });
  }
  if (machine.state === 'requested') machine.state = 'launching';
  if (machine.state === 'launching') launched(turn);
  if (machine.state === 'joining') joining(turn, apiUrl);
  if (machine.state === 'releasing') return released(turn);
  bounds(turn, use);
}

/** An instance with the launch's tags is the launch's, whoever of us asked for it. */
function see({ machine, nowUs }: Turn, place: MachinePlace, instances: SeenInstance[]): void {
  const own = instances.filter((one) => one.hostId === place.hostId && one.attempt === machine.attempt);
  const known = own.find((one) => one.instanceId === place.instanceId);
  if (place.instanceId === null) {
    const adopted = own.find((one) => one.state !== 'ended' && one.state !== 'ending') ?? own[0];
    if (adopted) Object.assign(place, { instanceId: adopted.instanceId, launchedAtUs: nowUs });
    if (!adopted || !isOver(adopted)) return;
    place.endedAtUs = nowUs;
    return;
  }
  if (known) place.unseenSinceUs = null;
  else place.unseenSinceUs ??= nowUs;
  // One that is missing is terminated first: it may be there all the same.
  const isGone = machine.state === 'releasing' && isMissing(place, nowUs);
  if (isGone || (known && isOver(known))) place.endedAtUs ??= nowUs;
}

/** AWS may leave an instance out of one answer and show it in the next. */
const isMissing = ({ unseenSinceUs, launchedAtUs }: MachinePlace, nowUs: number): boolean =>
  unseenSinceUs != null && nowUs - Math.max(unseenSinceUs, launchedAtUs ?? 0) >= SHOWN_WITHIN_US;

/** Billing ends when AWS begins to end it. A stopped one would be of no use, as its agent is gone. */
const isOver = ({ state }: SeenInstance): boolean => state !== 'pending' && state !== 'running';

function lostInstance(
  turn: Turn,
  place: MachinePlace,
  { instances, use }: Pick<Extract<LaunchEvent, { kind: 'looked' }>, 'instances' | 'use'>,
): void {
  const seen = instances.find(({ instanceId }) => instanceId === place.instanceId);
  const name = `its ${place.role} (${place.instanceType})`;
  const failure = seen || place.endedAtUs !== null ? endedFailure(name, seen?.reason ?? '') : missingFailure(name);
  // After the TTL a timer of the host's own ends it.
  if (failure.code === 'instance-ended' && turn.nowUs >= turn.machine.expiresAtUs) return bounds(turn, use);
  if (turn.machine.state !== 'ready' && mayTryElsewhere(failure.code)) return elsewhere(turn, failure);
  if (isEndedFromOutside(failure.code)) turn.machine.lostHostId = place.hostId;
  release(turn, failure, true);
}

function launched({ machine, nowUs }: Turn): void {
  if (machine.places.some(({ instanceId }) => instanceId === null)) return;
  machine.state = 'joining';
  machine.joinByUs = nowUs + JOIN_MINUTES * 60e6;
}

function joining(turn: Turn, apiUrl: string): void {
  const { machine, nowUs } = turn;
  const missing = machine.places.filter(({ joinedAtUs }) => joinedAtUs === null);
  if (missing.length === 0) {
    machine.state = 'ready';
    machine.readyAtUs = nowUs;
    machine.joinByUs = null;
    return;
  }
  if (machine.joinByUs === null || nowUs < machine.joinByUs) return;
  const sentence = `${plural(missing.length, 'host')} of ${machine.places.length} did not join at ${apiUrl} within ${JOIN_MINUTES} min. Check that their subnet reaches this address of the API, which MILLIONRPS_URL or HOST and PORT set: the routes, and the security group in front of the API. The hosts are being terminated. For an hour AWS still shows what they printed: aws ec2 get-console-output --instance-id ${missing[0]?.instanceId} --output text`;
  release(turn, { code: 'not-joined', sentence }, true);
}

/** TTL, budget, and for how long hosts are kept. */
function bounds(turn: Turn, { inUse, lastUsedAtUs, reservedUntilUs }: LaunchUse): void {
  const { machine, nowUs } = turn;
  if (!isComing(machine.state)) return;
  machine.keptUntilUs = null;
  const isNeeded = inUse || machine.state !== 'ready';
  if (nowUs >= machine.expiresAtUs) {
    const sentence = 'The TTL of the launch is over, so its hosts are ended. Launch again with a longer one.';
    return release(turn, isNeeded ? { code: 'ttl-over', sentence } : null, isNeeded);
  }
  const cost = costSoFar(machine, nowUs);
  const { budgetMicroUsd } = machine;
  if (budgetMicroUsd !== null && cost !== null && cost >= budgetMicroUsd) {
    const sentence = `The launch has cost ${formatUsd(cost)}, and its budget is ${formatUsd(budgetMicroUsd)}, so its hosts are ended. Launch again with a higher one.`;
    return release(turn, { code: 'budget-over', sentence }, isNeeded);
  }
  if (isNeeded) return;
  // A run that ended while it waited for them had none of them.
  const idleSinceUs = Math.max(lastUsedAtUs ?? 0, machine.readyAtUs ?? nowUs);
  machine.keptUntilUs = Math.min(
    machine.expiresAtUs,
    Math.max(reservedUntilUs, idleSinceUs + machine.keepMinutes * 60e6),
  );
  if (nowUs >= machine.keptUntilUs) release(turn, null, false);
}

function done({ machine, nowUs }: Turn, call: LaunchCall, id: string | null): void {
  machine.putOff = null;
  machine.retryAtUs = null;
  switch (call.kind) {
    case 'make-security-group':
      machine.securityGroup = 'made';
      machine.securityGroupId = id;
      return;
    case 'make-placement-group':
      machine.placementGroup = 'made';
      return;
    case 'run-instance': {
      const place = machine.places.find((one) => one.place === call.place);
      if (place && place.instanceId === null) Object.assign(place, { instanceId: id, launchedAtUs: nowUs });
      if (machine.state === 'launching') launched({ machine, nowUs, remarks: [] });
      return;
    }
    case 'terminate':
      if (machine.state === 'releasing') machine.retryAtUs = nowUs + LOOKED_AGAIN_S * 1e6;
      return;
    case 'delete-placement-groups':
      machine.placementGroup = 'deleted';
      return released({ machine, nowUs, remarks: [] });
    case 'delete-security-group':
      machine.securityGroup = 'deleted';
      return released({ machine, nowUs, remarks: [] });
  }
}

function refused(turn: Turn, call: LaunchCall | null, failure: Failure): void {
  const { machine } = turn;
  if (machine.state === 'releasing' || call?.kind === 'terminate' || isForLater(machine, failure.code)) {
    return putOff(turn, failure);
  }
  // To look is no part of what was asked for: it is looked again.
  if (call === null) return putOff(turn, failure);
  if (call.kind === 'run-instance' && mayTryElsewhere(failure.code)) return elsewhere(turn, failure);
  release(turn, failure, true);
}

/** A group that a person named is there, or is not. */
const isForLater = ({ securityGroup }: LaunchMachine, code: string): boolean =>
  mayTryLater(code) || (code === 'not-shown' && securityGroup !== 'none');

function putOff(turn: Turn, failure: Failure): void {
  const { machine, nowUs, remarks } = turn;
  const { since, times } = machine.putOff ?? { since: nowUs, times: 0 };
  if (machine.putOff?.code !== failure.code) remarks.push(triedAgain(failure));
  const seconds = Math.min(PUT_OFF_LONGEST_S, PUT_OFF_LEAST_S * 2 ** Math.min(times, 10));
  machine.putOff = { since, times: times + 1, code: failure.code };
  machine.retryAtUs = nowUs + seconds * 1e6;
  const isBeginning = machine.state === 'requested' || machine.state === 'launching';
  if (isBeginning && nowUs - since >= PUT_OFF_MOST_US) {
    const waited = formatDuration(PUT_OFF_MOST_US / 1e6);
    release(turn, { code: failure.code, sentence: `Given up after ${waited}. ${failure.sentence}` }, true);
  }
}

/** What was launched in one subnet is of no use in another: it ends, and all is asked for anew. */
function elsewhere(turn: Turn, failure: Failure): void {
  const { machine, nowUs, remarks } = turn;
  const next = machine.subnets[machine.subnetIndex + 1];
  if (!next) return release(turn, failure, true);
  const here = machine.subnets[machine.subnetIndex];
  remarks.push({ code: failure.code, sentence: `${here?.zone ?? ''}: ${failure.sentence} Next: ${next.zone}.` });
  for (const place of machine.places) {
    if (machine.microUsdPerHour) machine.spentMicroUsd += costOfPlace(place, machine.microUsdPerHour, nowUs);
    // When it was asked for stays: what was launched here may be shown only later.
    const nothing = { instanceId: null, launchedAtUs: null, joinedAtUs: null, endedAtUs: null, unseenSinceUs: null };
    Object.assign(place, nothing);
  }
  machine.subnetIndex += 1;
  machine.attempt += 1;
  machine.state = 'launching';
  machine.joinByUs = null;
  if (machine.placementGroup === 'made') machine.placementGroup = 'wanted';
}

function release(turn: Turn, ending: Failure | null, failed: boolean): void {
  const { machine } = turn;
  machine.state = 'releasing';
  machine.ending ??= ending;
  machine.failed ||= failed;
  machine.keptUntilUs = null;
  machine.joinByUs = null;
  machine.putOff = null;
  machine.retryAtUs = null;
}

function released({ machine, nowUs }: Turn): void {
  if (machine.state !== 'releasing') return;
  if (isSomethingLeft(machine, nowUs)) return;
  machine.state = machine.failed ? 'failed' : 'released';
  machine.endedAtUs = nowUs;
  machine.putOff = null;
  machine.retryAtUs = null;
}
