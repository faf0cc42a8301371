import type { ImportFormat } from '@contract/imported';
import type { Run } from '@contract/run';
import type { RunSpec } from '@contract/spec';

/** A run that agents of this instance measured: what it asked can be asked again. */
export type OwnRun = Run & { spec: RunSpec };

export const isOwn = (run: Run): run is OwnRun => run.spec.specVersion !== 0;

/** What an imported run was read from. */
export const FORMAT_WORDS: Record<ImportFormat, string> = {
  bundle: 'a results bundle',
  document: 'an export of millionrps',
  autocannon: 'output of autocannon',
  wrk: 'output of wrk',
  wrk2: 'output of wrk2',
  vegeta: 'output of vegeta',
  oha: 'output of oha',
  k6: 'output of k6',
  h2load: 'output of h2load',
  bombardier: 'output of bombardier',
  fortio: 'output of fortio',
};
