'use client';

import type { TargetParameterFact } from '@contract/target';
import { ConfigurationHelp } from '@/features/new-run/configuration-help';
import { useDraft } from '@/features/new-run/draft-form';
import { SelectBox } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';
import { RevisionField } from './revision-field';

const EXAMPLE = `"targets": {
  "my-server": {
    "argv": ["/usr/local/bin/my-server", "--port", "9000"],
    "port": 9000,
    "healthPath": "/health"
  }
}`;

export function NamedFields() {
  const { form, draft, server, labelOf, errorAt } = useDraft();
  const targets = server?.facts.targets ?? [];
  const label = labelOf(draft.serverHostId);
  const error = errorAt('target.name');
  const chosen = targets.find(({ name }) => name === draft.target.name);
  const known = chosen !== undefined || draft.target.name === '';
  const help = <ConfigurationHelp label={label} what="A target is named" example={EXAMPLE} />;
  if (targets.length === 0 && draft.target.name === '')
    return (
      <NothingConfigured field="target.name" error={error}>
        {label} names no targets.
        {help}
      </NothingConfigured>
    );
  return (
    <div className="grid gap-3">
      <Field
        id="target-name"
        label={`Target of ${label}`}
        error={error}
        hint={
          chosen &&
          `Port ${chosen.port}; ready once GET ${chosen.healthPath} answers 200; ${chosen.profiles ? 'it states where its profiles are' : 'no profiles: its pprofUrl is not stated'}.`
        }
      >
        <SelectBox id="target-name" error={error} className="max-w-[34rem]" {...form.register('target.name')}>
          {draft.target.name === '' && <option value="">choose a target</option>}
          {targets.map(({ name, port }) => (
            <option key={name} value={name}>
              {`${name} · port ${port}`}
            </option>
          ))}
          {!known && <option value={draft.target.name}>{`${draft.target.name} · not named there now`}</option>}
        </SelectBox>
      </Field>
      {chosen?.parameters?.map((parameter) => (
        <ParameterField key={`${chosen.name} ${parameter.name}`} parameter={parameter} />
      ))}
      {server && (chosen?.source || draft.target.revision !== '') && (
        <RevisionField hostId={server.id} name={draft.target.name} source={chosen?.source ?? null} />
      )}
      {help}
    </div>
  );
}

function ParameterField({ parameter: { name, values, default: usual } }: { parameter: TargetParameterFact }) {
  const { form } = useDraft();
  const id = `target-parameter-${name}`;
  return (
    <Field id={id} label={name} hint="One of the values that the host’s configuration file declares.">
      <SelectBox id={id} className="max-w-48" {...form.register(`target.parameters.${name}`)}>
        <option value="">{`${usual} (default)`}</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </SelectBox>
    </Field>
  );
}

interface NothingConfiguredProps {
  /** What is wrong for want of it takes the focus. */
  field: string;
  error: string | undefined;
  children: React.ReactNode;
}

export function NothingConfigured({ field, error, children }: NothingConfiguredProps) {
  return (
    <div
      data-field={field}
      tabIndex={-1}
      className={`rounded-control border px-3 py-2.5 text-sm ${error ? 'border-bad' : 'border-line'}`}
    >
      {children}
    </div>
  );
}
