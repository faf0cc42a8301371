import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '../testing/fake-agent.ts';
import { countImported, freshBundle, importFiles } from '../testing/import-files.ts';
import { journalBundle } from '../testing/journal.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { toolOutput } from '../testing/tool-outputs.ts';

let lab: TestLab;
let ask: ReturnType<typeof person>;
beforeAll(async () => {
  lab = await openLab();
  ask = person(lab);
});
afterAll(() => lab.close());

describe('what cannot be imported', () => {
  const points = (point: object) => freshBundle({}, point);
  const many = JSON.stringify({
    bundleVersion: 1,
    source: { title: 'many' },
    runs: [{ name: 'many', points: Array.from({ length: 1_000_000 }, () => ({ requestsPerSecond: 1 })) }],
  });
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
  it.each<[string, string | Buffer, number, RegExp]>([
    [
      'wrong types',
      points({ requestsPerSecond: 'many' }),
      422,
      /runs\.0\.points\.0\.requestsPerSecond must be a number/,
    ],
    ['a negative count', points({ requests: -1 }), 422, /requests must be at least 0/],
    ['a count that is no whole number', points({ requests: 1.5 }), 422, /requests must be a whole number/],
    ['NaN', freshBundle().replace('1000', 'NaN'), 422, /it is not JSON, or it is truncated/],
    ['infinity', freshBundle().replace('1000', '1e999'), 422, /requestsPerSecond must be/],
    ['a field that is not known', points({ latency: 1 }), 422, /has fields that are not known: latency/],
    [
      'a later version',
      freshBundle().replace('"bundleVersion":1', '"bundleVersion":2'),
      422,
      /bundleVersion must be 1/,
    ],
    ['a later document', '{"documentVersion":99}', 422, /version 99, made by a newer release/],
    ['half a document', '{"documentVersion":3,"type":"run","run":{}}', 422, /not a whole document of version 3/],
    ['JSON of something else', '{"hello":1}', 422, /it is JSON, but neither a results bundle/],
    ['text of something else', 'hello', 422, /neither JSON nor the output of a load tool/],
    ['an output that was cut off', toolOutput('wrk2.txt').slice(0, 3000), 422, /wrk2|spectrum|lacks/],
    ['no text', Buffer.from([0xff, 0xfe, 0x00, 0x80]), 422, /not text in UTF-8/],
    ['a NUL', '{"a":"\\u0000","bundleVersion":1}', 422, /NUL character/],
    ['nothing', '  \n', 422, /it is empty/],
    [
      'deep nesting',
      `{"bundleVersion":${'['.repeat(100_000)}1${']'.repeat(100_000)}}`,
      422,
      /nested deeper than 60 levels/,
    ],
    ['a million points', many, 422, /runs\.0 has 1,000,000 points; a run may have 200/],
    ['gzip that was cut off', gzipSync(freshBundle()).subarray(0, 60), 422, /begins as gzip but is truncated/],
    ['a bomb', bomb, 413, /unpack to more than 32 MiB; unpacking stopped there/],
    ['a bomb within a bomb', gzipSync(bomb), 422, /UTF-8/],
    [
      '10 MB of junk',
      Buffer.alloc(10_000_000, 'junk '),
      413,
      /The files hold 9\.5 MiB; one import takes at most 8 MiB/,
    ],
  ])(
    '%s is refused in a sentence, with whatever came beside it, and nothing is stored',
    async (_, content, status, words) => {
      const before = await countImported(lab);
      const started = performance.now();
      const file = content === many ? gzipSync(many) : content;
      const reply = await importFiles(lab, { 'fine.json': freshBundle(), 'bad.json': file });
      expect([reply.status, reply.body.detail]).toEqual([status, expect.stringMatching(words)]);
      expect(reply.body.detail).toMatch(/^[^\n]{10,400}\.$/);
      expect(await countImported(lab)).toEqual(before);
      expect(performance.now() - started).toBeLessThan(10_000);
    },
  );

  it('more than the route takes at all, or not as it is asked, is refused before it is read', async () => {
    const before = await countImported(lab);
    const huge = await importFiles(lab, { 'a.json': Buffer.alloc(13 * 1024 * 1024, 'x') });
    expect([huge.status, huge.body.code]).toEqual([413, 'too-large']);
    for (const body of [
      {},
      { files: [] },
      { files: [{ name: 'x', content: '%%%', format: null }], joinAs: null, source: null, dryRun: false },
    ]) {
      expect((await ask('POST', '/imports', body)).status).toBe(422);
    }
    expect(await countImported(lab)).toEqual(before);
  });

  it('is refused by a store that fails in the middle, as a whole', async () => {
    const before = await countImported(lab);
    const two = { ...journalBundle('08'), source: { title: 'fails in the middle' } };
    const { db } = lab.lab.database;
    await db.$executeRawUnsafe(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the disk is full'; END $$`);
    await db.$executeRawUnsafe(`
      CREATE TRIGGER refuse BEFORE INSERT ON "ImportedRun" FOR EACH ROW
      WHEN (NEW."document"->>'title' = '08 IRQs pinned') EXECUTE FUNCTION refuse()`);
    expect((await importFiles(lab, { 'a.json': JSON.stringify(two) })).status).toBe(500);
    await db.$executeRawUnsafe('DROP TRIGGER refuse ON "ImportedRun"');
    expect(await countImported(lab)).toEqual(before);
  });
});
