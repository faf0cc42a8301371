'use client';

import { targetText } from '@rules/spec/target-words';
import type { TargetDraft } from '@/features/draft/target-draft';
import { useDraft } from '@/features/new-run/draft-form';
import { FormPart } from '@/features/new-run/form-part';
import { LabelledChoice } from '@/features/new-run/labelled-choice';
import { ExternalFields, ListeningFields, NamedFields } from '@/features/new-run/on-demand';
import { SwitchField } from '@/ui/inputs/switch-field';
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
  {
    value: 'external',
    label: 'An address without an agent',
    hint: 'Staging behind a balancer, a container, an API that is yours to load: an address that the load generators’ hosts allow.',
  },
];

function SpeaksTls() {
  const { form, draft, errorAt } = useDraft();
  const error = errorAt('target.tls');
  return (
    <div>
      <SwitchField
        id="target-tls"
        label="TLS"
        hint={
          draft.target.tls
            ? 'Clients reach it by https; how they do is set under Tool.'
            : 'Clients reach it by http, in the clear.'
        }
        checked={draft.target.tls}
        onChange={(tls) => form.setValue('target.tls', tls, { shouldDirty: true })}
      />
      {error && <p className="mt-1 text-xs text-bad [overflow-wrap:anywhere]">{error}</p>}
    </div>
  );
}

export function TargetPart() {
  const { form, draft, run, server, errorAt } = useDraft();
  const { kind, name } = draft.target;
  const choose = (next: TargetDraft['kind']): void => {
    form.setValue('target.kind', next, { shouldDirty: true });
    const [only, ...others] = server?.facts.targets ?? [];
    // Coming from a target that has no host here.
    if (next !== 'external' && draft.serverHostId === '') form.setValue('serverHostId', draft.clientHostIds[0] ?? '');
    // Where there is one, there is nothing to choose.
    if (next === 'named' && name === '' && only && others.length === 0) form.setValue('target.name', only.name);
  };
  return (
    <FormPart part="target" title="Target" said={targetText(run.spec.target)}>
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
        {kind === 'external' ? <ExternalFields /> : <SpeaksTls />}
      </div>
    </FormPart>
  );
}
