'use client';

import { targetText } from '@rules/spec/target-words';
import type { TargetDraft } from '@/features/draft/target-draft';
import { useDraft } from '@/features/new-run/draft-form';
import { LabelledChoice } from '@/features/new-run/labelled-choice';
import { ListeningFields, NamedFields } from '@/features/new-run/on-demand';
import { Panel } from '@/ui/panel';
import { ReferenceFields } from './reference-fields';

const KINDS: { value: TargetDraft['kind']; label: string; hint: string }[] = [
  {
    value: 'reference',
    label: 'Reference server',
    hint: 'Comes with the agent, which starts and stops it; known to the last byte.',
  },
  {
    value: 'named',
    label: 'Named by the host',
    hint: 'A server that the host’s configuration file names; its agent starts and stops it.',
  },
  {
    value: 'listening',
    label: 'Listening already',
    hint: 'Something that runs on the host already; it is neither started nor stopped.',
  },
];

const isTarget = (field: string): boolean => field.startsWith('target.');

export function TargetCard() {
  const { form, draft, run, server, errors, errorAt } = useDraft();
  const { kind, name } = draft.target;
  const choose = (next: TargetDraft['kind']): void => {
    form.setValue('target.kind', next, { shouldDirty: true });
    const [only, ...others] = server?.facts.targets ?? [];
    // Where there is one, there is nothing to choose.
    if (next === 'named' && name === '' && only && others.length === 0) form.setValue('target.name', only.name);
  };
  return (
    <Panel title="Target" aside={Object.keys(errors).some(isTarget) ? undefined : targetText(run.spec.target)}>
      <div className="grid gap-5">
        <LabelledChoice
          field="target.kind"
          label="Kind"
          value={kind}
          onChange={choose}
          options={KINDS}
          hint={KINDS.find(({ value }) => value === kind)?.hint}
          error={errorAt('target.kind')}
        />
        {kind === 'reference' && <ReferenceFields />}
        {kind === 'named' && <NamedFields />}
        {kind === 'listening' && <ListeningFields />}
      </div>
    </Panel>
  );
}
