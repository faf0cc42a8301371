'use client';

import { workersText } from '@rules/spec/target-words';
import { useDraft } from '@/features/new-run/draft-form';
import { FormPart } from '@/features/new-run/form-part';
import { LabelledChoice } from '@/features/new-run/labelled-choice';
import { setupOf } from '@/features/new-run/run-setup';
import { TextField } from '@/ui/inputs/field';

/** How the reference server is run. Other targets are run by whoever configured them. */
export function WorkersPart() {
  const { run } = useDraft();
  const { target } = run.spec;
  if (target.kind !== 'reference') return null;
  const said = [
    workersText(target),
    target.port === null ? 'automatic port' : `port ${target.port}`,
    target.pick === 'locked' && 'locked random source',
  ];
  return (
    <FormPart part="workers" title="Workers and port" said={said.filter(Boolean).join(' · ')}>
      <div className="grid gap-4">
        <NumberFields />
        <RandomSource />
      </div>
    </FormPart>
  );
}

function NumberFields() {
  const { input, draft, run, hostOf } = useDraft();
  const mayUse = setupOf(run.spec, hostOf)?.targetCpus.length ?? 0;
  const each = draft.target.prefork ? 'Processes' : 'Threads (GOMAXPROCS)';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        id="workers"
        label="Workers"
        inputMode="numeric"
        placeholder="one per CPU"
        hint={`${each}. Empty: one per CPU of its set${mayUse > 0 ? `, ${mayUse} here` : ''}.`}
        {...input('target.workers')}
      />
      <TextField
        id="port"
        label="Port"
        inputMode="numeric"
        placeholder="automatic"
        hint="Empty: the agent picks a free one."
        {...input('target.port')}
      />
    </div>
  );
}

function RandomSource() {
  const { form, draft, errorAt } = useDraft();
  const { pick } = draft.target;
  return (
    <LabelledChoice
      field="target.pick"
      label="Random source"
      value={pick}
      onChange={(next) => form.setValue('target.pick', next, { shouldDirty: true })}
      options={[
        { value: 'local', label: 'Local' },
        { value: 'locked', label: 'Locked' },
      ]}
      hint={
        pick === 'local'
          ? 'One per worker, no lock.'
          : 'One for all workers behind a mutex: shows what lock contention costs.'
      }
      error={errorAt('target.pick')}
    />
  );
}
