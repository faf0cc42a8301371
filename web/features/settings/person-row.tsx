'use client';

import type { Person, Role } from '@contract/account';
import { ROLES } from '@contract/choices';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { Used, When } from '@/ui/when';
import { ChangeRoleConfirm, DisableConfirm, ResetPasswordDialog, useEnable } from './person-actions';
import { RoleSelect } from './role-select';

/** One's own role and access can only be taken by another administrator. */
export function PersonRow({ person, isMe }: { person: Person; isMe: boolean }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium [overflow-wrap:anywhere]">
          {person.name}
          {isMe && <Chip tone="ok">you</Chip>}
          {person.disabled && <Chip tone="bad">disabled</Chip>}
        </p>
        <p className="text-xs text-muted [overflow-wrap:anywhere]">
          {person.email} · <Used atUs={person.lastUsedAtUs} never="not signed in" /> · joined{' '}
          <When atUs={person.createdAtUs} />
          {!person.hasPassword && ' · no password'}
        </p>
      </div>
      {isMe ? <span className="text-sm text-muted">{person.role}</span> : <Actions person={person} />}
    </li>
  );
}

function Actions({ person }: { person: Person }) {
  const [role, setRole] = useState<Role | null>(null);
  const [open, setOpen] = useState<'disable' | 'reset' | null>(null);
  const enable = useEnable(person);
  if (person.disabled) {
    return (
      <div className="flex items-center gap-3">
        {enable.isError && (
          <span role="alert" className="text-xs text-bad">
            {enable.error.message}
          </span>
        )}
        <span className="text-sm text-muted">{person.role}</span>
        <Button disabled={enable.isPending} onClick={() => enable.mutate()} aria-label={`Enable ${person.name}`}>
          Enable
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <RoleSelect
        roles={ROLES}
        value={person.role}
        aria-label={`Role of ${person.name}`}
        className="!w-auto"
        onChange={(event) => setRole(event.target.value as Role)}
      />
      <Button onClick={() => setOpen('reset')} aria-label={`Reset password of ${person.name}`}>
        Reset password …
      </Button>
      <Button onClick={() => setOpen('disable')} aria-label={`Disable ${person.name}`}>
        Disable …
      </Button>
      <ChangeRoleConfirm person={person} role={role} onClose={() => setRole(null)} />
      <DisableConfirm person={person} open={open === 'disable'} onClose={() => setOpen(null)} />
      <ResetPasswordDialog person={person} open={open === 'reset'} onClose={() => setOpen(null)} />
    </div>
  );
}
