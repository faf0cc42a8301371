import type { PlannedChange, SettingName, TuningPlan } from '@contract/tuning';
import { formatCpuList } from '@rules/cpus/cpu-list';
import { groupsBy } from '@rules/words/groups';
import { plural } from '@rules/words/numbers';

export interface PlanGroup {
  setting: SettingName;
  /** To be written. */
  changes: PlannedChange[];
  /** Left alone, each with its reason. */
  fixed: PlannedChange[];
}

export interface PlanView {
  groups: PlanGroup[];
  unchanged: PlannedChange[];
  /** Reset by what is written, and put back with it. */
  collateral: PlannedChange[];
}

/** A plan by setting, in its order; what was not asked for, or already is so, stands apart. */
export function planView({ changes }: TuningPlan): PlanView {
  const groups = new Map<SettingName, PlanGroup>();
  const view: PlanView = { groups: [], unchanged: [], collateral: [] };
  for (const change of changes) {
    if (change.status === 'unchanged') view.unchanged.push(change);
    else if (change.status === 'change' && change.asked === null) view.collateral.push(change);
    else {
      const group = groups.get(change.setting) ?? { setting: change.setting, changes: [], fixed: [] };
      groups.set(change.setting, group);
      (change.status === 'change' ? group.changes : group.fixed).push(change);
    }
  }
  return { ...view, groups: [...groups.values()] };
}

/** '6 knobs would be written, 8 reset by that and put back, 2 cannot be changed, 12 already have that value'. */
export function planSentence({ groups, unchanged, collateral }: PlanView): string {
  const count = (of: 'changes' | 'fixed'): number => groups.reduce((sum, group) => sum + group[of].length, 0);
  const [written, fixed] = [count('changes'), count('fixed')];
  const parts = [
    written === 0 ? 'Nothing would be written' : `${plural(written, 'knob')} would be written`,
    collateral.length > 0 && `${collateral.length} reset by that and put back`,
    fixed > 0 && `${fixed} cannot be changed`,
    unchanged.length > 0 && `${unchanged.length} already ${unchanged.length === 1 ? 'has' : 'have'} that value`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Knobs that get the same for the same reason, told as one: queues and CPUs come by the hundred. */
export interface PlanRow extends Pick<PlannedChange, 'key' | 'before' | 'asked' | 'status'> {
  /** What differs stands in braces: `/proc/irq/{45-60}/smp_affinity_list`. */
  path: string;
  why: string;
  reason: string | null;
  count: number;
}

export function planRows(changes: PlannedChange[]): PlanRow[] {
  const alike = (change: PlannedChange): string => {
    const { before, asked, status } = change;
    const texts = [pathOf(change), change.why, change.reason ?? ''].map((text) => text.replaceAll(/\d+/g, '#'));
    return JSON.stringify([before, asked, status, ...texts]);
  };
  return [...groupsBy(changes, alike).values()].flatMap((several) => {
    const [first] = several;
    if (!first) return [];
    const { key, before, asked, status, reason } = first;
    return [
      {
        key,
        before,
        asked,
        status,
        path: together(several.map(pathOf)),
        why: together(several.map(({ why }) => why)),
        reason: reason === null ? null : together(several.map((change) => change.reason ?? '')),
        count: several.length,
      },
    ];
  });
}

/** A setting for which a host has nothing has no path. */
const pathOf = ({ path, key }: PlannedChange): string => path || key;

/** Texts that differ by their numbers only, as one. */
function together(texts: string[]): string {
  const [first = ''] = texts;
  const numbers = texts.map((text) => text.match(/\d+/g) ?? []);
  let place = -1;
  return first.replaceAll(/\d+/g, (own) => {
    place++;
    const found = new Set(numbers.map((row) => Number(row[place])));
    return found.size === 1 ? own : `{${formatCpuList([...found])}}`;
  });
}
