'use client';

import { LabelledChoice } from '@/features/new-run/labelled-choice';
import { KINDS } from '@/lib/experiment-words';
import { controlClass, describedBy } from '@/ui/inputs/control';
import { Field, TextField } from '@/ui/inputs/field';
import { Panel } from '@/ui/panel';
import { useExperimentDraft } from './experiment-form';

export function QuestionCard() {
  const { input, form, draft, errorAt } = useExperimentDraft();
  const hypothesisError = errorAt('hypothesis');
  return (
    <Panel title="Question">
      <div className="grid gap-4">
        <LabelledChoice
          field="kind"
          label="Kind"
          value={draft.kind}
          onChange={(kind) => form.setValue('kind', kind, { shouldDirty: true })}
          options={(['comparison', 'noise-floor'] as const).map((value) => ({ value, label: KINDS[value].label }))}
          hint={KINDS[draft.kind].hint}
          error={errorAt('kind')}
        />
        <TextField
          id="question"
          label="Question"
          placeholder={
            draft.kind === 'comparison'
              ? 'Does prefork cost less CPU per request?'
              : 'How far do identical runs lie apart on these hosts?'
          }
          {...input('question')}
        />
        <Field
          id="hypothesis"
          label="Hypothesis"
          hint="What you expect, and why. May stay empty."
          error={hypothesisError}
        >
          <textarea
            id="hypothesis"
            rows={2}
            aria-invalid={hypothesisError ? true : undefined}
            aria-describedby={describedBy('hypothesis', hypothesisError, 'hint')}
            className={`${controlClass(Boolean(hypothesisError))} h-auto py-1.5`}
            {...form.register('hypothesis')}
          />
        </Field>
      </div>
    </Panel>
  );
}
