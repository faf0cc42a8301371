import { expect, it } from 'vitest';
import { shellLine } from './shell.ts';

it('writes a command so that it reads back to the same arguments', () => {
  expect(shellLine(['autocannon', '--header', "it's: a b", '-c', '10'])).toBe(
    "autocannon --header 'it'\\''s: a b' -c 10",
  );
});
