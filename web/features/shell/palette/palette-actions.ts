import type { Role } from '@contract/account';

export interface Action {
  name: string;
  path: string;
  needs: Role;
}

/** Where one can go without a name to look for. */
export const ACTIONS: Action[] = [
  { name: 'New run', path: '/runs/new', needs: 'operator' },
  { name: 'New experiment', path: '/experiments/new', needs: 'operator' },
  { name: 'Import results', path: '/imports', needs: 'operator' },
  { name: 'Runs', path: '/', needs: 'viewer' },
  { name: 'Runs that regressed against their baseline', path: '/?against=worse', needs: 'viewer' },
  { name: 'Experiments', path: '/experiments', needs: 'viewer' },
  { name: 'Hosts', path: '/hosts', needs: 'viewer' },
  { name: 'Shares', path: '/shares', needs: 'operator' },
  { name: 'Settings', path: '/settings', needs: 'viewer' },
];

/** Those with every word that was typed. */
export function actionsFor(text: string, may: (role: Role) => boolean): Action[] {
  return ACTIONS.filter(({ name, needs }) => may(needs) && isNamed(name, text));
}

/** Every word stands in the name, as the search of the API has it. */
export function isNamed(name: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => name.toLowerCase().includes(word));
}
