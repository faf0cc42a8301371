import type { HostRole } from '../../contract/choices.ts';
import type { ComparedSetting } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import { hostsOf, rolesTold } from '../comparison/host-settings.ts';
import { isState, named } from '../findings/findings-of-tuning.ts';
import { nicOf } from '../samples/nic-lines.ts';
import { groupsBy } from '../words/groups.ts';

/** How a host of a run stood when its tuning had been applied. */
export interface AppliedState {
  runId: string;
  hostId: string;
  values: Record<string, string>;
}

/** Already in the host's facts; the same difference is not shown twice. */
const IN_FACTS = /^(kernel\/release|cpu\/online|nic\/[^/]+\/(driver|firmware|mtu))$/;
/** Named after devices, so that of two machines nothing would be alike. */
const OF_DEVICES = /^(nic|irq)\//;
const ABSENT = 'absent';

/**
 * What differed between the hosts though no setting asked for it, such as irqbalance that ran in one run only. One row
 * for each key, or for a family of keys such as one for each queue.
 */
export function snapshotDifferences(runs: Run[], states: AppliedState[]): ComparedSetting[] {
  const roles = rolesTold(runs);
  return roles.flatMap((role) => roleDifferences(runs, states, role, roles.length > 1));
}

function roleDifferences(runs: Run[], states: AppliedState[], role: HostRole, several: boolean): ComparedSetting[] {
  const hosts = runs.map((run) => hostsOf(run, role)[0]?.hostId ?? null);
  const values = runs.map(
    (run, index) => states.find((one) => one.runId === run.id && one.hostId === hosts[index])?.values ?? null,
  );
  const known = values.filter((one) => one !== null);
  if (known.length < 2) return [];
  const oneMachine = new Set(hosts).size === 1;
  const tuned = new Set(
    runs.flatMap(({ tuning }) => tuning.flatMap(({ knobs }) => knobs.map(({ key }) => keyInSnapshot(key)))),
  );
  // Of containers, named anew each time they start.
  const nics = known.map((one) => new Set(Object.keys(one).map(nicOf)));
  const passing = new Set(nics.flatMap((some) => [...some].filter((nic) => nic && nics.some((all) => !all.has(nic)))));
  const keys = [...new Set(known.flatMap(Object.keys))].filter(
    (key) =>
      isState(key) &&
      !IN_FACTS.test(key) &&
      (oneMachine || !OF_DEVICES.test(key)) &&
      !passing.has(nicOf(key)) &&
      !tuned.has(key) &&
      new Set(known.map((one) => one[key] ?? ABSENT)).size > 1,
  );
  return familiesOf(keys).map(({ family, keys }) => ({
    group: 'software' as const,
    path: `${several ? `${role}.` : ''}snapshot.${family}`,
    label: `${several ? `${role} ` : ''}${family}, as found`,
    values: values.map((one) => (one === null ? null : familyText(one, keys))),
    same: false,
  }));
}

/** A snapshot has one key for what a knob each sets on every CPU. */
const keyInSnapshot = (key: string): string => key.replace(/^cpu\/\d+\//, 'cpu/');

/** Keys that differ in their numbers only, such as one for each queue. */
function familiesOf(keys: string[]): { family: string; keys: string[] }[] {
  return [...groupsBy(keys.sort(), (key) => key.replace(/\d+/g, '*'))].map(([family, members]) => ({
    family: members.length === 1 ? (members[0] ?? family) : family,
    keys: members,
  }));
}

/** Of a family the first few, by what tells them apart; they differ in each, so the texts of two runs do too. */
function familyText(values: Record<string, string>, keys: string[]): string {
  const of = (key: string): string => values[key] ?? ABSENT;
  const [only] = keys;
  if (keys.length === 1 && only !== undefined) return of(only);
  return named(keys.map((key) => `${(key.match(/\d+/g) ?? []).join('.')}: ${of(key)}`));
}
