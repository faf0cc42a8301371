import type { ShownResult } from '../../contract/comparison.ts';

/** What a run is called beside its letter: what differs in its side, or its own name; of one name the end of the id tells them apart. */
export function nameOfRun({ runs, sides }: Pick<ShownResult, 'runs' | 'sides'>, runIndex: number): string {
  const run = runs[runIndex];
  if (!run) return '';
  const differs = differenceOf(run, sides);
  return differs === run.name ? withTail(run, runs) : differs;
}

/** Runs by their own names, those of one name with what differs after it, and repeats of one side with the end of the id as well. */
export function namedApart({ runs, sides }: Pick<ShownResult, 'runs' | 'sides'>): Named[] {
  const shared = sharedNames(runs);
  const called = runs.map((run) => {
    const differs = differenceOf(run, sides);
    return { id: run.id, name: shared.has(run.name) && differs !== run.name ? `${run.name}, ${differs}` : run.name };
  });
  return called.map((one) => ({ id: one.id, name: withTail(one, called) }));
}

const differenceOf = (run: Named, sides: ShownResult['sides']): string =>
  sides.find(({ runIds }) => runIds.includes(run.id))?.name ?? run.name;

/** Its name, with as much of the end of its id as no other of these with that name has. */
export function withTail({ id, name }: Named, among: Named[]): string {
  const others = among.filter((other) => other.name === name && other.id !== id);
  if (others.length === 0) return name;
  const isShared = (characters: number): boolean =>
    others.some((other) => idTail(other.id, characters) === idTail(id, characters));
  let characters = TAIL_CHARACTERS;
  while (characters < id.length && isShared(characters)) characters += 1;
  return `${name} ${idTail(id, characters)}`;
}

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

const TAIL_CHARACTERS = 4;

/** Ids of one time begin alike; their ends are random. */
export const idTail = (id: string, characters = TAIL_CHARACTERS): string => `…${id.slice(-characters)}`;
