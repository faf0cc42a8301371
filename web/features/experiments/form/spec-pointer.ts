import type { SpecChange } from '@contract/experiment';
import type { RunSpec } from '@contract/spec';
import { escaped, namesOf } from '@rules/experiment/json-pointer';

const isHolder = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What stands there; undefined where nothing does. */
export function valueAt(spec: unknown, pointer: string): unknown {
  return (namesOf(pointer) ?? ['']).reduce<unknown>(
    (value, part) => (isHolder(value) && Object.hasOwn(value, part) ? value[part] : undefined),
    spec,
  );
}

/** A copy in which another value stands there; the place has to exist. */
export function withValueAt<T>(spec: T, pointer: string, value: unknown): T {
  const copy = structuredClone(spec);
  const parts = namesOf(pointer) ?? [];
  const last = parts.pop();
  let holder: unknown = copy;
  for (const part of parts) holder = isHolder(holder) ? holder[part] : undefined;
  if (last !== undefined && isHolder(holder) && Object.hasOwn(holder, last)) holder[last] = value;
  return copy;
}

/** Every single value of a spec by its pointer, and every list or part that may be null, in the order of the spec. */
export function pointersOf(value: unknown, at = ''): string[] {
  if (!isHolder(value)) return [at];
  const within = Object.entries(value).flatMap(([name, part]) => pointersOf(part, `${at}/${escaped(name)}`));
  return at === '' ? within : [at, ...within];
}

/**
 * The fewest replacements that make one spec of another. A list of another length and a part that was null are replaced
 * as a whole: a change names only what stands there already.
 */
export function changesBetween(from: RunSpec, to: RunSpec): SpecChange[] {
  return differences(from, to, '');
}

function differences(from: unknown, to: unknown, path: string): SpecChange[] {
  if (Object.is(from, to)) return [];
  const sameShape =
    isHolder(from) &&
    isHolder(to) &&
    Array.isArray(from) === Array.isArray(to) &&
    Object.keys(from).sort().join('\n') === Object.keys(to).sort().join('\n');
  if (!sameShape) return [{ path, value: to }];
  return Object.keys(from).flatMap((name) => differences(from[name], to[name], `${path}/${escaped(name)}`));
}
