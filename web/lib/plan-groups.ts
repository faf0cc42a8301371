import type { PlannedChange, SettingName, TuningPlan } from '../api/types';
import { formatCpuList } from './cpu-list';
import { plural } from './format';

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

/** '16 knobs would be written, 2 cannot be changed, 12 already have that value'. */
export function planSentence({ groups, unchanged }: PlanView): string {
  const count = (of: 'changes' | 'fixed'): number => groups.reduce((sum, group) => sum + group[of].length, 0);
  const [written, fixed] = [count('changes'), count('fixed')];
  const parts = [
    written === 0 ? 'Nothing would be written' : `${plural(written, 'knob')} would be written`,
    fixed > 0 && `${fixed} cannot be changed`,
    unchanged.length > 0 && `${unchanged.length} already ${unchanged.length === 1 ? 'has' : 'have'} that value`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** CPUs of a mask of the kernel such as `00000000,0000000f`; null when it is none. */
export function maskCpus(mask: string): number[] | null {
  const groups = mask.trim().split(',');
  if (!groups.every((group) => /^[0-9a-f]{1,8}$/i.test(group))) return null;
  return groups.reverse().flatMap((group, place) => {
    const bits = Number.parseInt(group, 16);
    return Array.from({ length: 32 }, (_, bit) => bit).flatMap((bit) =>
      Math.floor(bits / 2 ** bit) % 2 === 1 ? [32 * place + bit] : [],
    );
  });
}

/** What a value means that only the kernel reads with ease: 'CPUs 0-3', 'no CPU'; null for all others. */
export function valueMeaning(key: string, value: string | null): string | null {
  if (value === null || !/\/(rps_cpus|xps_cpus)$/.test(key)) return null;
  const cpus = maskCpus(value);
  if (!cpus) return null;
  if (cpus.length === 0) return 'no CPU: off';
  return `${cpus.length === 1 ? 'CPU' : 'CPUs'} ${formatCpuList(cpus)}`;
}
