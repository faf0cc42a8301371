import type { Wall } from '@contract/verdict';
import { WALLS } from '@contract/words';
import { expect, it } from 'vitest';
import { wallLetter } from './wall-letter';

const measured = { validity: 'valid', confidence: 'measured', lowerBound: false } as const;

it('is green for walls of the server alone, and tells client, NIC and server apart', () => {
  const of = (wall: Wall) => wallLetter({ ...measured, wall, walls: [wall] });
  for (const [wall, { isOfServer }] of Object.entries(WALLS)) {
    expect([wall, of(wall as Wall)?.ink === 'ok']).toEqual([wall, isOfServer]);
  }
  expect(['server-cpu', 'client-cpu', 'nic-bandwidth', 'several', 'unknown'].map((w) => of(w as Wall)?.letter)).toEqual(
    ['S', 'C', 'N', '+', '?'],
  );
});

it('names no wall of an invalid figure, nor of one that was not judged', () => {
  expect(wallLetter({ ...measured, wall: 'server-cpu', walls: ['server-cpu'], validity: 'invalid' })?.name).toBe(
    'invalid figure',
  );
  expect(wallLetter({ ...measured, wall: null, walls: [], validity: 'suspect' })?.letter).toBe('!');
  expect(wallLetter(null)).toBeNull();
});

it('is green for no wall of a client’s NIC, nor for one that is only likely', () => {
  const nic = { ...measured, wall: 'nic-bandwidth' as const, walls: ['nic-bandwidth' as const] };
  expect(wallLetter(nic)?.ink).toBe('ok');
  expect(wallLetter({ ...nic, lowerBound: true })?.ink).toBe('warn');
  const { lowerBound: _, ...unsaid } = nic;
  expect(wallLetter(unsaid)?.ink).toBe('warn');
  expect(wallLetter({ ...nic, confidence: 'likely' })?.ink).toBe('warn');
});
