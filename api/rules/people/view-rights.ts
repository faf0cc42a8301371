import type { Role } from '../../contract/account.ts';
import { mayAct } from './roles.ts';

interface View {
  own: boolean;
  /** Everybody sees it. */
  shared: boolean;
}

/** Whoever may run benchmarks may put something before everybody. */
export const mayShareViews = (role: Role): boolean => mayAct(role, 'operator');

export const mayChangeView = ({ own, shared }: View, role: Role): boolean => own && (!shared || mayShareViews(role));

export const mayDeleteView = ({ own, shared }: View, role: Role): boolean => own || (shared && role === 'admin');
