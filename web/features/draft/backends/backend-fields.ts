import { type Bounds, DOWNSTREAM_LIMITS, POOL_SIZE, WRITE_BATCH } from '@contract/limits';
import type { ReferenceTarget } from '@contract/target';
import type { BackendName } from '@rules/spec/backend-check';
import { formatCount, plural } from '@rules/words/numbers';

interface Named {
  /** In the form, under the name of the backend. */
  label: string;
  /** Where that name is not beside it. */
  name: string;
}

export interface NumberField extends Named {
  kind: 'whole' | 'decimal';
  limits: Bounds;
  unit?: string;
  hint: string;
  /** The value as a part of a name: '20 database connections'. */
  short: (value: number) => string;
}

export interface SwitchedField extends Named {
  kind: 'switch';
  on: string;
  off: string;
  short: (value: boolean) => string;
}

export type BackendField = NumberField | SwitchedField;
export type BackendSettings<Name extends BackendName> = NonNullable<ReferenceTarget[Name]>;

type FieldOf<Value> = Value extends boolean ? SwitchedField : NumberField;
type Fields = {
  [Name in BackendName]: { [Field in keyof BackendSettings<Name>]-?: FieldOf<BackendSettings<Name>[Field]> };
};

const pool = (of: string): NumberField => ({
  label: 'Connections',
  name: `${of} connections`,
  kind: 'whole',
  limits: POOL_SIZE,
  hint: 'The pool of each worker, opened at start. A request that finds none free waits.',
  short: (many) => plural(many, `${of} connection`),
});

/** Everything that a run may choose of the services behind the reference server, in the order of the form. */
export const BACKEND_FIELDS: Fields = {
  database: {
    poolSize: pool('database'),
    batch: {
      label: 'Rows per INSERT',
      name: 'rows per INSERT',
      kind: 'whole',
      limits: WRITE_BATCH,
      hint: 'The most that share one INSERT and its commit. Only writes that wait anyway share one.',
      short: (many) => (many === 1 ? 'a commit for each row' : `${formatCount(many)} rows per INSERT`),
    },
    prepared: {
      label: 'Prepared statements',
      name: 'prepared statements',
      kind: 'switch',
      on: 'Each connection plans a statement once.',
      off: 'Every query is parsed and planned anew.',
      short: (on) => (on ? 'prepared' : 'planned each time'),
    },
    synchronousCommit: {
      label: 'Commit on disk',
      name: 'commit on disk',
      kind: 'switch',
      on: 'A commit waits for its WAL to be on disk (fsync).',
      off: 'A commit does not wait for the disk: a crash could lose it (synchronous_commit off).',
      short: (on) => (on ? 'commit on disk' : 'commit not awaited'),
    },
  },
  cache: { poolSize: pool('cache') },
  downstream: {
    timeoutMs: {
      label: 'Timeout',
      name: 'downstream timeout',
      kind: 'whole',
      limits: DOWNSTREAM_LIMITS.timeoutMs,
      unit: 'ms',
      hint: 'Of one attempt.',
      short: (ms) => `${formatCount(ms)} ms timeout`,
    },
    retries: {
      label: 'Retries',
      name: 'downstream retries',
      kind: 'whole',
      limits: DOWNSTREAM_LIMITS.retries,
      hint: 'Attempts after a failed one, each at once.',
      short: (many) => (many === 0 ? 'no retry' : plural(many, 'retry', 'retries')),
    },
    failPercent: {
      label: 'Answers that fail',
      name: 'downstream answers that fail',
      kind: 'decimal',
      limits: DOWNSTREAM_LIMITS.failPercent,
      unit: '%',
      hint: 'Refused with status 503, the same ones in every run.',
      short: (percent) => `${percent} % failing`,
    },
    delayMs: {
      label: 'Delay',
      name: 'downstream delay',
      kind: 'whole',
      limits: DOWNSTREAM_LIMITS.delayMs,
      unit: 'ms',
      hint: 'It holds every answer back for so long.',
      short: (ms) => (ms === 0 ? 'no delay' : `${formatCount(ms)} ms delay`),
    },
  },
};

export const BACKEND_NAMES = Object.keys(BACKEND_FIELDS) as BackendName[];

export const fieldsOf = (backend: BackendName): [string, BackendField][] => Object.entries(BACKEND_FIELDS[backend]);
