import type { Launch, LaunchPlace } from '../contract/launch.ts';
import { costSoFar, hourlyOf, isThere } from '../rules/launch/launch-cost.ts';
import { isLive, type LaunchMachine, type MachinePlace } from '../rules/launch/launch-machine.ts';
import type { LaunchRecord } from './store/launches.ts';

export function toLaunch(record: LaunchRecord, runIds: string[], nowUs: number): Launch {
  const { id, spec, machine, createdAtUs, createdByName, remarks, hosts } = record;
  const isTried = machine.attempt > 0 || machine.state !== 'requested';
  const subnet = isTried ? machine.subnets[machine.subnetIndex] : undefined;
  return {
    id,
    spec,
    state: machine.state,
    failure: machine.ending,
    createdAtUs,
    createdByName,
    readyAtUs: machine.readyAtUs,
    expiresAtUs: machine.expiresAtUs,
    joinByUs: machine.joinByUs,
    keptUntilUs: machine.keptUntilUs,
    endedAtUs: machine.endedAtUs,
    zone: subnet?.zone ?? null,
    subnetId: subnet?.subnetId ?? null,
    places: machine.places.map((place) => toPlace(place, machine, hosts)),
    runIds,
    remarks,
    microUsdPerHour: hourlyOf(machine, machine.places),
    runningMicroUsdPerHour: hourlyOf(machine, machine.places.filter(isThere)),
    costMicroUsd: costSoFar(machine, machine.endedAtUs ?? nowUs),
  };
}

function toPlace(place: MachinePlace, machine: LaunchMachine, hosts: LaunchRecord['hosts']): LaunchPlace {
  const { askedAtUs: _, unseenSinceUs: __, ...rest } = place;
  const name = hosts.find(({ hostId }) => hostId === place.hostId)?.name ?? '';
  return { ...rest, hostName: name, status: statusOf(place, machine) };
}

function statusOf(
  { instanceId, joinedAtUs, endedAtUs }: MachinePlace,
  { state }: LaunchMachine,
): LaunchPlace['status'] {
  if (endedAtUs !== null || !isLive(state)) return 'ended';
  if (instanceId === null) return state === 'releasing' ? 'ended' : 'waiting';
  return joinedAtUs === null ? 'starting' : 'joined';
}
