import { expect, it } from 'vitest';
import { sortedQuery, viewPath } from './view-address.ts';

it('opens a view by its query, and says which view that is', () => {
  expect(viewPath({ id: 'v1', query: 'against=worse&tag=a%252Cb' })).toBe('/?against=worse&tag=a%252Cb&saved=v1');
  expect(viewPath({ id: 'v1', query: '' })).toBe('/?saved=v1');
});

it('knows the same view whatever the order of its parameters', () => {
  expect(sortedQuery('tag=b,a&against=worse')).toBe(sortedQuery('against=worse&tag=b%2Ca'));
  expect(sortedQuery('against=worse')).not.toBe(sortedQuery('against=better'));
});
