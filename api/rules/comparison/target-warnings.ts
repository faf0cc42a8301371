import type { ComparisonWarning } from '../../contract/comparison.ts';
import { changesAmong, inTime, runsOfOneTarget } from '../identity/changed-targets.ts';
import { calledTarget, reasonsOf } from '../identity/target-identity.ts';
import { groupsBy } from '../words/groups.ts';
import { capitalised, firstOf, listed } from '../words/text.ts';
import type { SideBySide } from './side-by-side.ts';

/**
 * Changes, or possible changes, of the target that nobody asked for. All runs are compared, because it may have changed
 * between two runs of one side.
 */
export function targetWarnings(all: SideBySide): ComparisonWarning[] {
  return runsOfOneTarget(all.runs).flatMap((indexes) => [
    ...targetUnknown(all, indexes),
    ...targetChanged(all, indexes),
  ]);
}

/** Several runs of one target that is not known to the last byte. */
function targetUnknown({ runs, paired, called }: SideBySide, indexes: number[]): ComparisonWarning[] {
  const reasons = [...new Set(indexes.flatMap((index) => (runs[index] ? reasonsOf(runs[index]) : [])))];
  if (reasons.length === 0 || indexes.length < 2) return [];
  const between = paired ? 'runs' : listed(indexes.map(called));
  const subject = runs[indexes[0] ?? -1]?.spec.target.kind === 'external' ? 'it' : 'they';
  const sentence = `${capitalised(listed(reasons))}: ${subject} may have changed between ${between}. Check them yourself.`;
  return [{ code: 'target-unknown', sentence }];
}

/** Several runs of one target that is known to have changed. */
function targetChanged(all: SideBySide, indexes: number[]): ComparisonWarning[] {
  const [one] = indexes.flatMap((index) => all.runs[index] ?? []);
  const name = one ? calledTarget(one.spec.target) : '';
  const tell = all.paired ? betweenRounds : betweenPicked;
  return tell(all, indexes).map((told) => ({
    code: 'target-changed' as const,
    sentence: `The target changed (${name}): ${told}. That may explain a difference.`,
  }));
}

function betweenPicked({ runs, called }: SideBySide, indexes: number[]): string[] {
  const changes = groupsBy(changesAmong(runs, indexes), ({ from, text }) => `${from} ${text}`);
  return [...changes.values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    return [`${first.text} changed between ${listed([first.from, ...alike.map(({ to }) => to)].map(called))}`];
  });
}

/** In the order in which they ran, with the rounds of each configuration that met what it had become. */
function betweenRounds({ runs, sides }: SideBySide, indexes: number[]): string[] {
  const changes = groupsBy(changesAmong(runs, inTime(runs, indexes)), ({ text }) => text);
  return [...changes].map(([text, alike]) => {
    const changed = alike.map(({ to }) => to);
    const holders = sides.flatMap(({ name, indexes: own }) => {
      const rounds = own.flatMap((index, round) => (changed.includes(index) ? [String(round + 1)] : []));
      if (rounds.length === 0) return [];
      return [`${name} in ${rounds.length === 1 ? 'round' : 'rounds'} ${firstOf(rounds)}`];
    });
    const many = sides[0]?.indexes.length ?? 0;
    return `${text} changed between runs, for ${listed(holders)} of ${many}`;
  });
}
