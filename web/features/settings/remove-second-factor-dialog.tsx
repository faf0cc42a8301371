'use client';

import type { Account } from '@contract/account';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { post } from '@/api/client';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';
import { showRefusal } from '../shell/form-refusal';
import { Buttons } from './password-step';

interface RemoveProps {
  account: Pick<Account, 'email' | 'hasPassword'>;
  onClose: () => void;
}

export function RemoveSecondFactorDialog({ account: { email, hasPassword }, onClose }: RemoveProps) {
  const queries = useQueryClient();
  const form = useForm({ defaultValues: { password: '', code: '' } });
  const remove = useMutation({
    mutationFn: async ({ password, code }: { password: string; code: string }) => {
      if (hasPassword) await post('/api/v1/account/proof', { password, code: null });
      await post('/api/v1/account/second-factor/remove', { password: hasPassword ? password : null, code });
    },
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ['account'] });
    },
    onError: (error) => showRefusal(form, error),
  });
  const { errors } = form.formState;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Turn off two-factor authentication?"
      description={`${hasPassword ? 'Your password alone signs you in then.' : 'Sign-in links let you in as before.'} The backup codes stop working.`}
    >
      <form noValidate className="grid gap-3" onSubmit={form.handleSubmit((body) => remove.mutate(body))}>
        {remove.isError && <ErrorNotice title="Still on" error={remove.error} />}
        {hasPassword && (
          <>
            <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
            <TextField
              id="remove-second-factor-password"
              type="password"
              label="Your password"
              autoComplete="current-password"
              error={errors.password?.message}
              {...form.register('password', { required: 'Type your password.' })}
            />
          </>
        )}
        <TextField
          id="remove-second-factor-code"
          label="Code"
          hint="Six digits of your authenticator app, or a backup code."
          autoComplete="one-time-code"
          autoCapitalize="none"
          error={errors.code?.message}
          {...form.register('code', { required: 'Type a code.' })}
        />
        <Buttons action="Turn off" acting={remove.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
