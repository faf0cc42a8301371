'use client';

import type { Person, Role } from '@contract/account';
import { ROLES } from '@contract/choices';
import { useState } from 'react';
import { Button } from '@/ui/button';
import {
  ChangeRoleConfirm,
  DisableConfirm,
  RemoveSecondFactorConfirm,
  ResetPasswordDialog,
  useEnable,
} from './person-actions';
import { RoleSelect } from './role-select';

/** What another person may do; changing it is asked about. */
export function PersonRole({ person }: { person: Person }) {
  const [role, setRole] = useState<Role | null>(null);
  if (person.disabled) return person.role;
  return (
    <>
      <RoleSelect
        roles={ROLES}
        value={person.role}
        aria-label={`Role of ${person.name}`}
        className="!w-auto"
        onChange={(event) => setRole(event.target.value as Role)}
      />
      <ChangeRoleConfirm person={person} role={role} onClose={() => setRole(null)} />
    </>
  );
}

/** Password and access of another person. */
export function PersonActions({ person }: { person: Person }) {
  const [open, setOpen] = useState<'disable' | 'reset' | 'second-factor' | null>(null);
  const enable = useEnable(person);
  if (person.disabled) {
    return (
      <div className="flex items-center gap-3">
        {enable.isError && (
          <span role="alert" className="text-xs text-bad">
            {enable.error.message}
          </span>
        )}
        <Button disabled={enable.isPending} onClick={() => enable.mutate()} aria-label={`Enable ${person.name}`}>
          Enable
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-1.5 md:flex-nowrap">
      {person.hasSecondFactor && (
        <Button
          onClick={() => setOpen('second-factor')}
          aria-label={`Turn off two-factor authentication of ${person.name}`}
        >
          Two-factor off …
        </Button>
      )}
      <Button onClick={() => setOpen('reset')} aria-label={`Reset password of ${person.name}`}>
        Reset password …
      </Button>
      <Button onClick={() => setOpen('disable')} aria-label={`Disable ${person.name}`}>
        Disable …
      </Button>
      <RemoveSecondFactorConfirm person={person} open={open === 'second-factor'} onClose={() => setOpen(null)} />
      <DisableConfirm person={person} open={open === 'disable'} onClose={() => setOpen(null)} />
      <ResetPasswordDialog person={person} open={open === 'reset'} onClose={() => setOpen(null)} />
    </div>
  );
}
