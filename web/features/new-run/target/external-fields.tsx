'use client';

import { ConfigurationHelp } from '@/features/new-run/configuration-help';
import { useDraft } from '@/features/new-run/draft-form';
import { SelectBox } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';
import { NothingConfigured } from './named-fields';

const EXAMPLE = '"addresses": ["https://staging.example.org", "http://10.0.0.5:8080"]';

/** An address without an agent: one of those that the files of all chosen clients allow. */
export function ExternalFields() {
  const { form, draft, clients, errorAt } = useDraft();
  const lists = clients.map(({ facts }) => facts.addresses ?? []);
  const [first = [], ...others] = lists;
  const common = first.filter((origin) => others.every((list) => list.includes(origin)));
  const label = clients.map(({ name }) => name).join(', ') || 'the load generator’s host';
  const { origin } = draft.target;
  const error = errorAt('target.origin');
  const help = <ConfigurationHelp label={label} what="An address is allowed" example={EXAMPLE} />;
  if (common.length === 0 && origin === '')
    return (
      <NothingConfigured field="target.origin" error={error}>
        {clients.length > 1
          ? `The configuration files of ${label} have no address in common.`
          : `The configuration file of ${label} allows no address.`}
        {help}
      </NothingConfigured>
    );
  return (
    <div className="grid gap-3">
      <Field
        id="target-origin"
        label="Address"
        error={error}
        hint="No agent is there: only the load generator’s side is measured, and a verdict leaves the target open. Load it only if it is yours to load."
      >
        <SelectBox id="target-origin" error={error} className="max-w-[34rem]" {...form.register('target.origin')}>
          {origin === '' && <option value="">choose an address</option>}
          {common.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
          {origin !== '' && !common.includes(origin) && (
            <option value={origin}>{`${origin} · not allowed on every load generator’s host`}</option>
          )}
        </SelectBox>
      </Field>
      {help}
    </div>
  );
}
