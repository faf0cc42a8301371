'use client';

import { offeredText, profilesText } from '@rules/spec/load-words';
import { stepAbilities } from '@/features/draft/common-abilities';
import { profileKindsOf } from '@/features/draft/run-facts';
import { useDraft } from '@/features/new-run/draft-form';
import { FormPart } from '@/features/new-run/form-part';
import { StepProfiles } from './step-profiles';

/** Repetitions of steps with profiles. Nothing where the target offers none, or a search plans the steps. */
export function ProfilingPart() {
  const { draft, run, server, abilities } = useDraft();
  const kinds = stepAbilities(abilities, profileKindsOf(draft.target, server?.facts ?? null)).profiles;
  if (kinds.length === 0 || draft.search.on) return null;
  const profiled = run.spec.load.steps.filter(({ profiles }) => profiles.length > 0);
  const said = profiled
    .map((step) => `${offeredText(step, run.spec.load.protocol)}: ${profilesText(step.profiles)}`)
    .join(' · ');
  return (
    <FormPart part="profiling" title="Profiling" said={said || 'no step is profiled'}>
      <ol className="grid gap-3">
        {draft.steps.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place
          <li key={index}>
            <StepProfiles index={index} kinds={kinds} />
          </li>
        ))}
      </ol>
    </FormPart>
  );
}
