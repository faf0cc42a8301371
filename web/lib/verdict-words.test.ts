import type { Wall } from '@contract/verdict';
import { keysOf, WALLS } from '@contract/words';
import { type Judged, limitText, shortWallText, verdictText, wallText } from '@rules/verdict/words';
import { expect, test } from 'vitest';
import { confidenceText, ratioText } from './verdict-words';

test('every wall has words of its own', () => {
  const words = keysOf(WALLS).map((wall) => wallText({ wall, walls: [wall] }));
  expect(new Set(words).size).toBe(keysOf(WALLS).length);
  expect(words.every((text) => text !== null && text !== '')).toBe(true);
});

test('several walls are named, and one that is only suspected is called so', () => {
  expect(wallText({ wall: 'several', walls: ['client-cpu', 'server-cpu'] })).toBe('client CPU and server CPU');
  expect(wallText({ wall: 'unknown', walls: ['client-cpu'] })).toBe('unknown, client CPU suspected');
  expect(wallText({ wall: 'unknown', walls: [] })).toBe('unknown');
  // A run that is not judged anew yet.
  expect(wallText({ wall: 'several', walls: [] })).toBe('several');
});

test('a column names several walls in short, and suspects none', () => {
  const short = (wall: Wall | null, ...walls: Wall[]) => shortWallText({ wall, walls });
  expect(short('several', 'client-cpu', 'server-cpu')).toBe('client CPU + server CPU');
  expect(short('several', 'client-cpu', 'server-cpu', 'nic-bandwidth', 'packet-rate')).toBe(
    'client CPU + server CPU + 2 more',
  );
  expect(short('several')).toBe('several');
  expect(short('unknown', 'client-cpu')).toBe('unknown');
  expect(short('server-core', 'server-core')).toBe('one server core');
  expect(short(null)).toBeNull();
});

test('several limits are joined by and where they were measured, by or where each of them may be it', () => {
  const several = { wall: 'several' as const, walls: ['client-thread' as const, 'server-cpu' as const] };
  expect(limitText({ ...several, confidence: 'measured' })).toBe('limited by client threads and server CPU');
  expect(limitText({ ...several, confidence: 'likely' })).toBe('limited by client threads or server CPU');
});

test('an invalid figure names no wall and claims no confidence', () => {
  const invalid = { wall: null, walls: [], confidence: 'cannot-tell' as const };
  expect(wallText(invalid)).toBeNull();
  expect(limitText(invalid)).toContain('invalid');
  expect(confidenceText(invalid)).toBeNull();
});

test('confidence is said where there is something to be sure of', () => {
  expect(confidenceText({ wall: 'client-cpu', confidence: 'measured' })).toBe('measured');
  expect(confidenceText({ wall: 'server-cpu', confidence: 'cannot-tell' })).toBe('cannot tell');
  expect(confidenceText({ wall: 'unknown', confidence: 'cannot-tell' })).toBeNull();
});

test('a rate that was met is no wall of the server', () => {
  expect(limitText({ wall: 'offered-load', walls: ['offered-load'] })).toBe('limited by the offered load');
  expect(limitText({ wall: 'server-core', walls: ['server-core'] })).toBe('limited by one server core');
});

test('a ratio has two decimals as long as they say something', () => {
  expect([0.866, 1.069, 17.44, 1234.5].map(ratioText)).toEqual(['0.87', '1.07', '17.4', '1,230']);
});

test('a chip says whether to believe the figure, and what limited it', () => {
  const measured = { validity: 'valid' as const, confidence: 'measured' as const, walls: [] };
  const texts = (verdict: Judged) => [verdictText(verdict), verdictText(verdict, true)];
  expect(texts({ ...measured, wall: 'client-cpu' })).toEqual(['valid · limited by client CPU', 'valid · client CPU']);
  expect(texts({ ...measured, wall: 'server-cpu', confidence: 'likely' })).toEqual([
    'valid · probably limited by server CPU',
    'valid · probably server CPU',
  ]);
  expect(texts({ ...measured, wall: 'offered-load' })).toEqual([
    'valid · limited by the offered load',
    'valid · offered load',
  ]);
  expect(verdictText({ ...measured, wall: 'several', walls: ['client-cpu', 'server-cpu'] }, true)).toBe(
    'valid · client CPU + server CPU',
  );
  expect(texts({ ...measured, wall: 'unknown', validity: 'unchecked' })).toEqual([
    'unchecked · limit unknown',
    'unchecked · unknown',
  ]);
  expect(verdictText({ ...measured, wall: null, validity: 'invalid' })).toBe('invalid');
});
