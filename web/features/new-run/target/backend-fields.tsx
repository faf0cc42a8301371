'use client';

import type { BackendFact } from '@contract/target';
import { BACKENDS, type BackendName } from '@rules/spec/backend-check';
import type { FieldPath } from 'react-hook-form';
import { type BackendField, fieldsOf } from '@/features/draft/backends/backend-fields';
import type { RunDraft } from '@/features/draft/run-draft';
import { useDraft } from '@/features/new-run/draft-form';
import { TextField } from '@/ui/inputs/field';
import { SwitchField } from '@/ui/inputs/switch-field';

const TITLES: Record<BackendName, string> = { database: 'Database', cache: 'Cache', downstream: 'Downstream server' };

/** What stands behind the target for one of these: its settings, and why the host cannot start it where it cannot. */
export function BackendFields({ backend }: { backend: BackendName }) {
  const { errorAt } = useDraft();
  const whole = `target.${backend}` as const;
  const error = errorAt(whole);
  const fields = fieldsOf(backend);
  const numbers = fields.filter(([, { kind }]) => kind !== 'switch');
  const switches = fields.filter(([, { kind }]) => kind === 'switch');
  return (
    <fieldset data-field={error ? whole : undefined} tabIndex={error ? -1 : undefined} className="grid min-w-0 gap-3">
      <legend className="mb-2 text-sm font-medium">
        {TITLES[backend]} <StartedBy backend={backend} />
      </legend>
      {error && <p className="text-xs text-bad [overflow-wrap:anywhere]">{error}</p>}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {[...numbers, ...switches].map(([name, field]) => (
          <OneField key={name} backend={backend} name={name} field={field} />
        ))}
      </div>
    </fieldset>
  );
}

/** Which service that is, and that nothing of it outlives the run. */
function StartedBy({ backend }: { backend: BackendName }) {
  const { draft, hostOf, labelOf } = useDraft();
  const { service } = BACKENDS[backend];
  const hostId = draft.backendHostId || draft.serverHostId;
  const found = hostOf(hostId)?.facts.backends?.find(({ name }) => name === service);
  const what = service === null ? 'A second reference server' : found && programOf(found);
  if (!what) return null;
  return (
    <span className="text-xs font-normal text-muted">
      {`${what}, started by the agent of ${labelOf(hostId)} for the run and removed after it`}
    </span>
  );
}

function programOf({ name, version, path }: BackendFact): string {
  if (name === 'postgresql') return `PostgreSQL ${version}`;
  return `${path.includes('valkey') ? 'Valkey' : 'Redis'} ${version}`;
}

interface OneFieldProps {
  backend: BackendName;
  name: string;
  field: BackendField;
}

function OneField({ backend, name, field }: OneFieldProps) {
  const { form, draft, input } = useDraft();
  const at = `target.${backend}.${name}` as FieldPath<RunDraft>;
  const id = `${backend}-${name}`;
  if (field.kind === 'switch') {
    const on = (draft.target[backend] as Record<string, string | boolean>)[name] === true;
    const set = (next: boolean): void => form.setValue(at, next, { shouldDirty: true });
    return <SwitchField id={id} label={field.label} hint={on ? field.on : field.off} checked={on} onChange={set} />;
  }
  return (
    <TextField
      id={id}
      label={field.label}
      unit={field.unit}
      inputMode={field.kind === 'whole' ? 'numeric' : 'decimal'}
      hint={field.hint}
      {...input(at)}
    />
  );
}
