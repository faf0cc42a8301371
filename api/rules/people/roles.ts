import type { Role } from '../../contract/account.ts';
import { ROLES } from '../../contract/choices.ts';

/** Whether a role includes another. */
export const mayAct = (has: Role, needs: Role): boolean => ROLES.indexOf(has) >= ROLES.indexOf(needs);

/** The roles that someone of this role may give away, least first. */
export const rolesUpTo = (role: Role): Role[] => ROLES.filter((each) => mayAct(role, each));

export const ROLE_SENTENCE: Record<Role, string> = {
  viewer: 'reads what was measured, and the hosts',
  operator: 'reads, runs, tunes hosts, imports, shares, and launches hosts within the budgets',
  admin: 'does all of that, and manages people, tokens, hosts, budgets and settings',
};
