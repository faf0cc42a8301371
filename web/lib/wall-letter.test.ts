import type { Wall } from '@contract/verdict';
import { WALLS } from '@contract/words';
import { expect, it } from 'vitest';
import { wallLetter } from './wall-letter';

it('is green for walls of the server alone, and tells client, NIC and server apart', () => {
  const of = (wall: Wall) => wallLetter({ wall, validity: 'valid' });
  for (const [wall, { isOfServer }] of Object.entries(WALLS)) {
    expect([wall, of(wall as Wall)?.ink === 'ok']).toEqual([wall, isOfServer]);
  }
  expect(['server-cpu', 'client-cpu', 'packet-rate', 'several', 'unknown'].map((w) => of(w as Wall)?.letter)).toEqual([
    'S',
    'C',
    'N',
    '+',
    '?',
  ]);
});

it('names no wall of an invalid figure, nor of one that was not judged', () => {
  expect(wallLetter({ wall: 'server-cpu', validity: 'invalid' })?.name).toBe('invalid figure');
  expect(wallLetter({ wall: null, validity: 'suspect' })?.letter).toBe('!');
  expect(wallLetter(null)).toBeNull();
});
