'use client';

import { ConfigurationHelp } from '@/features/new-run/configuration-help';
import { useDraft } from '@/features/new-run/draft-form';
import { SelectBox } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';
import { NothingConfigured } from './named-fields';

const EXAMPLE = '"listeningPorts": [8080, 9000]';

export function ListeningFields() {
  const { form, draft, server, labelOf, errorAt } = useDraft();
  const ports = server?.facts.listeningPorts ?? [];
  const label = labelOf(draft.serverHostId);
  const { listeningPort } = draft.target;
  const error = errorAt('target.listeningPort');
  const known = listeningPort === '' || ports.includes(Number(listeningPort));
  const help = <ConfigurationHelp label={label} what="A port is allowed" example={EXAMPLE} />;
  if (ports.length === 0 && listeningPort === '')
    return (
      <NothingConfigured field="target.listeningPort" error={error}>
        {label} allows no port.
        {help}
      </NothingConfigured>
    );
  return (
    <div className="grid gap-3">
      <Field
        id="listening-port"
        label={`Port on ${label}`}
        error={error}
        hint="Its CPUs are those that whoever started it gave it; requests are not counted by the server."
      >
        <SelectBox
          id="listening-port"
          error={error}
          className="max-w-[34rem]"
          {...form.register('target.listeningPort')}
        >
          {listeningPort === '' && <option value="">choose a port</option>}
          {ports.map((port) => (
            <option key={port} value={String(port)}>
              {port}
            </option>
          ))}
          {!known && <option value={listeningPort}>{`${listeningPort} · not allowed there now`}</option>}
        </SelectBox>
      </Field>
      {help}
    </div>
  );
}
