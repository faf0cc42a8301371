import type { LaunchCall, LaunchEvent, LaunchMachine, Made } from './launch-machine.ts';

/** AWS may show a new instance only some time after it made it. */
export const SHOWN_WITHIN_US = 60e6;

/** One that is wanted may have been made by a call whose answer was lost. */
const remains = (made: Made): boolean => made === 'made' || made === 'wanted';

/**
 * What the look shows alive and nobody needs: of an earlier attempt, a second one of the same place, and all of a launch
 * that ends. One that stopped, or that was not shown for a while, bills on until it is terminated.
 */
export function needless(machine: LaunchMachine, event: LaunchEvent): string[] {
  if (event.kind !== 'looked') return [];
  const needed = new Set(machine.state === 'releasing' ? [] : machine.places.map(({ instanceId }) => instanceId));
  return event.instances.flatMap(({ instanceId, state }) =>
    needed.has(instanceId) || state === 'ended' || state === 'ending' ? [] : [instanceId],
  );
}

export function callsOf(machine: LaunchMachine, needlessIds: string[], nowUs: number): LaunchCall[] {
  if (machine.retryAtUs !== null && nowUs < machine.retryAtUs) return [];
  if (machine.state === 'releasing') return releaseCalls(machine, needlessIds);
  const ends: LaunchCall[] = needlessIds.length > 0 ? [{ kind: 'terminate', instanceIds: needlessIds }] : [];
  return machine.state === 'launching' ? [...ends, ...nextToMake(machine)] : ends;
}

/** One at a time: whether the next is worth asking for depends on the answer. */
function nextToMake(machine: LaunchMachine): LaunchCall[] {
  if (machine.securityGroup === 'wanted') return [{ kind: 'make-security-group' }];
  if (machine.placementGroup === 'wanted') return [{ kind: 'make-placement-group' }];
  const next = machine.places.find(({ instanceId }) => instanceId === null);
  return next ? [{ kind: 'run-instance', place: next.place }] : [];
}

/** Groups go when nothing is in them any more. */
function releaseCalls(machine: LaunchMachine, needlessIds: string[]): LaunchCall[] {
  const instanceIds = [...new Set([...leftIds(machine), ...needlessIds])];
  if (instanceIds.length > 0) return [{ kind: 'terminate', instanceIds }];
  if (machine.areEnding) return [];
  if (remains(machine.placementGroup)) return [{ kind: 'delete-placement-groups' }];
  if (remains(machine.securityGroup)) return [{ kind: 'delete-security-group' }];
  return [];
}

const leftIds = ({ places }: LaunchMachine): string[] =>
  places.flatMap(({ instanceId, endedAtUs }) => (instanceId !== null && endedAtUs === null ? [instanceId] : []));

/** Also what a call may have launched that is not shown yet, whatever its answer was: an earlier one may have been a yes. */
export function isSomethingLeft(machine: LaunchMachine, nowUs: number): boolean {
  const mayAppear = machine.places.some(
    ({ instanceId, askedAtUs }) =>
      (instanceId === null || machine.attempt > 0) && askedAtUs !== null && nowUs - askedAtUs < SHOWN_WITHIN_US,
  );
  if (mayAppear || machine.areEnding || leftIds(machine).length > 0) return true;
  return remains(machine.placementGroup) || remains(machine.securityGroup);
}
