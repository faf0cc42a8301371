import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/primitives.ts';
import { routes } from '../../contract/routes.ts';
import { hasHalfCharacter } from '../../rules/import/read-json.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../../testing/test-lab.ts';
import { hasMoreMarks } from './json-marks.ts';

describe('marks of a JSON text', () => {
  it.each([
    ['{"a":[1,2]}', 6],
    ['"[[[,,,"', 0],
    [String.raw`["a\"[[", "\\", "["]`, 4],
    ['["never ended [[[', 1],
    [String.raw`["never ended \"`, 1],
  ])('of %s are %d', (text, marks) => {
    expect([hasMoreMarks(text, marks), hasMoreMarks(text, marks - 1)]).toEqual([false, true]);
  });
});

describe('half of a character', () => {
  it.each([
    [String.raw`"\ud83d\ude00"`, false],
    [String.raw`"\uD83D\uDE00"`, false],
    [String.raw`"\\ud800"`, false],
    [String.raw`"\\\ud800"`, true],
    [String.raw`"\ud800"`, true],
    [String.raw`"\ud83d\ud83d\ude00"`, true],
    [String.raw`"\ude00\ud83d"`, true],
    [String.raw`"\ud83d\\ude00"`, true],
    [String.raw`{"\ud800":1}`, true],
    ['"😀"', false],
  ])('in %s: %s', (json, held) => {
    expect(hasHalfCharacter(json)).toBe(held);
  });
});

describe('an import', () => {
  let lab: TestLab;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab.close());

  const room = routes.createImport.bodyBytesMax - 1000;
  it.each([
    ['lists in lists', () => '['.repeat(room / 2) + ']'.repeat(room / 2)],
    ['fields', () => `{${Array.from({ length: Math.floor(room / 14) }, (_, at) => `"f${at}":0`).join(',')}}`],
  ])('of 16 MB of %s is refused before it is parsed', async (_what, body) => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' };
    const reply = await fetch(`${lab.url}/api/v1/imports`, { method: 'POST', headers, body: body() });
    const { status, code, detail } = (await reply.json()) as Problem;
    expect([status, code, detail]).toEqual([413, 'too-large', expect.stringContaining('parts')]);
  });
});
