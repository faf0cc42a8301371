'use client';

import { FRAMEWORK_NAMES } from '@contract/choices';
import { FRAMEWORKS } from '@rules/spec/target-words';
import { useDraft } from '@/features/new-run/draft-form';
import { LabelledChoice } from '@/features/new-run/labelled-choice';
import { SwitchField } from '@/ui/inputs/switch-field';
import { BackendHostField } from './backend-host-field';

const ABOUT = {
  fiber: 'Fiber is a router on top of fasthttp.',
  fasthttp: 'fasthttp alone, without a router’s cost.',
  nethttp: 'Go’s own HTTP server: about twice the CPU for a request.',
} as const;

export function ReferenceFields() {
  const { form, draft, errorAt } = useDraft();
  const { framework, prefork } = draft.target;
  return (
    <>
      <LabelledChoice
        field="target.framework"
        label="Framework"
        value={framework}
        onChange={(next) => form.setValue('target.framework', next, { shouldDirty: true })}
        options={FRAMEWORK_NAMES.map((value) => ({ value, label: FRAMEWORKS[value] }))}
        hint={ABOUT[framework]}
        error={errorAt('target.framework')}
      />
      <SwitchField
        id="prefork"
        label="Prefork"
        hint={
          prefork ? 'One process for each worker, each with its own listening socket.' : 'One process for all CPUs.'
        }
        checked={prefork}
        onChange={(next) => form.setValue('target.prefork', next, { shouldDirty: true })}
      />
      <BackendHostField />
    </>
  );
}
