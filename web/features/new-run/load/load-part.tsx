'use client';

import { loadText } from '@rules/spec/load-words';
import { isLoadPreset, rampsOf } from '@/features/draft/presets';
import { useDraft } from '@/features/new-run/draft-form';
import { FormPart } from '@/features/new-run/form-part';
import { SearchEditor } from '@/features/new-run/on-demand';
import { Button } from '@/ui/button';
import { Breaks } from './breaks';
import { presetText, useLoadPreset } from './load-preset';
import { LoopChoiceField } from './loop-choice-field';
import { PlanChoice } from './plan-choice';
import { RampEditor } from './ramp-editor';

export function LoadPart() {
  const { draft, run } = useDraft();
  const { load } = run.spec;
  const said = [loadText(load), load.warmupSeconds > 0 ? `${load.warmupSeconds} s warm-up` : 'no warm-up'];
  return (
    <FormPart part="load" title="Load" said={said.join(' · ')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Ramps />
        <div className="grid gap-4 sm:grid-cols-2">
          <LoopChoiceField />
          <PlanChoice />
        </div>
        {draft.search.on ? <SearchEditor /> : <RampEditor />}
        <Breaks />
      </div>
    </FormPart>
  );
}

function Ramps() {
  const { draft } = useDraft();
  const apply = useLoadPreset();
  return (
    <div>
      <p id="ramps-label" className="mb-1.5 text-xs font-medium text-muted">
        Ramps
      </p>
      <fieldset aria-labelledby="ramps-label" className="flex flex-wrap gap-2">
        {rampsOf(draft.loop).map((preset) => (
          <Button
            key={preset.id}
            aria-pressed={isLoadPreset(preset, draft)}
            className="whitespace-normal text-left aria-pressed:border-accent aria-pressed:bg-accent-soft"
            onClick={() => apply(preset)}
          >
            {presetText(preset)}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
