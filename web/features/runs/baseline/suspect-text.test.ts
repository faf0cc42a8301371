import { expect, test } from 'vitest';
import { suspectText } from './use-baseline';

test('a suspect baseline is called so', () => {
  expect(suspectText('suspect')).toBe(' Its figure is suspect: read it with its findings in mind.');
  expect([suspectText('valid'), suspectText('unchecked'), suspectText(null)]).toEqual(['', '', '']);
});
