'use client';

import type { Account } from '@contract/account';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { patch } from '@/api/client';
import { nameRules } from '@/lib/field-rules';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';

export function NameForm({ account }: { account: Account }) {
  const queries = useQueryClient();
  const form = useForm({ values: { name: account.name } });
  const rename = useMutation({
    mutationFn: (body: { name: string }) => patch('/api/v1/account', body),
    onSuccess: (next) => {
      queries.setQueryData(['account'], next);
      return queries.invalidateQueries({ queryKey: ['session'] });
    },
  });
  const { errors, isDirty } = form.formState;
  return (
    <form noValidate className="grid gap-2" onSubmit={form.handleSubmit((body) => rename.mutate(body))}>
      {rename.isError && <ErrorNotice title="The name was not changed" error={rename.error} />}
      <div className="flex max-w-[26rem] items-start gap-2">
        <TextField
          id="account-name"
          label="Name"
          hint="As others see it beside what you do here."
          autoComplete="name"
          fieldClass="flex-1"
          error={errors.name?.message}
          {...form.register('name', nameRules())}
        />
        <Button type="submit" className="mt-[1.375rem] h-8" disabled={!isDirty || rename.isPending}>
          Save name
        </Button>
      </div>
      <p role="status" className="sr-only">
        {rename.isSuccess && !isDirty ? 'The name was changed.' : ''}
      </p>
    </form>
  );
}
