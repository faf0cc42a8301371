import type { Role } from '@contract/account';
import type { ComponentProps } from 'react';
import { SelectBox } from '@/ui/inputs/control';

/** Roles to choose from, least first. */
export function RoleSelect({ roles, ...select }: { roles: readonly Role[] } & ComponentProps<'select'>) {
  return (
    <SelectBox {...select}>
      {roles.map((role) => (
        <option key={role} value={role}>
          {role}
        </option>
      ))}
    </SelectBox>
  );
}
