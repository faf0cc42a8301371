import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { HOSTILE_TEXTS, isHiding } from '../../testing/hostile.ts';
import { shellLine } from './shell.ts';

it('writes a command so that it reads back to the same arguments', () => {
  expect(shellLine(['autocannon', '--header', "it's: a b", '-c', '10'])).toBe(
    "autocannon --header 'it'\\''s: a b' -c 10",
  );
});

it('hides nothing from whoever reads it, and means the same to bash', () => {
  const words = [...Object.values(HOSTILE_TEXTS), "it's\\x41\\", '\u202e0'].filter((word) => !/[\0\p{Cs}]/u.test(word));
  const line = shellLine(words);
  expect(isHiding(line)).toBe(false);
  const { stdout } = spawnSync('bash', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
  expect(stdout.split('\0').slice(0, -1)).toEqual(words);
});
