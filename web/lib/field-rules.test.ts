import { describe, expect, it } from 'vitest';
import { nameRules } from './field-rules';

describe('the rules of a name', () => {
  it.each([
    ['ann', true],
    ['x'.repeat(80), true],
    [` ${'x'.repeat(80)} `, true],
    ['x'.repeat(81), 'It may have at most 80 characters.'],
    ['  ', 'Type a name.'],
  ])('are those of the contract, which trims first: %j', (name, said) => {
    expect(nameRules().validate(name)).toBe(said);
  });
});
