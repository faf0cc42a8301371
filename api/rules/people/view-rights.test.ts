import { expect, it } from 'vitest';
import { mayChangeView, mayDeleteView, mayShareViews } from './view-rights.ts';

const VIEWS = {
  'one’s own': { own: true, shared: false },
  'one’s own, shared': { own: true, shared: true },
  'another’s, shared': { own: false, shared: true },
  'another’s': { own: false, shared: false },
};

it.each([
  ['viewer', { share: false, change: ['one’s own'], remove: ['one’s own', 'one’s own, shared'] }],
  ['operator', { share: true, change: ['one’s own', 'one’s own, shared'], remove: ['one’s own', 'one’s own, shared'] }],
  [
    'admin',
    {
      share: true,
      change: ['one’s own', 'one’s own, shared'],
      remove: ['one’s own', 'one’s own, shared', 'another’s, shared'],
    },
  ],
] as const)('a %s may do with saved views what the role is for', (role, may) => {
  const those = (right: typeof mayChangeView) =>
    Object.entries(VIEWS).flatMap(([name, view]) => (right(view, role) ? [name] : []));
  expect({ share: mayShareViews(role), change: those(mayChangeView), remove: those(mayDeleteView) }).toEqual(may);
});
