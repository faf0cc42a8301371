'use client';

import type { Account } from '@contract/account';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { get, post } from '@/api/client';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';
import { QueryState } from '@/ui/query-state';
import { showRefusal } from './form-refusal';

interface ProofProps {
  /** The API's sentence. */
  detail: string;
  onEnd: (proved: boolean) => void;
}

export function ProofForm({ detail, onEnd }: ProofProps) {
  const account = useQuery({ queryKey: ['account'], queryFn: ({ signal }) => get('/api/v1/account', { signal }) });
  if (!account.data) return <QueryState query={account} what="your account" rows={2} />;
  const { hasPassword, hasSecondFactor } = account.data;
  if (hasPassword || hasSecondFactor) return <TypedProof account={account.data} onEnd={onEnd} />;
  return (
    <div className="grid gap-4">
      <p className="text-sm [overflow-wrap:anywhere]">{detail}</p>
      <Actions onCancel={() => onEnd(false)}>
        <Button look="primary" onClick={() => onEnd(true)}>
          I have opened it: go on
        </Button>
      </Actions>
    </div>
  );
}

function TypedProof({ account, onEnd }: { account: Account; onEnd: ProofProps['onEnd'] }) {
  const { hasPassword, hasSecondFactor, email } = account;
  const form = useForm({ defaultValues: { password: '', code: '' } });
  const prove = useMutation({
    mutationFn: ({ password, code }: { password: string; code: string }) =>
      post('/api/v1/account/proof', password ? { password, code: null } : { password: null, code: code || null }),
    onSuccess: () => onEnd(true),
    onError: (error) => showRefusal(form, error),
  });
  const { setFocus } = form;
  useEffect(() => setFocus(hasPassword ? 'password' : 'code'), [setFocus, hasPassword]);
  const { errors } = form.formState;
  return (
    <form noValidate className="grid gap-3" onSubmit={form.handleSubmit((proof) => prove.mutate(proof))}>
      {prove.isError && <ErrorNotice title="Not confirmed" error={prove.error} />}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {hasPassword && (
        <TextField
          id="proof-password"
          type="password"
          label="Your password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password', {
            validate: (password, { code }) => password !== '' || code !== '' || 'Type your password.',
          })}
        />
      )}
      {hasSecondFactor && (
        <TextField
          id="proof-code"
          label={hasPassword ? 'Or a code' : 'Code'}
          hint="Six digits of your authenticator app, or a backup code."
          autoComplete="one-time-code"
          autoCapitalize="none"
          error={errors.code?.message}
          {...form.register('code')}
        />
      )}
      <Actions onCancel={() => onEnd(false)}>
        <Button type="submit" look="primary" disabled={prove.isPending}>
          Confirm
        </Button>
      </Actions>
    </form>
  );
}

function Actions({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  return (
    <div className="mt-1 flex flex-wrap justify-end gap-2">
      <Button onClick={onCancel}>Cancel</Button>
      {children}
    </div>
  );
}
