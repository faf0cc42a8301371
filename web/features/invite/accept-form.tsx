'use client';

import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { post } from '@/api/client';
import { nameRules, PASSWORD_HINT, PASSWORD_RULES } from '@/lib/field-rules';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';
import { showRefusal } from '../shell/form-refusal';

interface Acceptance {
  name: string;
  password: string;
}

export function AcceptForm({ secret, email }: { secret: string; email: string }) {
  const form = useForm<Acceptance>({ defaultValues: { name: '', password: '' } });
  const accept = useMutation({
    mutationFn: (body: Acceptance) => post('/api/v1/invites/accept', { secret, ...body }, { stay: true }),
    onSuccess: () => window.location.replace('/'),
    onError: (error) => showRefusal(form, error),
  });
  const { errors } = form.formState;
  return (
    <form noValidate className="grid gap-3" onSubmit={form.handleSubmit((body) => accept.mutate(body))}>
      {accept.isError && <ErrorNotice title="No account was made" error={accept.error} />}
      {/* So that a password manager keeps the right name with the password. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField
        id="name"
        label="Your name"
        hint="As others see it beside what you do here."
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name', nameRules('Type your name.'))}
      />
      <TextField
        id="password"
        type="password"
        label="Password"
        hint={PASSWORD_HINT}
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password', PASSWORD_RULES)}
      />
      <div className="mt-1">
        <Button type="submit" look="primary" disabled={accept.isPending || accept.isSuccess}>
          {accept.isPending || accept.isSuccess ? 'Making your account …' : 'Create account'}
        </Button>
      </div>
    </form>
  );
}
