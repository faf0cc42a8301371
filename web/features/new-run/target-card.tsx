'use client';

import { RadioGroup } from 'radix-ui';
import { TextField } from '@/components/field';
import { Panel } from '@/components/panel';
import { SwitchField } from '@/components/switch-field';
import { parseCpuList } from '@/lib/cpu-list';
import { plural } from '@/lib/format';
import type { RunDraft } from '@/lib/run-draft';
import { useDraft } from './draft-form';

const ROUTES: { path: RunDraft['path']; costs: string }[] = [
  { path: '/simple', costs: '16 bytes, nothing allocated: what the framework and the kernel cost.' },
  { path: '/read', costs: 'One of 500 ready-made products of about 4.5 KB: what moving bytes costs.' },
];

export function TargetCard() {
  const { form, draft, host, errorAt } = useDraft();
  const mayUse = (parseCpuList(draft.targetCpus) ?? parseCpuList(host?.facts.onlineCpus ?? '') ?? []).length;
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
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField
            id="workers"
            label="Workers"
            inputMode="numeric"
            placeholder="one per CPU"
            hint={`${each}. Empty: one per CPU it may use${mayUse > 0 ? `, ${mayUse} here` : ''}.`}
            error={errorAt('workers')}
            {...form.register('workers')}
          />
          <TextField
            id="target-cpus"
            label="CPU set"
            placeholder={`every CPU${host ? `: ${host.facts.onlineCpus}` : ''}`}
            hint={draft.targetCpus.trim() && mayUse > 0 ? plural(mayUse, 'CPU') : 'Such as 0-3. Empty: every CPU.'}
            error={errorAt('targetCpus')}
            {...form.register('targetCpus')}
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
    <div>
      <p id="route-label" className="mb-1 text-xs font-medium text-muted">
        Route
      </p>
      <RadioGroup.Root
        aria-labelledby="route-label"
        value={draft.path}
        onValueChange={(path) => form.setValue('path', path as RunDraft['path'], { shouldDirty: true })}
        className="grid gap-2 sm:grid-cols-2"
      >
        {ROUTES.map(({ path, costs }) => (
          <RadioGroup.Item
            key={path}
            value={path}
            className="group flex items-start gap-2.5 rounded-control border border-control/60 px-3 py-2.5 text-left hover:border-control data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
          >
            <span
              aria-hidden
              className="mt-1 grid size-3.5 shrink-0 place-items-center rounded-full border border-control group-data-[state=checked]:border-accent"
            >
              <RadioGroup.Indicator className="size-1.5 rounded-full bg-accent" />
            </span>
            <span>
              <span className="block font-mono text-sm font-medium">{path}</span>
              <span className="block text-xs text-muted">{costs}</span>
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
