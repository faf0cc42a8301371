import { expect, test } from 'vitest';
import { offeredChoices, type VariantSetting } from './variant-settings';

const choicesOf = (values: string[]) => values.map((value) => ({ value, label: value || '20000 (default)' }));
const SPIN: VariantSetting = {
  ...{ field: 'target.parameters.spin', label: 'parameter spin', group: 'target', about: '', empty: 'as it is' },
  ...{ placeholder: 'as it is', usual: '20000', choices: choicesOf(['', '20000', '60000']) },
};
const offered = (baseline: string, text?: string) => offeredChoices(SPIN, baseline, text).map(({ value }) => value);

test('a variant is offered nothing that its baseline has, by whatever name', () => {
  expect(offered('')).toEqual(['60000']);
  expect(offered('20000')).toEqual(['60000']);
  expect(offered('60000')).toEqual(['']);
});

test('what a variant has already stays to be seen', () => {
  expect(offered('', '20000')).toEqual(['20000', '60000']);
});
