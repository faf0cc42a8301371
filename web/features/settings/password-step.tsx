'use client';

import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { post } from '@/api/client';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';
import { showRefusal } from '../shell/form-refusal';

interface PasswordStepProps<Answer> {
  email: string;
  /** What stands above a refusal. */
  failed: string;
  /** Asked once the password has proved who it is. */
  ask: (password: string) => Promise<Answer>;
  onAnswer: (answer: Answer) => void;
  onCancel: () => void;
}

/** Asks for the password before something is shown. */
export function PasswordStep<Answer>({ email, failed, ask, onAnswer, onCancel }: PasswordStepProps<Answer>) {
  const form = useForm({ defaultValues: { password: '' } });
  const step = useMutation({
    mutationFn: async ({ password }: { password: string }) => {
      await post('/api/v1/account/proof', { password, code: null });
      return ask(password);
    },
    onSuccess: onAnswer,
    onError: (error) => showRefusal(form, error),
  });
  return (
    <form noValidate className="grid gap-3" onSubmit={form.handleSubmit((body) => step.mutate(body))}>
      {step.isError && <ErrorNotice title={failed} error={step.error} />}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField
        id="second-factor-password"
        type="password"
        label="Your password"
        autoComplete="current-password"
        error={form.formState.errors.password?.message}
        {...form.register('password', { required: 'Type your password.' })}
      />
      <Buttons action="Continue" acting={step.isPending} onCancel={onCancel} />
    </form>
  );
}

interface ButtonsProps {
  action: string;
  acting: boolean;
  onCancel: () => void;
}

export function Buttons({ action, acting, onCancel }: ButtonsProps) {
  return (
    <div className="mt-1 flex justify-end gap-2">
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" look="primary" disabled={acting}>
        {action}
      </Button>
    </div>
  );
}
