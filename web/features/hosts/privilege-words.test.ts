import { expect, test } from 'vitest';
import { ALL_PRIVILEGES, privilegeTold } from './privilege-words';

test('a host says whether its agent can tune it', () => {
  expect(privilegeTold(ALL_PRIVILEGES).short).toBe('can tune');
  expect(privilegeTold([]).short).toBe('measures only: no rights to tune');
  expect(privilegeTold(['sys-nice', 'sys-resource']).short).toBe('measures only: no rights to tune');
  expect(privilegeTold(['net-admin', 'dac-override', 'sys-nice', 'sys-resource'])).toEqual({
    short: 'can tune in part',
    sentence: 'Partial tuning; missing: services.',
  });
});
