import type { ImportedFrom } from '@contract/imported';
import type { Run } from '@contract/run';
import type { RunSpec } from '@contract/spec';
import { canRunAgain } from '@rules/spec/run-again';

/** A run that agents of this instance measured: what it asked can be asked again. */
export type OwnRun = Run & { spec: RunSpec };

export const isOwn = (run: Run): run is OwnRun => canRunAgain(run.spec);

/** What an imported run was read from: 'output of wrk'. */
export function formatText(format: ImportedFrom['format']): string {
  if (format === 'bundle') return 'a results bundle';
  if (format === 'other') return 'a format of a later release';
  return format === 'document' ? 'an export of millionrps' : `output of ${format}`;
}
