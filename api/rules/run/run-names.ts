import type { ShownResult } from '../../contract/comparison.ts';

/** What a run is called beside its letter: what differs in its side, or its own name; of one name the end of the id tells them apart. */
export function nameOfRun({ runs, sides }: Pick<ShownResult, 'runs' | 'sides'>, runIndex: number): string {
  const run = runs[runIndex];
  if (!run) return '';
  const differs = sides.find(({ runIds }) => runIds.includes(run.id))?.name ?? run.name;
  return differs === run.name ? withTail(run, runs) : differs;
}

/** Runs by their own names, and those of one name by what tells them apart. */
export function namedApart(compared: Pick<ShownResult, 'runs' | 'sides'>): Named[] {
  const shared = sharedNames(compared.runs);
  return compared.runs.map(({ id, name }, index) => ({
    id,
    name: shared.has(name) ? nameOfRun(compared, index) : name,
  }));
}

/** Its name, with the end of its id where another of these has the name, too. */
export const withTail = (run: Named, among: Named[]): string =>
  among.some(({ id, name }) => name === run.name && id !== run.id) ? `${run.name} ${idTail(run.id)}` : run.name;

interface Named {
  id: string;
  name: string;
}

/** Names that more than one of these has: the end of the id then tells them apart. */
export function sharedNames(named: { name: string }[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { name } of named) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Set([...counts].flatMap(([name, count]) => (count > 1 ? [name] : [])));
}

/** Ids of one time begin alike; their ends are random. */
export const idTail = (id: string): string => `…${id.slice(-4)}`;
