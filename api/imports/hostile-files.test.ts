import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExportFormat, exportFormat, type ImportResult } from '../contract/import.ts';
import { type ImportFormat, importFormat } from '../contract/imported.ts';
import type { Share } from '../contract/share.ts';
import { keysOf } from '../contract/words.ts';
import { readFile } from '../rules/import/read-file.ts';
import { Unreadable } from '../rules/import/unreadable.ts';
import { documentOf, drivenRun } from '../testing/driven-run.ts';
import { type Answer, person } from '../testing/fake-agent.ts';
import {
  HOSTILE_FORMS,
  HOSTILE_NUMBERS,
  HOSTILE_TEXTS,
  type HostileText,
  isHiding,
  placesOf,
  takenBy,
  UNSTORABLE,
  withLeaves,
  withNumbers,
} from '../testing/hostile.ts';
import { freshBundle, importedRun, importFiles, type Refused } from '../testing/import-files.ts';
import { journalBundle } from '../testing/journal.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';
import { toolOutput } from '../testing/tool-outputs.ts';

/**
 * Every format that is imported × every attack. A file is read whole or refused in one sentence, soon; what is read can be looked at, shared
 * and exported in every format, and does no harm in any of them.
 */

/** A file of each format. One that is added needs one: a type says so. */
const FILES: Record<ImportFormat, () => string> = {
  bundle: () => JSON.stringify(journalBundle('08')),
  document: () =>
    JSON.stringify(
      documentOf(
        drivenRun(['/opt/server', '--name', 'the shop'], ['/opt/autocannon', '-c', '10', 'http://127.0.0.1:9000/x']),
      ),
    ),
  autocannon: () => toolOutput('autocannon.json'),
  wrk: () => toolOutput('wrk.txt'),
  wrk2: () => toolOutput('wrk2.txt'),
  vegeta: () => toolOutput('vegeta.json'),
  oha: () => toolOutput('oha.json'),
  h2load: () => toolOutput('h2load.txt'),
  bombardier: () => toolOutput('bombardier.json'),
  fortio: () => toolOutput('fortio.json'),
  k6: () => toolOutput('k6.json'),
};

