import { isDeepStrictEqual } from 'node:util';
import type { SpecChange } from '../../contract/experiment.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { withLaterFields } from '../spec/later-fields.ts';
import { plural } from '../words/numbers.ts';
import { namesOf } from './json-pointer.ts';

export interface ChangeFault {
  /** Which of the changes. */
  index: number;
  of: 'path' | 'value';
  message: string;
}

/**
 * The baseline's spec with what is at each JSON pointer replaced, not yet checked against the contract. Only what is there
 * can be replaced, and only by something else.
 */
export function applyChanges(
  baseline: RunSpec,
  changes: readonly SpecChange[],
): { spec: unknown } | { faults: ChangeFault[] } {
  const spec: unknown = withLaterFields(baseline);
  const faults = changes.flatMap((change, index): ChangeFault[] => {
    const fault = overlap(changes, index) ?? replace(spec, change);
    return fault ? [{ index, ...fault }] : [];
  });
  return faults.length > 0 ? { faults } : { spec };
}

type Fault = Omit<ChangeFault, 'index'>;

/** Two changes of one place: which of them counts would depend on their order. */
function overlap(changes: readonly SpecChange[], index: number): Fault | null {
  const own = changes[index]?.path ?? '';
  const other = changes.slice(0, index).find(({ path }) => within(path, own) || within(own, path));
  if (!other) return null;
  const message =
    other.path === own
      ? `${own} is changed twice; change it once.`
      : `${own} and ${other.path} change the same place; make one change of them.`;
  return { of: 'path', message };
}

const within = (outer: string, inner: string): boolean => inner === outer || inner.startsWith(`${outer}/`);

function replace(spec: unknown, { path, value }: SpecChange): Fault | null {
  const parts = namesOf(path);
  if (parts === null) {
    return { of: 'path', message: `In ${path} a ~ has to be written ~0, and a / within a name ~1.` };
  }
  let at = spec;
  for (const [depth, part] of parts.entries()) {
    const fault = missing(at, parts, depth, path);
    if (fault) return { of: 'path', message: fault };
    const holder = at as Record<string, unknown>;
    if (depth < parts.length - 1) {
      at = holder[part];
      continue;
    }
    if (value === undefined) return { of: 'value', message: `The change of ${path} needs a value.` };
    if (isDeepStrictEqual(holder[part], value)) {
      return { of: 'value', message: `${path} is ${JSON.stringify(value)} in the baseline already.` };
    }
    holder[part] = value;
  }
  return null;
}

function missing(at: unknown, parts: string[], depth: number, path: string): string | null {
  const place = depth === 0 ? 'A configuration' : `/${parts.slice(0, depth).join('/')}`;
  if (at === null) return `${place} is null in the baseline, so there is no ${path}; change the whole of ${place}.`;
  if (typeof at !== 'object') return `${place} is ${JSON.stringify(at)} in the baseline, so there is no ${path}.`;
  const part = parts[depth] ?? '';
  if (Array.isArray(at)) {
    const there = /^(0|[1-9]\d*)$/.test(part) && Number(part) < at.length;
    return there ? null : `${place} has ${plural(at.length, 'entry', 'entries')}, counted from 0; not ${part}.`;
  }
  return Object.hasOwn(at, part) ? null : `${place} has no ${part}; it has ${Object.keys(at).join(', ')}.`;
}
