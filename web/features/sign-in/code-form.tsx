'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { post } from '@/api/client';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';

/** The second half of signing in. */
export function CodeForm({ onSignedIn, onBack }: { onSignedIn: () => void; onBack: () => void }) {
  const form = useForm({ defaultValues: { code: '' } });
  const signIn = useMutation({
    mutationFn: (body: { code: string }) => post('/api/auth/sign-in/second-factor', body, { stay: true }),
    onSuccess: onSignedIn,
    onError: () => form.setFocus('code', { shouldSelect: true }),
  });
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <form noValidate className="grid gap-3" onSubmit={form.handleSubmit((body) => signIn.mutate(body))}>
      {signIn.isError && <ErrorNotice title="Not signed in" error={signIn.error} />}
      <TextField
        id="code"
        label="Code"
        hint="Six digits of your authenticator app, or a backup code. Lost both? An administrator can turn two-factor authentication off."
        autoComplete="one-time-code"
        autoCapitalize="none"
        error={form.formState.errors.code?.message}
        {...form.register('code', { required: 'Type a code.' })}
      />
      <div className="mt-1 flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={signIn.isPending || signIn.isSuccess}>
          {signIn.isPending || signIn.isSuccess ? 'Signing in …' : 'Sign in'}
        </Button>
        <Button onClick={onBack}>Back to the password</Button>
      </div>
    </form>
  );
}
