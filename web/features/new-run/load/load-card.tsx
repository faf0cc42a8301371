'use client';

import { loadText } from '@rules/spec/load-words';
import { isLoadPreset, PRESETS, type Preset, withLoadPreset } from '@/features/draft/presets';
import { useDraft } from '@/features/new-run/draft-form';
import { SearchEditor } from '@/features/new-run/on-demand';
import { Button } from '@/ui/button';
import { Panel } from '@/ui/panel';
import { LoadFields } from './load-fields';
import { LoopChoiceField } from './loop-choice-field';
import { PlanChoice } from './plan-choice';
import { RampEditor } from './ramp-editor';
import { ToolChoice } from './tool-choice';

export function LoadCard() {
  const { draft, run, errors } = useDraft();
  const broken = Object.keys(errors).some((field) => /^(steps|search)\b/.test(field));
  return (
    <Panel title="Load profile" aside={broken ? draft.tool : `${draft.tool}: ${loadText(run.spec.load)}`}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <ToolChoice />
        <Presets />
        <div className="grid gap-4 sm:grid-cols-2">
          <LoopChoiceField />
          <PlanChoice />
        </div>
        {draft.search.on ? <SearchEditor /> : <RampEditor />}
        <LoadFields />
      </div>
    </Panel>
  );
}

function Presets() {
  const { form, draft } = useDraft();
  const apply = (preset: Preset): void => {
    const options = { shouldDirty: true };
    const load = withLoadPreset(preset, draft);
    form.setValue('loop', load.loop, options);
    form.setValue('warmupSeconds', load.warmupSeconds, options);
    form.setValue('pauseSeconds', load.pauseSeconds, options);
    form.setValue('steps', load.steps, options);
    form.setValue('search', load.search, options);
  };
  return (
    <div>
      <p id="presets-label" className="mb-1.5 text-xs font-medium text-muted">
        Presets
      </p>
      <fieldset aria-labelledby="presets-label" className="flex flex-wrap gap-2">
        {PRESETS.map((preset) => (
          <Button
            key={preset.id}
            aria-pressed={isLoadPreset(preset, draft)}
            className="whitespace-normal text-left aria-pressed:border-accent aria-pressed:bg-accent-soft"
            onClick={() => apply(preset)}
          >
            {preset.label}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
