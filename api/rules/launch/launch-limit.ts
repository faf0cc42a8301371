import type { LaunchFault, LaunchLimit } from '../../contract/launch.ts';
import { plural } from '../words/numbers.ts';
import { formatUsd, hourlyOf, isThere } from './launch-cost.ts';
import { isComing, type LaunchMachine, type MachinePlace } from './launch-machine.ts';

/** Instances, and what they cost an hour; null where AWS gave no price for one. */
export type Load = Pick<LaunchLimit, 'instances' | 'microUsdPerHour'>;

export type Most = Pick<LaunchLimit, 'mostInstances' | 'mostMicroUsdPerHour'>;

type Costing = Pick<LaunchMachine, 'state' | 'microUsdPerHour'> & {
  places: Pick<MachinePlace, 'instanceType' | 'instanceId' | 'endedAtUs'>[];
};

/** Of launches that are live: what is there, and what is to come. */
export function loadOf(machines: Costing[]): Load {
  const load: Load = { instances: 0, microUsdPerHour: 0 };
  for (const machine of machines) {
    const places = isComing(machine.state) ? machine.places : machine.places.filter(isThere);
    const hourly = places.length === 0 ? 0 : hourlyOf(machine, places);
    load.instances += places.length;
    load.microUsdPerHour =
      hourly === null || load.microUsdPerHour === null ? null : load.microUsdPerHour + Math.round(hourly);
  }
  return load;
}

/** Why a launch of so much would be more than all launches may have at once. Empty: it would not. */
export function overLimit(most: Most, inUse: Load, asked: Load): LaunchFault[] {
  const sentences = [tooMany(most.mostInstances, inUse, asked), tooDear(most.mostMicroUsdPerHour, inUse, asked)];
  return sentences.flatMap((message) => (message === null ? [] : [{ path: 'spec', code: 'over-limit', message }]));
}

const WHO = 'administrators change it in Settings, EC2.';

function tooMany(most: number | null, inUse: Load, asked: Load): string | null {
  if (most === null || inUse.instances + asked.instances <= most) return null;
  return `The limit of ${plural(most, 'host')} at once has no room for ${asked.instances} more beside ${inUse.instances} in use; ${WHO}`;
}

const unchecked = (most: number, which: string): string =>
  `AWS gave no price for ${which}, so the limit of ${formatUsd(most)} an hour can’t be checked; ${WHO}`;

function tooDear(most: number | null, inUse: Load, asked: Load): string | null {
  if (most === null) return null;
  if (asked.microUsdPerHour === null) {
    return unchecked(most, 'these hosts');
  }
  if (inUse.microUsdPerHour === null) {
    return unchecked(most, 'hosts in use');
  }
  if (inUse.microUsdPerHour + asked.microUsdPerHour <= most) return null;
  return `The limit of ${formatUsd(most)} an hour has no room for ${formatUsd(asked.microUsdPerHour)} more beside ${formatUsd(inUse.microUsdPerHour)} in use; ${WHO}`;
}
