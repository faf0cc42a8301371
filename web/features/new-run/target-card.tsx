'use client';

import { TextField } from '@/components/field';
import { Panel } from '@/components/panel';
import { SwitchField } from '@/components/switch-field';
import { type RunDraft, setupOf } from '@/lib/run-draft';
import { useDraft } from './draft-form';
import { RadioCards } from './radio-cards';

const ROUTES: { value: RunDraft['path']; hint: string }[] = [
  { value: '/simple', hint: '16 bytes, nothing allocated: what the framework and the kernel cost.' },
  { value: '/read', hint: 'One of 500 ready-made products of about 4.5 KB: what moving bytes costs.' },
];

export function TargetCard() {
  const { form, draft, run, server, client, errorAt } = useDraft();
  const mayUse = server ? setupOf(run.spec, client?.facts ?? server.facts, server.facts).targetCpus.length : 0;
  const each = draft.prefork ? 'Processes' : 'Threads (GOMAXPROCS)';
  return (
    <Panel title="Target" aside="the reference server: Go, Fiber">
      <div className="grid gap-5">
        <RoutePicker />
        <div className="grid gap-4 sm:grid-cols-2">
          <SwitchField
            id="prefork"
            label="Prefork"
            hint={
              draft.prefork
                ? 'One process for each worker, each with its own listening socket.'
                : 'One process for all CPUs.'
            }
            checked={draft.prefork}
            onChange={(prefork) => form.setValue('prefork', prefork, { shouldDirty: true })}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            id="workers"
            label="Workers"
            inputMode="numeric"
            placeholder="one per CPU"
            hint={`${each}. Empty: one per CPU of its set${mayUse > 0 ? `, ${mayUse} here` : ''}.`}
            error={errorAt('workers')}
            {...form.register('workers')}
          />
          <TextField
            id="port"
            label="Port"
            inputMode="numeric"
            placeholder="automatic"
            hint="Empty: the agent picks a free one."
            error={errorAt('port')}
            {...form.register('port')}
          />
        </div>
      </div>
    </Panel>
  );
}

function RoutePicker() {
  const { form, draft } = useDraft();
  return (
    <RadioCards
      field="path"
      label="Route"
      value={draft.path}
      onChange={(path) => form.setValue('path', path, { shouldDirty: true })}
      options={ROUTES}
    />
  );
}
