import type { ComparedSetting, ComparedSide } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import { differenceNames } from '../comparison/difference-names.ts';
import { letterOf } from '../comparison/side-names.ts';
import { targetIsKnown } from '../spec/target-identity.ts';

/** A side with the places of its runs in the comparison; of an experiment in the order of rounds. */
export interface Side extends ComparedSide {
  indexes: number[];
}

/**
 * Runs that asked for the same, with the same software, are repeats of one configuration. A run whose server is not known to
 * be that of another stands alone. The baseline's side comes first.
 */
export function sidesOf(runs: Run[], baselineIndex: number, settings: ComparedSetting[]): Side[] {
  const groups = new Map<string, number[]>();
  for (const index of [baselineIndex, ...runs.keys()]) {
    const run = runs[index];
    if (!run) continue;
    const key = targetIsKnown(run) ? JSON.stringify([configurationOf(run), softwareOf(settings, index)]) : run.id;
    const indexes = groups.get(key) ?? [];
    if (!indexes.includes(index))
      groups.set(
        key,
        [...indexes, index].sort((a, b) => a - b),
      );
  }
  const sides = [...groups.values()];
  const firsts = sides.map(([first]) => first ?? baselineIndex);
  const names = differenceNames(runs, firsts, settings);
  return sides.map((indexes, at) => sideOf({ runs, baselineIndex, settings, indexes, name: names[at] ?? null }));
}

interface SideParts {
  runs: Run[];
  baselineIndex: number;
  settings: ComparedSetting[];
  indexes: number[];
  /** Null: after its first run. */
  name: string | null;
}

export function sideOf({ runs, baselineIndex, settings, indexes, name }: SideParts): Side {
  const [first = baselineIndex] = indexes;
  const differing = settings.filter(({ values }) => values[first] !== values[baselineIndex]);
  return {
    indexes,
    runIds: indexes.flatMap((index) => runs[index]?.id ?? []),
    letters: indexes.map(letterOf).join(', '),
    name: name ?? runs[first]?.name ?? '',
    baseline: indexes.includes(baselineIndex),
    differsIn: [...new Set(differing.map(({ group }) => group))],
  };
}

/** Versions of the hosts' programs, the only sign that their files are the same. */
const VERSIONS = /(^|\.)(agentVersion|facts\.kernel|facts\.tools)$/;

const softwareOf = (settings: ComparedSetting[], index: number): (string | null)[] =>
  settings.flatMap(({ path, values }) => (VERSIONS.test(path) ? [values[index] ?? null] : []));

/** What was asked, and of an imported run also what it was asked of: it names no hosts. */
export function configurationOf({ spec, hosts, imported }: Run): string {
  const machines = imported && spec.specVersion === 0 ? hosts.map(({ roles, described }) => [roles, described]) : [];
  return JSON.stringify([spec, machines], inOrder);
}

/** Keys in one order, whatever order they were stored in. */
function inOrder(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
