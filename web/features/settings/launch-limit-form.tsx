'use client';

import type { LaunchLimit } from '@contract/launch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { put } from '@/api/client';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';
import { differs, dollarsFault, hostsFault, readDollars, readHosts } from './launch-limit-input';

export function LaunchLimitForm({ limit }: { limit: LaunchLimit }) {
  const { mostInstances, mostMicroUsdPerHour } = limit;
  const queries = useQueryClient();
  const form = useForm({
    values: {
      hosts: mostInstances === null ? '' : String(mostInstances),
      dollars: mostMicroUsdPerHour === null ? '' : String(mostMicroUsdPerHour / 1e6),
    },
    resetOptions: { keepDirtyValues: true },
  });
  const change = useMutation({
    mutationFn: ({ hosts, dollars }: { hosts: string; dollars: string }) =>
      put('/api/v1/launch-limit', { mostInstances: readHosts(hosts), mostMicroUsdPerHour: readDollars(dollars) }),
    onSuccess: (next) => queries.setQueryData(['launch-limit'], next),
  });
  const { errors } = form.formState;
  // The form's own isDirty is lost when another administrator's limit arrives.
  const isChanged = differs(form.watch(), limit);
  return (
    <form noValidate className="grid gap-2" onSubmit={form.handleSubmit((body) => change.mutate(body))}>
      {change.isError && <ErrorNotice title="The limit was not changed" error={change.error} />}
      <div className="flex max-w-[34rem] flex-wrap items-start gap-2">
        <TextField
          id="most-hosts"
          label="Hosts at once"
          hint="Empty: any number."
          inputMode="numeric"
          fieldClass="min-w-40 flex-1"
          error={errors.hosts?.message}
          {...form.register('hosts', { validate: (typed) => hostsFault(typed) ?? true })}
        />
        <TextField
          id="most-dollars"
          label="US$ an hour, all together"
          hint="Empty: any price. Without disks and traffic."
          inputMode="decimal"
          fieldClass="min-w-40 flex-1"
          error={errors.dollars?.message}
          {...form.register('dollars', { validate: (typed) => dollarsFault(typed) ?? true })}
        />
        <Button type="submit" className="mt-[1.375rem] h-8" disabled={!isChanged || change.isPending}>
          Save
        </Button>
      </div>
      <p className="text-sm text-muted">
        A launch over the limit is refused, with the figures. Hosts launched before stay until their time is over.
      </p>
      <p role="status" className="text-sm text-muted">
        {change.isSuccess && !isChanged ? 'Saved.' : ''}
      </p>
    </form>
  );
}
