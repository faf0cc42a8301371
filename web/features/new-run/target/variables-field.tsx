'use client';

import { useDraft } from '@/features/new-run/draft-form';
import { Field, TextField } from '@/ui/inputs/field';
import { Lines } from './request-editor';

/** What stands for {{name}} in paths, headers and bodies. */
export function VariablesField() {
  const { form, input, errorAt } = useDraft();
  const error = errorAt('variables');
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
      <Field
        id="variables"
        label="Variables, one a line"
        error={error}
        hint="{{id}} in a path, a header or a text body becomes a new value with each request. One value alone measures caches."
      >
        <Lines
          field="variables"
          error={error}
          placeholder={'id: counter from 1\nuser: random 1 to 1000\nitem: in turn apples, pears'}
          register={form.register('variables')}
        />
      </Field>
      <TextField
        id="variables-seed"
        label="Seed"
        inputMode="numeric"
        hint="The same seed draws the same values."
        {...input('seed')}
      />
    </div>
  );
}
