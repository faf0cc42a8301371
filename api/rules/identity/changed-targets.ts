import type { Run } from '../../contract/run.ts';
import { groupsBy } from '../words/groups.ts';
import { firstOf } from '../words/text.ts';
import { identityChangeText } from './identity-changes.ts';
import { parametersKey, targetChanges } from './target-identity.ts';

/** Between two runs of one target, by their places. */
export interface TargetChange {
  from: number;
  to: number;
  /** '/etc/nginx/nginx.conf (12ab34cd56ef → 90ab12cd34ef)'. */
  text: string;
}

/** Measured runs of one target on one host, by position, whatever its parameters and revision. */
export function runsOfOneTarget(runs: Run[]): number[][] {
  const own = [...runs.keys()].filter((index) => runs[index] && !runs[index].imported);
  return [...groupsBy(own, (index) => runs[index] && keyOf(runs[index])).values()];
}

export const haveOneTarget = (a: Run, b: Run): boolean => !a.imported && !b.imported && keyOf(a) === keyOf(b);

function keyOf({ spec: { target, server } }: Run): string {
  return JSON.stringify([
    'parameters' in target ? { ...target, parameters: [], revision: null } : target,
    server?.hostId,
  ]);
}

/**
 * Known changes of the target between these runs. Each run is compared with the first run with the same parameters, and
 * that one with the first run of all, because differences that follow from parameters are not changes.
 */
export function changesAmong(runs: Run[], indexes: number[]): TargetChange[] {
  const [first = 0] = indexes;
  const alike = [...groupsBy(indexes, (index) => runs[index] && parametersKey(runs[index])).values()];
  return alike.flatMap((group) =>
    group.flatMap((to, at) => {
      const from = at === 0 ? first : (group[0] ?? first);
      const text = runs[from] && runs[to] ? changeText(runs[from], runs[to]) : null;
      return text === null ? [] : [{ from, to, text }];
    }),
  );
}

/** In what the targets of two runs are known to differ; null where they are not. */
export function changeText(from: Run, to: Run): string | null {
  const changes = targetChanges(from, to);
  return changes.length === 0 ? null : firstOf(changes.map(identityChangeText));
}

/** In the order in which they ran. */
export const inTime = (runs: Run[], indexes: number[]): number[] =>
  [...indexes].sort((a, b) => (runs[a]?.createdAtUs ?? 0) - (runs[b]?.createdAtUs ?? 0));
