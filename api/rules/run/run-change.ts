import type { Run } from '../../contract/run.ts';
import type { RunChange } from '../../contract/run-change.ts';

/** Lists of a run that grow, or of which a few entries change at a time. */
const BY_ENTRY = ['steps', 'transitions', 'artifacts'] as const;
type ByEntry = (typeof BY_ENTRY)[number];

/** The JSON of each part of a run, by its path: a field, or an entry of a long list. */
export type RunParts = ReadonlyMap<string, string>;

export function partsOf(run: Run): RunParts {
  const parts = new Map<string, string>();
  for (const [field, value] of Object.entries(run)) {
    if (!isByEntry(field)) parts.set(field, JSON.stringify(value));
    else for (const [at, entry] of run[field].entries()) parts.set(`${field}/${at}`, JSON.stringify(entry));
  }
  return parts;
}

/** JSON of the RunChange from one reading of a run to the next; null when there is none. */
export function changeOf(before: RunParts, after: RunParts): string | null {
  const changed = [...after].filter(([path, json]) => before.get(path) !== json);
  const gone = [...before.keys()].filter((path) => !after.has(path));
  if (changed.length === 0 && gone.length === 0) return null;
  const parts = changed.map(([path, json]) => `{"path":${JSON.stringify(path)},"value":${json}}`);
  return `{"parts":[${parts.join(',')}],"gone":${JSON.stringify(gone)}}`;
}

/** The run as the change says; what did not change is the very same. */
export function changedRun(run: Run, { parts, gone }: RunChange): Run {
  const next: Record<string, unknown> = { ...run };
  const lists = new Map<ByEntry, unknown[]>();
  const listOf = (field: ByEntry): unknown[] => {
    const list = lists.get(field) ?? [...run[field]];
    lists.set(field, list);
    next[field] = list;
    return list;
  };
  for (const { path, value } of parts) {
    const [field = '', at] = path.split('/');
    if (at !== undefined && isByEntry(field)) listOf(field)[Number(at)] = value;
    else next[field] = value;
  }
  for (const path of gone) {
    const [field = '', at] = path.split('/');
    if (at === undefined || !isByEntry(field)) delete next[field];
    else {
      const list = listOf(field);
      list.length = Math.min(list.length, Number(at));
    }
  }
  return next as Run;
}

const isByEntry = (field: string): field is ByEntry => (BY_ENTRY as readonly string[]).includes(field);
