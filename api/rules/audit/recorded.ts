import { shorten } from '../spec/shorten.ts';

const VALUE_CHARACTERS = 200;

/** What stands at a path such as `spec.tuning`; undefined where nothing does. */
export function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const name of path.split('.')) {
    at =
      at !== null && typeof at === 'object' && Object.hasOwn(at, name)
        ? (at as Record<string, unknown>)[name]
        : undefined;
  }
  return at;
}

/** The values of these fields of a body, by the last word of their path. Absent ones are left out. */
export function recordedFields(body: unknown, paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    paths.flatMap((path) => {
      const value = valueAt(body, path);
      return value === undefined ? [] : [[path.split('.').at(-1) ?? path, shorten(textOf(value), VALUE_CHARACTERS)]];
    }),
  );
}

/** Of an object only which of its fields are set, of a list of objects only how many there are: neither can hold a secret then. */
function textOf(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value !== 'object') return String(value);
  if (!Array.isArray(value)) {
    const set = Object.entries(value).filter(([, one]) => one !== null);
    return set.map(([name]) => name).join(', ') || 'none';
  }
  if (value.some((one) => one !== null && typeof one === 'object')) return String(value.length);
  return value.join(', ') || 'none';
}
