import { expect, it } from 'vitest';
import { BACKUP_CHARACTERS, isAppCode, typedCode, wrongCodeSentence } from './second-factor-codes.ts';

it('takes a code however it is typed', () => {
  expect(['123456', '123 456', ' 12-34-56'].map(typedCode)).toEqual(['123456', '123456', '123456']);
  expect(['uOT6y-l5wLh', 'uOT6yl5wLh', 'uOT6y l5wLh ', 'uOT6y - l5wLh'].map(typedCode)).toEqual(
    Array.from({ length: 4 }, () => 'uOT6y-l5wLh'),
  );
});

it('tells the code of an app from a backup code, and what was wrong with either', () => {
  expect(['123 456', '12345', 'abcde-fghjk'].map(isAppCode)).toEqual([true, false, false]);
  for (const typed of ['123456', '12345', '1234567', '']) expect(wrongCodeSentence(typed)).toContain('30 seconds');
  expect(wrongCodeSentence('abcde-fghjk')).toContain('was used before');
});

it('makes codes of characters that nobody takes for another', () => {
  expect(BACKUP_CHARACTERS).not.toMatch(/[01ilo]/);
  expect(new Set(BACKUP_CHARACTERS).size).toBe(BACKUP_CHARACTERS.length);
});
