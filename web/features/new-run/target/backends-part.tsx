'use client';

import { backendTexts } from '@rules/spec/target-words';
import { askedBackends } from '@/features/draft/backends/backend-draft';
import { useDraft } from '@/features/new-run/draft-form';
import { FormPart } from '@/features/new-run/form-part';
import { BackendFields } from '@/features/new-run/on-demand';

/** The services that the routes of the reference server ask for; where they ask for none there is nothing to choose. */
export function BackendsPart() {
  const { draft, run } = useDraft();
  const { target } = run.spec;
  const asked = askedBackends(draft.requests.reference.map(({ path }) => path));
  if (target.kind !== 'reference' || asked.length === 0) return null;
  return (
    <FormPart part="backends" title="Backends" said={backendTexts(target).join(', ')}>
      <div className="grid gap-5">
        {asked.map((name) => (
          <BackendFields key={name} backend={name} />
        ))}
      </div>
    </FormPart>
  );
}
