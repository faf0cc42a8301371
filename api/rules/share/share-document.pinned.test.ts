import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { COMPARISON_WARNINGS } from '../../contract/comparison-words.ts';
import { importedFrom } from '../../contract/imported.ts';
import { SHARE_DOCUMENT_VERSION, shareDocument } from '../../contract/share.ts';
import { hostTuning, settingName } from '../../contract/tuning.ts';
import { FINDINGS, WALLS } from '../../contract/words.ts';

/** Descriptions and bounds change nothing of what is stored. */
const UNSHAPED = new Set(['description', 'maxLength', 'maxItems']);
/** Lists that grow without a new version: readers know what to do with what they do not know. */
const GROWING = [
  ...[FINDINGS, COMPARISON_WARNINGS, WALLS].map((table) => Object.keys(table)),
  importedFrom.shape.format.options,
  settingName.options,
  Object.keys(hostTuning.shape),
].map((list) => JSON.stringify(list));
const shapeOnly = (key: string, value: unknown) => {
  if (['enum', 'required'].includes(key) && GROWING.includes(JSON.stringify(value))) return undefined;
  if (key === 'properties' && GROWING.includes(JSON.stringify(Object.keys(value as object)))) return undefined;
  return UNSHAPED.has(key) && typeof value !== 'object' ? undefined : value;
};

describe('a shared document', () => {
  it('is kept here in every version and kind', () => {
    const documents = readdirSync(path.join(import.meta.dirname, '../../testing/shares'));
    for (let version = 1; version <= SHARE_DOCUMENT_VERSION; version++) {
      expect(documents).toEqual(
        expect.arrayContaining([`version-${version}-run.json`, `version-${version}-comparison.json`]),
      );
    }
    expect(documents).toContain(`version-${SHARE_DOCUMENT_VERSION}-experiment.json`);
  });

  it('has the shape that its version stands for', () => {
    const shape = JSON.stringify(z.toJSONSchema(shareDocument, { io: 'output' }), shapeOnly);
    const hash = createHash('sha256').update(shape).digest('hex');
    expect(
      hash,
      'What a share holds has changed. A new field of a spec takes a line in api/rules/spec/later-fields.ts, and of agents’ figures or facts it may be left out: then put the new hash here. Else raise SHARE_DOCUMENT_VERSION in api/contract/share.ts, lift the version before in api/rules/share/share-upgrade.ts, keep a document of the new version in api/testing/shares, and put the new hash here.',
    ).toBe('ce172a65b421d70bb95bcf2dc6b449d256337a6a5db5ef214a1aa2d1ea555db2');
  });
});
