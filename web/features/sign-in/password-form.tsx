'use client';

import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { post } from '@/api/client';
import { ApiError } from '@/api/problem';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';

interface Credentials {
  email: string;
  password: string;
}

interface PasswordProps {
  onTry: () => void;
  onSignedIn: () => void;
  /** The password was right, and the account has a second factor. */
  onCodeNeeded: () => void;
}

export function PasswordForm({ onTry, onSignedIn, onCodeNeeded }: PasswordProps) {
  const form = useForm<Credentials>({ defaultValues: { email: '', password: '' } });
  const signIn = useMutation({
    mutationFn: (body: Credentials) => post('/api/auth/sign-in/email', body, { stay: true }),
    onSuccess: onSignedIn,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'second-factor-needed') onCodeNeeded();
      else form.setFocus('password', { shouldSelect: true });
    },
  });
  const { errors } = form.formState;
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={form.handleSubmit((credentials) => {
        onTry();
        signIn.mutate(credentials);
      })}
    >
      {signIn.isError && <ErrorNotice title="Not signed in" error={signIn.error} />}
      <TextField
        id="email"
        type="email"
        label="Email address"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email', { required: 'Type the address of your account.' })}
      />
      <TextField
        id="password"
        type="password"
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', { required: 'Type your password.' })}
      />
      <div className="mt-1">
        <Button type="submit" look="primary" disabled={signIn.isPending || signIn.isSuccess}>
          {signIn.isPending || signIn.isSuccess ? 'Signing in …' : 'Sign in'}
        </Button>
      </div>
    </form>
  );
}
