// @ts-check
import { expect, it } from 'vitest';
import { parseSteered, steeredBetween } from './softnet.mjs';

const row = (steered, cpu) =>
  `0000001f 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 ${steered} 00000000 00000000 ${cpu}`;

it('counts what was steered to each CPU', () => {
  const before = parseSteered(`${row('00000001', '00000000')}\n${row('0000000f', '00000003')}\n`);
  const after = parseSteered(`${row('00000001', '00000000')}\n${row('0000001f', '00000003')}\n`);
  expect([...steeredBetween(before, after)]).toEqual([
    [0, 0],
    [3, 16],
  ]);
});
