import type { ShownResult } from '../../contract/comparison.ts';
import { groupsBy } from '../words/groups.ts';

/** What a run is called beside its letter: what differs in its side, or its own name; of one name the end of the id tells them apart. */
export function nameOfRun({ runs, sides }: Pick<ShownResult, 'runs' | 'sides'>, runIndex: number): string {
  const run = runs[runIndex];
  if (!run) return '';
  const differs = differenceOf(run, sides);
  return differs === run.name ? withTail(run, runs) : differs;
}

/** Runs by their own names, those of one name with what differs after it, and repeats of one side with the end of the id as well. */
export function namedApart({ runs, sides }: Pick<ShownResult, 'runs' | 'sides'>): Named[] {
  const tails = nameTails(runs);
  const called = runs.map((run) => {
    const differs = differenceOf(run, sides);
    return { id: run.id, name: tails.has(run.id) && differs !== run.name ? `${run.name}, ${differs}` : run.name };
  });
  return called.map((one) => ({ id: one.id, name: withTail(one, called) }));
}

const differenceOf = (run: Named, sides: ShownResult['sides']): string =>
  sides.find(({ runIds }) => runIds.includes(run.id))?.name ?? run.name;

/** Its name, with as much of the end of its id as no other of these with that name has. */
export function withTail(run: Named, among: Named[]): string {
  const tail = nameTails([run, ...among]).get(run.id);
  return tail === undefined ? run.name : `${run.name} ${tail}`;
}

interface Named {
  id: string;
  name: string;
}

/** By id, the end of the id of each whose name another one has, too: as long as tells all of that name apart. */
export function nameTails(named: readonly Named[]): ReadonlyMap<string, string> {
  const idsByName = [...groupsBy(named, ({ name }) => name).values()].map((same) => new Set(same.map(({ id }) => id)));
  const shared = idsByName.filter(({ size }) => size > 1).map((ids) => [...ids]);
  return new Map(
    shared.flatMap((ids) => {
      const characters = charactersApart(ids);
      return ids.map((id): [string, string] => [id, idTail(id, characters)]);
    }),
  );
}

/** Ids of one time begin alike; their ends are random. */
function charactersApart(ids: string[]): number {
  const longest = Math.max(...ids.map((id) => id.length));
  let characters = 4;
  while (characters < longest && new Set(ids.map((id) => idTail(id, characters))).size < ids.length) characters += 1;
  return characters;
}

const idTail = (id: string, characters: number): string => `…${id.slice(-characters)}`;