/** What each file that comes out may not hold. */
const HARMLESS: Record<ExportFormat, (text: string) => void> = {
  json: (text) => expect(JSON.parse(text)).toBeTypeOf('object'),
  csv: (text) => {
    for (const cell of cellsOf(text)) expect(cell).not.toMatch(FORMULA);
    expect(text).not.toMatch(/NaN|Infinity/);
  },
  markdown: (text) => {
    expect(isHiding(text)).toBe(false);
    expect(text.replace(/^(`{3,})[\s\S]*?^\1$/gm, '').replace(/`[^`\n]*`/g, '')).not.toMatch(
      /(?<!\\)(<\w|\]\(javascript:)/,
    );
    expect(text).not.toMatch(/NaN|Infinity/);
  },
  script: (text) => {
    expect(isHiding(text)).toBe(false);
    expect(spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' }).stderr).toBe('');
  },
};

/** Of spreadsheets, which take a comma, a semicolon or a tab for the end of a cell, by the country that they are in; -1 is a number. */
const FORMULA = /(^|[;\t\r\n])\s*[=+\-@](?!\d+(\.\d+)?($|[;\t\r\n]))/;
const cellsOf = (csv: string): string[] =>
  [...csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

/** A long one is for a machine that reads and stores it while other tests run beside it. */
const SOON_MS = 10_000;
const JSON_FORMATS = importFormat.options.filter((format) => FILES[format]().trimStart().startsWith('{'));
const TEXT_FORMATS = importFormat.options.filter((format) => !JSON_FORMATS.includes(format));

let lab: TestLab;
let ask: ReturnType<typeof person>;
/** What each is compared with. */
let honestId = '';
beforeAll(async () => {
  lab = await openLab();
  ask = person(lab);
  honestId = await importedRun(lab, freshBundle());
});
afterAll(() => lab.close());

function reads(text: string, format: ImportFormat): boolean {
  try {
    readFile(text, format);
    return true;
  } catch (error) {
    if (error instanceof Unreadable) return false;
    throw error;
  }
}

/** Where a file takes any text, such as names and notes; the same for every attack. */
const freePlaces = new Map<ImportFormat, string[]>();
function freePlacesOf(format: ImportFormat): string[] {
  const value = JSON.parse(FILES[format]());
  const found =
    freePlaces.get(format) ??
    takenBy(placesOf(value, 'string'), (places) =>
      reads(JSON.stringify(withLeaves(value, 'string', places, 'any text')), format),
    );
  freePlaces.set(format, found);
  return found;
}

async function sent(name: string, content: string | Buffer, format: ImportFormat | null) {
  const startedMs = performance.now();
  const files = [{ name, content: Buffer.from(content).toString('base64'), format }];
  const answer = await ask<ImportResult & Refused>('POST', '/imports', {
    files,
    joinAs: null,
    source: null,
    dryRun: false,
  });
  expect(performance.now() - startedMs).toBeLessThan(SOON_MS);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  if (answer.status === 200) await comeOut(answer.body);
  else expectOneSentence(answer);
  return answer;
}

function expectOneSentence({ status, body }: Answer<Refused>): void {
  expect([413, 422], JSON.stringify(body).slice(0, 300)).toContain(status);
  expect(body.detail).toMatch(/^[^\n]{10,1000}\.$/);
  expect(isHiding(body.detail)).toBe(false);
}

/** As people look at it, pass it on and take it along. */
async function comeOut({ runs }: ImportResult): Promise<void> {
  for (const { runId } of runs.slice(0, 1)) {
    expect((await ask('GET', `/runs/${runId}`)).status).toBe(200);
    const shared = await ask<Share>('POST', '/shares', { runIds: [runId], title: null });
    expect(shared.status).toBe(201);
    const token = shared.body.url.split('/').at(-1);
    expect((await ask('GET', `/shared/${token}`)).status).toBe(200);
    expect((await ask('GET', `/comparison?runs=${honestId},${runId}&baseline=${honestId}`)).status).toBe(200);
    for (const format of exportFormat.options) {
      const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
      const reply = await fetch(`${lab.url}/api/v1/runs/${runId}/export?format=${format}`, { headers });
      if (reply.status === 200) HARMLESS[format](await reply.text());
      else expect([format, reply.status]).toEqual(['script', 409]);
    }
  }
}

describe.each(JSON_FORMATS)('a file of %s', (format) => {
  const value = () => JSON.parse(FILES[format]());

  it('has places for texts and figures, and is read as it is', async () => {
    expect((await sent('a.json', FILES[format](), format)).status).toBe(200);
    expect(placesOf(value(), 'number').length).toBeGreaterThan(3);
    if (format === 'bundle' || format === 'document') expect(freePlacesOf(format).length).toBeGreaterThan(5);
  });

  it.each(keysOf(HOSTILE_TEXTS))('with %s in each text is read or refused', async (attack) => {
    const free = freePlacesOf(format);
    const within = (places: readonly string[]) =>
      JSON.stringify(withLeaves(value(), 'string', places, HOSTILE_TEXTS[attack]));
    if (UNSTORABLE.includes(attack)) {
      for (const place of free) expect(reads(within([place]), format), place).toBe(false);
      if (free.length > 0) expect((await sent('a.json', within(free), format)).status).toBe(422);
      return;
    }
    const taken = takenBy(free, (places) => reads(within(places), format));
    expect((await sent('a.json', within(taken), format)).status).toBe(200);
    await sent('a.json', within(placesOf(value(), 'string')), format);
  });

  it.each(keysOf(HOSTILE_NUMBERS))('with %s for each figure is read or refused', async (attack) => {
    const within = (places: readonly string[]) => withNumbers(value(), places, HOSTILE_NUMBERS[attack]);
    const taken = takenBy(placesOf(value(), 'number'), (places) => reads(within(places), format));
    await sent('a.json', within(taken), format);
    await sent('a.json', within(placesOf(value(), 'number')), format);
  });

  it.each(keysOf(HOSTILE_FORMS))('written with %s is read or refused', async (form) => {
    await sent('a.json', HOSTILE_FORMS[form](value()), format);
  });
});

describe.each(TEXT_FORMATS)('a file of %s', (format) => {
  it.each(keysOf(HOSTILE_TEXTS))('with %s in each line is read or refused', async (attack) => {
    const lines = FILES[format]().split('\n');
    const text = HOSTILE_TEXTS[attack].replace(/\p{Cs}/gu, '\ufffd');
    for (const at of lines.keys()) reads(lines.with(at, `${lines[at]}${text}`).join('\n'), format);
    await sent('a.txt', [text, ...lines, text].join('\n'), format);
    await sent('a.txt', lines.map((line) => line + text).join('\n'), format);
  });

  it.each(keysOf(HOSTILE_NUMBERS))('with %s for each figure is read or refused', async (attack) => {
    const text = FILES[format]();
    const figures = [...text.matchAll(/\d+(\.\d+)?/g)];
    const within = ({ index, 0: figure }: RegExpExecArray) =>
      text.slice(0, index) + HOSTILE_NUMBERS[attack] + text.slice(index + figure.length);
    for (const figure of figures) reads(within(figure), format);
    const taken = figures.find((figure) => reads(within(figure), format));
    if (taken) await sent('a.txt', within(taken), format);
  });
});

describe('a file that is packed', () => {
  const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024, ' '));
  const PACKED: [string, () => Buffer, number][] = [
    ['a bomb', () => bomb, 413],
    ['a bomb in a bomb', () => gzipSync(bomb), 422],
    ['brackets that unpack to 30 MiB', () => gzipSync(Buffer.alloc(30 * 1024 * 1024, '[')), 422],
    ['a ZIP', () => Buffer.from('504b0304140000000800', 'hex'), 422],
    ['two texts one after the other', () => Buffer.concat([gzipSync('{}'), gzipSync('{}')]), 422],
    ['bytes after its end', () => Buffer.concat([gzipSync('{}'), Buffer.from('more')]), 422],
    ['UTF-16', () => Buffer.from('\ufeff{"a":1}', 'utf16le'), 422],
  ];
  const formats = [null, ...importFormat.options];
  it.each(PACKED)('as %s is refused, whatever it is said to be', async (_what, pack, status) => {
    const content = pack();
    for (const format of formats) expect((await sent('a.gz', content, format)).status, String(format)).toBe(status);
  });
});

it.each(keysOf(HOSTILE_TEXTS))('a name of a file with %s is kept or refused', async (attack) => {
  const name = HOSTILE_TEXTS[attack].slice(0, 150);
  const answer = await importFiles(lab, { 'fine.txt': FILES.wrk(), [name]: '{' });
  expect([answer.status, answer.body.runs]).toEqual([422, undefined]);
  expectOneSentence(answer);
  const alone = await sent(name, FILES.wrk(), null);
  expect(alone.status).toBe(UNSTORABLE.includes(attack as HostileText) ? 422 : 200);
});
