import type { AskedCloud } from '../cloud/launch-knowledge.ts';
import type { CreateLaunch, LaunchFault, LaunchPreview, LaunchSpec } from '../contract/launch.ts';
import { isOnline } from '../hosts/host-view.ts';
import { findHostStates } from '../hosts/store/hosts.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import {
  addressFault,
  emptyFaults,
  launchFaults,
  launchQuotas,
  launchWarnings,
  type Subnet,
  usableSubnets,
} from '../rules/launch/check-launch.ts';
import { costSoFar, hourlyOf, priceOf, typesOf } from '../rules/launch/launch-cost.ts';
import type { Load } from '../rules/launch/launch-limit.ts';
import { adoptable, isSameShape, type KeptLaunch, leftOf } from '../rules/launch/launch-shape.ts';
import { notFreeSentence } from '../rules/launch/launch-words.ts';
import { tightBudget, tightTtl, ttlFault } from '../rules/launch/planned-use.ts';
import { limitFaults } from './launch-limit.ts';
import { useOfHosts } from './store/launch-use.ts';
import { type LaunchRecord, listLive } from './store/launches.ts';

export interface CheckedLaunch extends Omit<LaunchPreview, 'adoptsLaunchId'> {
  asked: AskedCloud;
  subnets: Subnet[];
}

/** Asks AWS what a launch needs and costs. Nothing is launched. */
export async function previewLaunch(lab: Lab, input: CreateLaunch): Promise<LaunchPreview> {
  const { asked: _, ...checked } = await checkLaunch(lab, input);
  const there = await listKept(lab, input.spec);
  const kept = adoptable(input.spec, input.plannedMinutes, there, lab.nowUs());
  const taken = kept === null && there.find((one) => !one.isFree && isSameShape(one.spec, input.spec));
  const warnings = [
    ...(taken ? [{ code: 'kept-not-free', sentence: notFreeSentence(taken.id) }] : []),
    ...checked.warnings,
  ];
  const subnets = checked.subnets.map(({ subnetId, zone }) => ({ subnetId, zone }));
  // Of hosts that are there already nothing is asked of AWS.
  const settled = kept && { faults: [], quotas: [], warnings: launchWarnings(input.spec, null, []) };
  return { ...checked, warnings, subnets, ...settled, adoptsLaunchId: kept?.id ?? null };
}

export async function checkLaunch(lab: Lab, { spec, plannedMinutes }: CreateLaunch): Promise<CheckedLaunch> {
  const empty = emptyFaults(spec);
  if (empty.length > 0) throw refusedLaunch(empty);
  const nowUs = lab.nowUs();
  const asked = await lab.cloud.ask(spec, nowUs);
  const price = priceOf(spec, plannedMinutes, asked.prices, nowUs);
  const quotas = launchQuotas(spec, asked.known);
  const address = addressFault(lab);
  const failures = [...(address ? [address] : []), ...asked.failures];
  const told: LaunchFault[] = failures.map(({ code, sentence }) => ({ path: 'spec', code, message: sentence }));
  const faults = [
    ...tooShort(spec, plannedMinutes),
    ...told,
    // What AWS did not tell is no reason to doubt what was asked for.
    ...(asked.failures.length > 0 ? [] : launchFaults(spec, asked.known, quotas, price)),
  ];
  return {
    asked,
    // What cannot be launched has no price, perhaps, and needs no room.
    faults: faults.length > 0 ? faults : await limitFaults(lab.database.db, askedLoad(spec, price)),
    warnings: [
      ...tightTtl(spec, plannedMinutes),
      ...tightBudget(spec, plannedMinutes, price),
      ...launchWarnings(spec, price, asked.untold),
    ],
    quotas,
    price,
    subnets: usableSubnets(spec, asked.known),
  };
}

/** What a launch adds to those in use. */
export const askedLoad = (spec: LaunchSpec, price: LaunchPreview['price']): Load => ({
  instances: [...typesOf(spec).values()].reduce((sum, count) => sum + count, 0),
  microUsdPerHour: price?.microUsdPerHour ?? null,
});

function tooShort(spec: LaunchSpec, plannedMinutes: number): LaunchFault[] {
  const message = ttlFault('The hosts are needed for', plannedMinutes * 60, spec);
  return message === null ? [] : [{ path: 'spec.ttlMinutes', code: 'ttl-too-short', message }];
}

export function refusedLaunch(faults: LaunchFault[]): AppError {
  const fields = faults.map(({ path, message }) => ({ path, message }));
  return new AppError('invalid-input', faults[0]?.message ?? '', fields);
}

/** Launches whose hosts are there, and which nobody has ended. */
export async function listKept(lab: Lab, spec: LaunchSpec): Promise<KeptLaunch[]> {
  const { db } = lab.database;
  const nowUs = lab.nowUs();
  const kept: KeptLaunch[] = [];
  for (const { id, spec: of, machine, endAsked, reservedUntilUs, hosts } of await listLive(db, spec.region)) {
    if (machine.state !== 'ready' || endAsked !== null) continue;
    const hostIds = hosts.map(({ hostId }) => hostId);
    const use = await useOfHosts(db, hostIds);
    const inUse = use.runIds.length > 0 || use.experimentIds.length > 0;
    const isFree = !inUse && reservedUntilUs <= nowUs;
    const { state, expiresAtUs, budgetMicroUsd } = machine;
    kept.push({
      id,
      hostIds,
      spec: of,
      state,
      isFree,
      isFit: await areFit(lab, hosts),
      leftMicroUsd: leftOf(budgetMicroUsd, costSoFar(machine, nowUs)),
      microUsdPerHour: hourlyOf(machine, machine.places),
      expiresAtUs,
    });
  }
  return kept;
}

/** A run could start on them now. */
async function areFit(lab: Lab, hosts: LaunchRecord['hosts']): Promise<boolean> {
  const hostIds = hosts.map(({ hostId }) => hostId);
  const states = await findHostStates(lab.database.db, hostIds);
  return (
    states.length === hosts.length &&
    states.every((host) => host.dirtyReason === null && isOnline(host, lab.nowUs(), lab.lease))
  );
}
