import type { ShownResult } from '@contract/comparison';

/** What a run is called beside its letter: what differs in its side, or its own name. */
export const nameOfRun = ({ runs, sides }: Pick<ShownResult, 'runs' | 'sides'>, runIndex: number): string => {
  const run = runs[runIndex];
  return sides.find(({ runIds }) => runIds.includes(run?.id ?? ''))?.name ?? run?.name ?? '';
};

/** Names that more than one of these has: the end of the id then tells them apart. */
export function sharedNames(named: { name: string }[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { name } of named) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Set([...counts].flatMap(([name, count]) => (count > 1 ? [name] : [])));
}

/** Ids of one time begin alike; their ends are random. */
export const idTail = (id: string): string => `…${id.slice(-4)}`;
