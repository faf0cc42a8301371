'use client';

import { Button } from '@/components/button';
import { TextField } from '@/components/field';
import { Panel } from '@/components/panel';
import { formatCpuList } from '@/lib/cpu-list';
import { defaultToolWorkers } from '@/lib/estimate';
import { plural } from '@/lib/format';
import { PRESETS, type Preset } from '@/lib/presets';
import { setupOf } from '@/lib/run-draft';
import { TOOLS } from '@/lib/tools';
import { useDraft } from './draft-form';
import { RampEditor } from './ramp-editor';
import { ToolChoice } from './tool-choice';

export function LoadCard() {
  const { form, draft, run, client, server, errorAt } = useDraft();
  const toolCpus = client ? setupOf(run.spec, client.facts, server?.facts).toolCpus : [];
  const { worker } = TOOLS[draft.tool];
  const workers = defaultToolWorkers(toolCpus.length);
  const apply = (preset: Preset): void => {
    const options = { shouldDirty: true };
    form.setValue('warmupSeconds', preset.warmupSeconds, options);
    form.setValue('pauseSeconds', preset.pauseSeconds, options);
    form.setValue('steps', preset.steps, options);
  };
  return (
    <Panel title="Load profile" aside={`${draft.tool}, closed loop`}>
      <div className="grid gap-5">
        <ToolChoice />
        <div>
          <p id="presets-label" className="mb-1.5 text-xs font-medium text-muted">
            Presets
          </p>
          <fieldset aria-labelledby="presets-label" className="flex flex-wrap gap-2">
            {PRESETS.map((preset) => (
              <Button
                key={preset.id}
                aria-pressed={isApplied(preset, draft)}
                className="aria-pressed:border-accent aria-pressed:bg-accent-soft"
                onClick={() => apply(preset)}
              >
                {preset.label}
              </Button>
            ))}
          </fieldset>
        </div>
        <RampEditor />
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <TextField
            id="warmup"
            label="Warm-up before each step"
            unit="s"
            inputMode="numeric"
            hint="Never counted. 0: none."
            error={errorAt('warmupSeconds')}
            {...form.register('warmupSeconds')}
          />
          <TextField
            id="pause"
            label="Pause between steps"
            unit="s"
            inputMode="numeric"
            hint="Lets sockets close. 0: none."
            error={errorAt('pauseSeconds')}
            {...form.register('pauseSeconds')}
          />
          <TextField
            id="tool-workers"
            label={`Tool ${worker}s`}
            inputMode="numeric"
            placeholder={String(workers)}
            hint={
              toolCpus.length === 0
                ? 'Empty: its CPUs − 2, at least 1.'
                : `Empty: ${plural(toolCpus.length, 'CPU')} − 2, at least 1.`
            }
            error={errorAt('toolWorkers')}
            {...form.register('toolWorkers')}
          />
          <TextField
            id="tool-cpus"
            label="CPU set of the tool"
            placeholder={`every CPU${client ? `: ${client.facts.onlineCpus}` : ''}`}
            hint={
              draft.toolCpus.trim() && toolCpus.length > 0 && !errorAt('toolCpus')
                ? `${plural(toolCpus.length, 'CPU')} here: ${formatCpuList(toolCpus)}.`
                : 'Such as 4-7 or last 4. Empty: every CPU.'
            }
            error={errorAt('toolCpus')}
            {...form.register('toolCpus')}
          />
          <TextField
            id="samples-per-second"
            label="Samples per second"
            unit="/s"
            inputMode="numeric"
            hint="Of each host. 1 averages over a second; up to 10 show bursts."
            error={errorAt('samplesPerSecond')}
            {...form.register('samplesPerSecond')}
          />
        </div>
      </div>
    </Panel>
  );
}

function isApplied(
  preset: Preset,
  draft: { warmupSeconds: string; pauseSeconds: string; steps: Preset['steps'] },
): boolean {
  const { warmupSeconds, pauseSeconds } = draft;
  return (
    warmupSeconds === preset.warmupSeconds &&
    pauseSeconds === preset.pauseSeconds &&
    JSON.stringify(draft.steps.map(plain)) === JSON.stringify(preset.steps.map(plain))
  );
}

const plain = ({ connections, pipelining, durationSeconds }: Preset['steps'][number]): string[] => [
  connections,
  pipelining,
  durationSeconds,
];
