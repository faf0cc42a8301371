import { STOPPABLE_SERVICES } from '@contract/choices';
import { NIC_NAME } from '@contract/limits';
import { sysctlFault, sysctlNames } from '@contract/sysctls';
import type { HostTuning, Sysctl } from '@contract/tuning';
import { capitalised } from '@rules/words/text';
import type { Reading } from './field-reading';
import { boundsAt, fieldAt, TUNING_PATHS, type TuningField, type TuningPath } from './tuning-fields';

export type OnOff = '' | 'on' | 'off';

/** A value as it is typed or chosen. Empty: as it is. */
type Typed<V> = V extends boolean
  ? OnOff
  : V extends number
    ? string
    : V extends string
      ? string extends V
        ? string
        : '' | V
      : V extends readonly unknown[]
        ? V
        : { [Part in keyof V]: Typed<NonNullable<V[Part]>> };

/** The settings of one host as typed, in the shape of `HostTuning`. */
export type TuningDraft = { [S in keyof HostTuning]: Typed<NonNullable<HostTuning[S]>> };

/** How each kind of value is typed, and read: null asks for nothing. */
const KINDS: Record<TuningField['kind'], Kind> = {
  number: { typed: String, read: (text, at, { read, path }) => read.optional(at, text, ...boundsAt(path)) },
  onOff: { typed: (on) => (on ? 'on' : 'off'), read: (choice) => (choice === '' ? null : choice === 'on') },
  choice: { typed: String, read: (choice) => choice || null },
  spread: { typed: String, read: (choice) => choice },
  cpus: { typed: String, read: readCpus },
  nic: { typed: String, read: readNic },
  list: { typed: (list) => structuredClone(list), read: readList },
};

interface Kind {
  typed: (value: unknown) => unknown;
  read: (typed: never, at: string, field: { read: Reading; path: TuningPath }) => unknown;
}

const blank = ({ kind }: TuningField): unknown => {
  if (kind === 'list') return [];
  return kind === 'spread' ? 'one-to-one' : '';
};

export const emptyTuning = (): TuningDraft => tuningDraftOf(null);

/** The draft that reads back as this. */
export function tuningDraftOf(tuning: HostTuning | null): TuningDraft {
  return shaped((path) => {
    const [value, field] = [valueIn(tuning, path), fieldAt(path)];
    return value === null || value === undefined ? blank(field) : KINDS[field.kind].typed(value);
  }) as unknown as TuningDraft;
}

/** What a draft asks of one host; null when it asks for nothing. `at` is where its fields are in the whole draft. */
export function readTuning(read: Reading, at: string, draft: TuningDraft): HostTuning | null {
  const asked = shaped((path) => {
    const { kind } = fieldAt(path);
    return KINDS[kind].read(valueIn(draft, path) as never, `${at}.${path}`, { read, path });
  });
  for (const [setting, parts] of Object.entries(asked))
    if (isParts(parts) && asksForNothing(parts)) asked[setting] = null;
  return Object.values(asked).every((value) => value === null) ? null : (asked as unknown as HostTuning);
}

/** How queues are spread over CPUs says nothing without CPUs. */
const asksForNothing = (parts: object): boolean =>
  Object.entries(parts).every(([name, part]) => part === null || name === 'spread');

const isParts = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object in the shape of `HostTuning`, of the values at its paths. */
function shaped(valueAt: (path: TuningPath) => unknown): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const path of TUNING_PATHS) {
    const [setting = '', part] = path.split('.');
    if (part === undefined) whole[setting] = valueAt(path);
    else whole[setting] = { ...(whole[setting] as object | undefined), [part]: valueAt(path) };
  }
  return whole;
}

function valueIn(whole: HostTuning | TuningDraft | null, path: TuningPath): unknown {
  const [setting = '', part] = path.split('.');
  const value = (whole as Record<string, unknown> | null)?.[setting];
  return part === undefined ? value : (value as Record<string, unknown> | null | undefined)?.[part];
}

function readNic(text: string, at: string, { read }: { read: Reading }): string | null {
  const name = text.trim();
  if (name === '') return null;
  if (!NIC_NAME.test(name)) read.errors[at] = 'Must be the name of an interface such as eth0.';
  return name;
}

function readCpus(text: string, at: string, { read, path }: { read: Reading; path: TuningPath }): string | null {
  const field = fieldAt(path);
  const none = field.kind === 'cpus' && field.none && text.trim().toLowerCase() === 'none';
  return none ? 'none' : read.cpus(at, text);
}

function readList(list: (string | Sysctl)[], at: string, { read }: { read: Reading }): (string | Sysctl)[] | null {
  if (list.length === 0) return null;
  return list.map((entry, index) =>
    typeof entry === 'string' ? entry : readSysctl(read, `${at}.${index}.value`, entry),
  );
}

function readSysctl(read: Reading, at: string, { name, value: typed }: Sysctl): Sysctl {
  const value = typed.trim().replaceAll(/\s+/g, ' ');
  const fault = sysctlFault(name, value);
  if (fault) read.errors[at] = `${capitalised(fault)}.`;
  return { name, value };
}

/** Whether something stored has the shape of a draft: every leaf of the model, of its kind. */
export const isTuningDraft = (stored: unknown): stored is TuningDraft => isLike(stored, emptyTuning());

function isLike(stored: unknown, model: unknown): boolean {
  if (Array.isArray(model)) return Array.isArray(stored) && stored.every(isListed);
  if (typeof model !== 'object' || model === null) return typeof stored === typeof model;
  if (typeof stored !== 'object' || stored === null) return false;
  const found = stored as Record<string, unknown>;
  return Object.entries(model).every(([name, part]) => isLike(found[name], part));
}

/** A service, or a kernel parameter with its value. */
function isListed(entry: unknown): boolean {
  if (typeof entry === 'string') return (STOPPABLE_SERVICES as readonly string[]).includes(entry);
  const { name, value } = (entry ?? {}) as Partial<Sysctl>;
  return (sysctlNames as unknown[]).includes(name) && typeof value === 'string';
}
