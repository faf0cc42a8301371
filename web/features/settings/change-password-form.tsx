'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { post, put } from '@/api/client';
import { ApiError } from '@/api/problem';
import { PASSWORD_HINT, PASSWORD_RULES } from '@/lib/field-rules';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';
import { showRefusal } from '../shell/form-refusal';

const EMPTY = { currentPassword: '', newPassword: '' };

/** The first one needs no old one; a later one does, so that an open browser is not enough to take an account. */
export function ChangePasswordForm({ hasPassword, email }: { hasPassword: boolean; email: string }) {
  const queries = useQueryClient();
  const form = useForm({ defaultValues: EMPTY });
  const change = useMutation({
    mutationFn: async ({ currentPassword, newPassword }: typeof EMPTY) => {
      // Typed here, it is not asked for again.
      if (hasPassword) await post('/api/v1/account/proof', { password: currentPassword, code: null });
      return put('/api/v1/account/password', { currentPassword: hasPassword ? currentPassword : null, newPassword });
    },
    onSuccess: async () => {
      form.reset(EMPTY);
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['account'] }),
        queries.invalidateQueries({ queryKey: ['sessions'] }),
      ]);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.fields.some(({ path }) => path === 'password')) {
        form.setError('currentPassword', { message: 'It is not right.' }, { shouldFocus: true });
      } else showRefusal(form, error);
    },
  });
  const { errors } = form.formState;
  return (
    <form noValidate className="grid max-w-[26rem] gap-3" onSubmit={form.handleSubmit((body) => change.mutate(body))}>
      {change.isError && <ErrorNotice title="The password was not changed" error={change.error} />}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {hasPassword ? (
        <TextField
          id="current-password"
          type="password"
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', { required: 'Type your current password.' })}
        />
      ) : (
        <p className="text-sm text-muted">With a password you can sign in without a link from the terminal.</p>
      )}
      <TextField
        id="new-password"
        type="password"
        label="New password"
        hint={PASSWORD_HINT}
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...form.register('newPassword', PASSWORD_RULES)}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={change.isPending}>
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
        <p role="status" className="text-xs text-muted">
          {change.isSuccess ? 'Changed. You are signed out everywhere else.' : 'Signs you out everywhere else.'} API
          tokens go on working.
        </p>
      </div>
    </form>
  );
}
