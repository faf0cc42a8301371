import { expect, it } from 'vitest';
import { letterOf } from './side-names.ts';

it('has a letter for each of the runs of an experiment', () => {
  expect([0, 25, 26, 27, 51, 52, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AB', 'AZ', 'BA', 'ZZ', 'AAA']);
});
