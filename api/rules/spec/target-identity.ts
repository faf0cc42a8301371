import type { ComparedSetting } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import { listed } from '../words/text.ts';

type Asked = Pick<Run, 'spec' | 'imported'>;

/**
 * Whether runs that asked for the same are known to have had the same server. The reference server comes with the agent, so
 * the agent's version tells. Files of other targets are not hashed, and an import says only what its source says.
 */
export const targetIsKnown = ({ spec, imported }: Asked): boolean => spec.target.kind === 'reference' && !imported;

/** 'the files of shop were not hashed'; null where everything that could differ was read. */
export function whyUnknown(runs: Asked[]): string | null {
  if (runs.some(({ imported }) => imported)) return 'an import leaves settings out';
  const files = filesNotHashed(runs);
  return files.length === 0 ? null : `${listed(files)} were not hashed`;
}

/** 'the files of shop', each target once. */
export function filesNotHashed(runs: Asked[]): string[] {
  const unknown = runs.filter((run) => !targetIsKnown(run) && !run.imported);
  return [...new Set(unknown.map(filesOf))];
}

function filesOf({ spec: { target } }: Asked): string {
  const server =
    target.kind === 'named'
      ? target.name
      : `what listens${target.kind === 'listening' ? ` on port ${target.port}` : ''}`;
  return `the files of ${server}`;
}

/** What was not read is no difference, and no sameness either. */
export function targetFilesRow(runs: Run[]): ComparedSetting[] {
  if (runs.length < 2 || runs.every(targetIsKnown)) return [];
  const values = runs.map((run) => (targetIsKnown(run) ? "the agent's own" : null));
  return [{ group: 'target', path: 'target.files', label: 'Target binary and files', values, same: false }];
}
