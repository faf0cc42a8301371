import type { ComparedSetting, ComparedSide } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import { differenceNames } from '../comparison/difference-names.ts';
import { letterOf } from '../comparison/side-names.ts';
import { declaredKey, targetChanges } from '../identity/target-identity.ts';
import { asSent } from '../requests/request-words.ts';
import { tlsOfRun } from '../requests/transport-words.ts';

/** A side with the places of its runs in the comparison; of an experiment in the order of rounds. */
export interface Side extends ComparedSide {
  indexes: number[];
}

/**
 * Runs that asked for the same, with the same software, and agreed on the same TLS, are repeats of one configuration. A run
 * whose server is not known to be that of another stands alone. The baseline's side comes first.
 */
export function sidesOf(runs: Run[], baselineIndex: number, settings: ComparedSetting[]): Side[] {
  const sides: number[][] = [];
  const keys = runs.map((run, index) => sideKey(run, softwareOf(settings, index)));
  for (const index of [baselineIndex, ...runs.keys()]) {
    if (sides.some((side) => side.includes(index))) continue;
    const alike = sides.find((side) =>
      side.every((other) => keys[other] === keys[index] && ranAlike(runs, other, index)),
    );
    if (alike) alike.push(index);
    else sides.push([index]);
  }
  for (const side of sides) side.sort((a, b) => a - b);
  const firsts = sides.map(([first]) => first ?? baselineIndex);
  const names = differenceNames(runs, firsts, settings);
  return sides.map((indexes, at) => sideOf({ runs, baselineIndex, settings, indexes, name: names[at] ?? null }));
}

function sideKey(run: Run, software: (string | null)[]): string {
  const target = declaredKey(run);
  return target === null ? run.id : JSON.stringify([configurationOf(run), software, target]);
}

/** What is compared pair by pair, as one of the two may not know it. */
function ranAlike(runs: Run[], one: number, other: number): boolean {
  const [a, b] = [runs[one], runs[other]];
  if (!a || !b || targetChanges(a, b).length > 0) return false;
  const [tls, otherTls] = [tlsOfRun(a), tlsOfRun(b)];
  return tls === null || otherTls === null || tls === otherTls;
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

/** Versions and hashes of the hosts' programs. */
const VERSIONS = /(^|\.)(agentVersion|facts\.agentSha256|facts\.kernel|facts\.backends|facts\.tools(\.sha256)?)$/;

const softwareOf = (settings: ComparedSetting[], index: number): (string | null)[] =>
  settings.flatMap(({ path, values }) => (VERSIONS.test(path) ? [values[index] ?? null] : []));

/** What was asked, and of an imported run also what it was asked of: it names no hosts. */
export function configurationOf({ spec, hosts, imported }: Run): string {
  const machines = imported && spec.specVersion === 0 ? hosts.map(({ roles, described }) => [roles, described]) : [];
  return JSON.stringify([asDrawn(spec), machines], inOrder);
}

/** Without what is for people alone, and without a seed that nothing is drawn by. */
function asDrawn(spec: Run['spec']): unknown {
  if (spec.specVersion === 0) return spec;
  const requests = spec.requests.map(({ body, ...request }) => ({ ...request, body: body && asSent(body) }));
  return { ...spec, requests, seed: spec.variables.length === 0 ? 0 : spec.seed };
}

/** Keys in a fixed order, whatever order they were stored in. */
function inOrder(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
