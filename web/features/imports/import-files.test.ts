import { IMPORT_BYTES_MAX } from '@contract/limits';
import { expect, test } from 'vitest';
import { base64Of, type ChosenFile, joinable, toImportFile, tooLarge, tooMuch, withFiles } from './import-files';

const file = (key: string, sizeBytes = 1): ChosenFile => ({ key, name: key, sizeBytes, content: '', format: null });

test('bytes of any value and number come to base64', () => {
  const bytes = Uint8Array.from({ length: 100_001 }, (_, i) => i % 256);
  expect(Buffer.from(base64Of(bytes), 'base64').equals(Buffer.from(bytes))).toBe(true);
  expect(base64Of(new Uint8Array())).toBe('');
});

test('too many files or bytes are told before they are sent', () => {
  expect(tooMuch(Array.from({ length: 20 }, (_, i) => file(`${i}`)))).toBeNull();
  expect(tooMuch(Array.from({ length: 22 }, (_, i) => file(`${i}`)))).toContain('take 2 out');
  expect(tooMuch([file('a', IMPORT_BYTES_MAX)])).toBeNull();
  expect(tooMuch([file('a', IMPORT_BYTES_MAX), file('b')])).toContain('8.39 MB');
});

test('gzip is advised for what it could help alone', () => {
  expect(tooMuch([file('film.mp4', IMPORT_BYTES_MAX), file('b')])).not.toContain('gzip');
  expect(tooLarge('film.mp4')).toBe(
    'film.mp4 is larger than the 8.39 MB that an import may be. If it is the output of a load tool, compress it with gzip or take a part of it.',
  );
  expect(tooLarge('k6.json.gz')).not.toContain('gzip');
});

test('the same file chosen twice is one', () => {
  const keys = withFiles([file('a')], [file('b'), file('a'), file('b')]).map(({ key }) => key);
  expect(keys).toEqual(['a', 'b']);
});

test('only outputs of one tool can be joined', () => {
  expect(joinable(['wrk', 'wrk'])).toBe(true);
  for (const formats of [[], ['wrk'], ['wrk', 'oha'], ['bundle', 'bundle'], ['wrk', null], [null, null]] as const)
    expect(joinable([...formats])).toBe(false);
});

test('what is sent is the name, the bytes and the format', () => {
  expect(toImportFile({ ...file('a'), content: 'QQ==', format: 'wrk' })).toEqual({
    name: 'a',
    content: 'QQ==',
    format: 'wrk',
  });
});
