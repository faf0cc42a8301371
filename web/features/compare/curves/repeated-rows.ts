import type { ShownResult } from '@contract/comparison';
import type { Run } from '@contract/run';
import { stableJson } from '@rules/export/stable-json';
import { stepOf } from '@/features/compare/outcomes/deltas';

type Compared = Pick<ShownResult, 'runs' | 'steps'>;

/** The compared steps by place, those that asked every run for the same together. Rungs of a search decided one by one. */
export function repeatedRows({ runs, steps }: Compared): number[][] {
  const groups: number[][] = [];
  for (const row of steps.keys()) {
    const group = groups.find((rows) => rows.every((other) => isRepeat({ runs, steps }, other, row)));
    if (group) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

function isRepeat({ runs, steps }: Compared, a: number, b: number): boolean {
  const [from, to] = [steps[a], steps[b]];
  if (!from || !to || stableJson(from.spec) !== stableJson(to.spec)) return false;
  return runs.every((run, runIndex) => {
    const [one, other] = [from, to].map((row) => stepOf({ runs }, row, runIndex));
    return !one || !other || (!isSearched(run) && stableJson(one.spec) === stableJson(other.spec));
  });
}

/** What is kept of an experiment's runs has no search. */
const isSearched = (run: object): boolean => (run as Partial<Pick<Run, 'spec'>>).spec?.load.search != null;
