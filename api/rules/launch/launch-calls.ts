import type { LaunchCall, LaunchEvent, LaunchMachine, Made } from './launch-machine.ts';

/** AWS may show a new instance only some time after it made it. */
export const SHOWN_WITHIN_US = 60e6;

/** One that is wanted may have been made by a call whose answer was lost. */
const remains = (made: Made): boolean => made === 'made' || made === 'wanted';

/** Instances of the launch that are of no place of it: of an earlier attempt, or a second one of the same place. */
export function strays(machine: LaunchMachine, event: LaunchEvent): string[] {
  if (event.kind !== 'looked') return [];
  const own = new Set(machine.places.map(({ instanceId }) => instanceId));
  return event.instances.flatMap(({ instanceId, state }) =>
    own.has(instanceId) || state === 'ended' || state === 'ending' ? [] : [instanceId],
  );
}

export function callsOf(machine: LaunchMachine, strayIds: string[], nowUs: number): LaunchCall[] {
  if (machine.retryAtUs !== null && nowUs < machine.retryAtUs) return [];
  const ends: LaunchCall[] = strayIds.length > 0 ? [{ kind: 'terminate', instanceIds: strayIds }] : [];
  if (machine.state === 'launching') return [...ends, ...nextToMake(machine)];
  if (machine.state === 'releasing') return releaseCalls(machine, ends, strayIds);
  return ends;
}

/** One at a time: whether the next is worth asking for depends on the answer. */
function nextToMake(machine: LaunchMachine): LaunchCall[] {
  if (machine.securityGroup === 'wanted') return [{ kind: 'make-security-group' }];
  if (machine.placementGroup === 'wanted') return [{ kind: 'make-placement-group' }];
  const next = machine.places.find(({ instanceId }) => instanceId === null);
  return next ? [{ kind: 'run-instance', place: next.place }] : [];
}

/** Groups go when nothing is in them any more. */
function releaseCalls(machine: LaunchMachine, ends: LaunchCall[], strayIds: string[]): LaunchCall[] {
  const left = leftIds(machine);
  if (left.length > 0) return [{ kind: 'terminate', instanceIds: [...left, ...strayIds] }];
  if (ends.length > 0 || machine.areEnding) return ends;
  if (remains(machine.placementGroup)) return [{ kind: 'delete-placement-groups' }];
  if (remains(machine.securityGroup)) return [{ kind: 'delete-security-group' }];
  return [];
}

const leftIds = ({ places }: LaunchMachine): string[] =>
  places.flatMap(({ instanceId, endedAtUs }) => (instanceId !== null && endedAtUs === null ? [instanceId] : []));

/** Also what may have been launched by a call whose answer was lost, and is not shown yet. */
export function isSomethingLeft(machine: LaunchMachine, nowUs: number): boolean {
  const mayAppear = machine.places.some(
    ({ instanceId, askedAtUs }) => instanceId === null && askedAtUs !== null && nowUs - askedAtUs < SHOWN_WITHIN_US,
  );
  if (mayAppear || machine.areEnding || leftIds(machine).length > 0) return true;
  return remains(machine.placementGroup) || remains(machine.securityGroup);
}
