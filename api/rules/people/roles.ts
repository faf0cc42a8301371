import type { Role } from '../../contract/account.ts';
import { ROLES } from '../../contract/choices.ts';

/** Whether a role includes another. */
export const mayAct = (has: Role, needs: Role): boolean => ROLES.indexOf(has) >= ROLES.indexOf(needs);

/** The roles that someone of this role may give away, least first. */
export const rolesUpTo = (role: Role): Role[] => ROLES.filter((each) => mayAct(role, each));

export const ROLE_SENTENCE: Record<Role, string> = {
  viewer: 'reads runs and hosts',
  operator: 'reads, runs, cancels, labels and shares',
  admin: 'reads, runs, shares, and manages people, tokens and hosts',
};
