import type { ReferenceTarget } from '@contract/target';
import { type BackendName, DEFAULT_BACKENDS } from '@rules/spec/backend-check';
import { routeOf } from '@rules/spec/reference-routes';
import type { Reading } from '@/features/draft/field-reading';
import { BACKEND_NAMES, type BackendField, type BackendSettings, fieldsOf } from './backend-fields';

type Typed<Settings> = { [Field in keyof Settings]: Settings[Field] extends boolean ? boolean : string };

/** Settings of each backend as typed; those of one that no route asks for are kept. */
export type BackendDrafts = { [Name in BackendName]: Typed<BackendSettings<Name>> };

const typed = <Settings extends object>(settings: Settings): Typed<Settings> =>
  Object.fromEntries(
    Object.entries(settings).map(([field, value]) => [field, typeof value === 'boolean' ? value : String(value)]),
  ) as Typed<Settings>;

export function backendDraftsOf(target: Partial<Pick<ReferenceTarget, BackendName>>): BackendDrafts {
  return {
    database: typed(target.database ?? DEFAULT_BACKENDS.database),
    cache: typed(target.cache ?? DEFAULT_BACKENDS.cache),
    downstream: typed(target.downstream ?? DEFAULT_BACKENDS.downstream),
  };
}

/** The backends that these routes of the reference server ask for. */
export function askedBackends(paths: string[]): BackendName[] {
  const needed = paths.map((path) => routeOf(path.trim())?.needs);
  return BACKEND_NAMES.filter((name) => needed.includes(name));
}

/** What the routes ask for, and nothing else. */
export function readBackends(
  read: Reading,
  drafts: BackendDrafts,
  paths: string[],
): Pick<ReferenceTarget, BackendName> {
  const asked = askedBackends(paths);
  const settingsOf = <Name extends BackendName>(name: Name): BackendSettings<Name> | null =>
    asked.includes(name) ? readSettings(read, name, drafts[name]) : null;
  return { database: settingsOf('database'), cache: settingsOf('cache'), downstream: settingsOf('downstream') };
}

function readSettings<Name extends BackendName>(
  read: Reading,
  name: Name,
  draft: BackendDrafts[Name],
): BackendSettings<Name> {
  const values = draft as Record<string, string | boolean>;
  const settings = fieldsOf(name).map(([field, about]) => [
    field,
    readField(read, `target.${name}.${field}`, about, values[field]),
  ]);
  return Object.fromEntries(settings) as BackendSettings<Name>;
}

function readField(read: Reading, at: string, field: BackendField, value: string | boolean | undefined) {
  if (field.kind === 'switch') return value === true;
  return read[field.kind](at, String(value ?? ''), ...field.limits);
}
