'use client';

import { FRAMEWORK_NAMES } from '@contract/choices';
import { FRAMEWORKS } from '@rules/spec/target-words';
import { useDraft } from '@/features/new-run/draft-form';
import { LabelledChoice } from '@/features/new-run/labelled-choice';
import { setupOf } from '@/features/new-run/run-setup';
import { TextField } from '@/ui/inputs/field';
import { SwitchField } from '@/ui/inputs/switch-field';
import { BackendHostField } from './backend-host-field';

const ABOUT = {
  fiber: 'Fiber is a router on top of fasthttp.',
  fasthttp: 'fasthttp alone, without a router’s cost.',
  nethttp: 'Go’s own HTTP server: about twice the CPU for a request.',
} as const;

export function ReferenceFields() {
  const { form, draft, errorAt } = useDraft();
  const { framework, prefork, pick } = draft.target;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <LabelledChoice
          field="target.framework"
          label="Framework"
          value={framework}
          onChange={(next) => form.setValue('target.framework', next, { shouldDirty: true })}
          options={FRAMEWORK_NAMES.map((value) => ({ value, label: FRAMEWORKS[value] }))}
          hint={ABOUT[framework]}
          error={errorAt('target.framework')}
        />
        <LabelledChoice
          field="target.pick"
          label="Picking of products"
          value={pick}
          onChange={(next) => form.setValue('target.pick', next, { shouldDirty: true })}
          options={[
            { value: 'local', label: 'Local' },
            { value: 'locked', label: 'Locked' },
          ]}
          hint={
            pick === 'local'
              ? 'A source of chance for each worker: nothing is waited for.'
              : 'One source of chance for all behind a lock: what waiting for a mutex costs.'
          }
          error={errorAt('target.pick')}
        />
      </div>
      <SwitchField
        id="prefork"
        label="Prefork"
        hint={
          prefork ? 'One process for each worker, each with its own listening socket.' : 'One process for all CPUs.'
        }
        checked={prefork}
        onChange={(next) => form.setValue('target.prefork', next, { shouldDirty: true })}
      />
      <NumberFields />
      <BackendHostField />
    </>
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
