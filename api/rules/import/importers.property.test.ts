import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keysOf, TOOL_OUTPUTS } from '../../contract/words.ts';
import { JOURNAL_ENTRIES, journalBundle } from '../../testing/journal.ts';
import { cut, lengthOf, mangled } from '../../testing/mangled.ts';
import { readFile } from './read-file.ts';
import { Unreadable } from './unreadable.ts';

/** Whatever a file holds, it is read whole or refused in a sentence: nothing else is thrown. */

const folder = path.join(import.meta.dirname, '../../testing/tool-outputs');
const outputs = readdirSync(folder).map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));
const formats = [null, 'bundle', 'document', ...keysOf(TOOL_OUTPUTS)] as const;

function readOrRefuse(text: string, format: (typeof formats)[number] = null): void {
  try {
    readFile(text, format);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    expect(error.message.length).toBeGreaterThan(0);
  }
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
}

describe('an importer', () => {
  it.each(outputs)('reads or refuses $name, however it was damaged', ({ text }) => {
    fc.assert(
      fc.property(cut(text), (damaged) => readOrRefuse(damaged)),
      lengthOf(60),
    );
  });

  it.each(outputs.filter(({ name }) => name.endsWith('.json')))(
    'reads or refuses $name with other values',
    ({ text }) => {
      fc.assert(
        fc.property(mangled(JSON.parse(text)), (value) => readOrRefuse(JSON.stringify(value))),
        lengthOf(100),
      );
    },
  );

  it.each(JOURNAL_ENTRIES)('reads or refuses bundle %s with other values', (entry) => {
    fc.assert(
      fc.property(mangled(journalBundle(entry)), (value) => readOrRefuse(JSON.stringify(value))),
      lengthOf(20),
    );
  });

  it('reads or refuses any text as any format', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), fc.constantFrom(...formats), readOrRefuse),
      lengthOf(500),
    );
  });
});
