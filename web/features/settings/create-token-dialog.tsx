'use client';

import type { Role } from '@contract/account';
import { rolesUpTo } from '@rules/people/roles';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { post } from '@/api/client';
import { nowMs } from '@/lib/clock';
import { nameRules } from '@/lib/field-rules';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { SelectBox } from '@/ui/inputs/control';
import { Field, TextField } from '@/ui/inputs/field';
import { showRefusal } from '../shell/form-refusal';
import { useSession } from '../shell/use-session';
import { RoleSelect } from './role-select';
import { ShownOnce } from './shown-once';

const DAY_US = 86_400e6;
/** By the values of a select, which are text; '' for a token that does not expire. */
const LIFETIMES: [days: string, label: string][] = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'one year'],
  ['', 'until it is revoked'],
];

interface Draft {
  name: string;
  role: Role;
  days: string;
}

/** Starting runs is what most programs want a token for. */
const emptyDraft = (roles: Role[]): Draft => ({
  name: '',
  role: roles.includes('operator') ? 'operator' : 'viewer',
  days: '90',
});

const expiresAtUs = (days: string): number | null => (days ? nowMs() * 1000 + Number(days) * DAY_US : null);

export function CreateTokenDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { session } = useSession();
  const roles = rolesUpTo(session?.role ?? 'viewer');
  const queries = useQueryClient();
  const form = useForm<Draft>({ defaultValues: emptyDraft(roles) });
  const create = useMutation({
    mutationFn: ({ name, role, days }: Draft) => post('/api/v1/tokens', { name, role, expiresAtUs: expiresAtUs(days) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['tokens'] }),
    onError: (error) => showRefusal(form, error),
  });
  const turn = (next: boolean): void => {
    if (!next) {
      create.reset();
      form.reset(emptyDraft(roles));
    }
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={turn}
      deliberate={create.isSuccess}
      title={create.data ? 'Your new token' : 'New API token'}
      description={
        create.data
          ? 'Keep it where the program finds it, and nowhere else.'
          : 'It acts as you, with the lesser of its role and yours at the time.'
      }
    >
      {create.data ? (
        <ShownOnce
          secret={create.data.secret}
          copyLabel="Copy the token"
          note="Only its hash is kept here."
          onDone={() => turn(false)}
        />
      ) : (
        <form noValidate className="grid gap-3" onSubmit={form.handleSubmit((draft) => create.mutate(draft))}>
          {create.isError && <ErrorNotice title="No token was made" error={create.error} />}
          <TokenFields form={form} roles={roles} />
          <div className="mt-2 flex justify-end gap-2">
            <Button onClick={() => turn(false)}>Cancel</Button>
            <Button type="submit" look="primary" disabled={create.isPending}>
              Create token
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function TokenFields({ form, roles }: { form: UseFormReturn<Draft>; roles: Role[] }) {
  const { errors } = form.formState;
  return (
    <>
      <TextField
        id="token-name"
        label="Name"
        hint="What uses it, such as: nightly benchmark."
        error={errors.name?.message}
        {...form.register('name', nameRules())}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field id="token-role" label="Role" error={errors.role?.message}>
          <RoleSelect id="token-role" roles={roles} {...form.register('role')} />
        </Field>
        <Field id="token-days" label="Works for">
          <SelectBox id="token-days" {...form.register('days')}>
            {LIFETIMES.map(([days, label]) => (
              <option key={days} value={days}>
                {label}
              </option>
            ))}
          </SelectBox>
        </Field>
      </div>
    </>
  );
}
