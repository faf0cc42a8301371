import { describe, expect, it } from 'vitest';
import { mayAct, rolesUpTo } from './roles.ts';

describe('roles', () => {
  it.each([
    ['viewer', 'viewer', true],
    ['viewer', 'operator', false],
    ['viewer', 'admin', false],
    ['operator', 'viewer', true],
    ['operator', 'operator', true],
    ['operator', 'admin', false],
    ['admin', 'viewer', true],
    ['admin', 'operator', true],
    ['admin', 'admin', true],
  ] as const)('%s may do what needs %s: %s', (has, needs, may) => {
    expect(mayAct(has, needs)).toBe(may);
  });

  it('can be given away up to one’s own', () => {
    expect(rolesUpTo('viewer')).toEqual(['viewer']);
    expect(rolesUpTo('operator')).toEqual(['viewer', 'operator']);
    expect(rolesUpTo('admin')).toEqual(['viewer', 'operator', 'admin']);
  });
});
