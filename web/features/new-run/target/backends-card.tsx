'use client';

import { backendTexts } from '@rules/spec/target-words';
import { askedBackends } from '@/features/draft/backends/backend-draft';
import { useDraft } from '@/features/new-run/draft-form';
import { BackendFields } from '@/features/new-run/on-demand';
import { Panel } from '@/ui/panel';

/** The services that the routes of the reference server ask for; where they ask for none there is nothing to choose. */
export function BackendsCard() {
  const { draft, run, errors } = useDraft();
  const { target } = run.spec;
  const asked = askedBackends(draft.requests.reference.map(({ path }) => path));
  if (target.kind !== 'reference' || asked.length === 0) return null;
  const broken = Object.keys(errors).some((field) => asked.some((name) => field.startsWith(`target.${name}.`)));
  return (
    <Panel title="Backends" aside={broken ? undefined : backendTexts(target).join(', ')}>
      <div className="grid gap-5">
        {asked.map((name) => (
          <BackendFields key={name} backend={name} />
        ))}
      </div>
    </Panel>
  );
}
