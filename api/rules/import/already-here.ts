import type { ImportResult } from '../../contract/import.ts';
import { plural } from '../words/numbers.ts';

export interface AlreadyHere {
  title: string;
  sentences: string[];
}

/** What of an import is here already, and what importing it does; null where all of it is new. */
export function alreadyHere(results: Pick<ImportResult, 'runs' | 'experiments'>[]): AlreadyHere | null {
  const runs = results.flatMap((result) => result.runs);
  const experiments = results.flatMap((result) => result.experiments);
  const known = told(runs.filter((run) => run.known).length, experiments.filter((one) => one.known).length);
  const copies = told(runs.filter(isCopy).length, experiments.filter(isCopy).length);
  if (known === '' && copies === '') return null;
  const fresh = [...runs, ...experiments].some((one) => !one.known && !isCopy(one));
  return {
    title: fresh ? 'Part of this is here already' : 'All of this is here already',
    sentences: [
      ...(known ? [`Imported before: ${known}. Nothing is stored twice; a deleted run comes back.`] : []),
      ...(copies ? [`Here under the same ids: ${copies}. Importing adds copies under new ids.`] : []),
    ],
  };
}

const isCopy = ({ copyOf }: { copyOf: string | null }): boolean => copyOf !== null;

const told = (runs: number, experiments: number): string =>
  [runs > 0 && plural(runs, 'run'), experiments > 0 && plural(experiments, 'experiment')].filter(Boolean).join(', ');
