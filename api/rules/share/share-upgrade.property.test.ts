import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ShareDocument, shareDocument } from '../../contract/share.ts';
import { lengthOf, mangled, retold } from '../../testing/mangled.ts';
import { documentCsv } from '../export/document-csv.ts';
import { documentMarkdown } from '../export/document-markdown.ts';
import { upgradeDocument } from './share-upgrade.ts';

const folder = path.join(import.meta.dirname, '../../testing/shares');
const documents = readdirSync(folder).filter((name) => name.endsWith('.json'));
const stored = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));

function lifted(document: unknown): ShareDocument | null {
  try {
    return upgradeDocument(document);
  } catch {
    return null;
  }
}

describe('a document of any version', () => {
  it.each(documents)('%s with other values is lifted to a whole document, or not at all', (name) => {
    fc.assert(
      fc.property(mangled(stored(name)), (document) => {
        const read = lifted(document);
        if (read) expect(shareDocument.safeParse(read).success).toBe(true);
        expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
      }),
      lengthOf(15),
    );
  });

  it.each(documents)('%s with other texts can be written as Markdown and CSV once it is lifted', (name) => {
    let written = 0;
    fc.assert(
      fc.property(retold(stored(name)), (document) => {
        const read = lifted(document);
        if (!read) return;
        written += 1;
        for (const text of [documentMarkdown(read, null), documentCsv(read)]) expect(text.length).toBeGreaterThan(0);
      }),
      lengthOf(15),
    );
    expect(written).toBeGreaterThan(0);
  });
});
