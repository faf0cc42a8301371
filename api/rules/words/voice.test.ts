import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const RULES = 'api/rules/';

/** What people read is written in these: the words of rules, of refusals, and of pages. */
const FOLDERS = ['api', 'web/app', 'web/charts', 'web/features', 'web/lib', 'web/ui'];
/** Code that rules write for a shell or a table, and generated readers, are no sentences for people. */
const NO_SENTENCES = /^api\/(rules\/script|testing)\/|\/generated\/|\.gen\.ts$|\.test\.ts$|\.d\.ts$/;

interface Told {
  where: string;
  text: string;
}

/** Every text that people may read; what is filled in counts as one word. */
function texts(): Told[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  return files.filter((file) => /\.tsx?$/.test(file) && !NO_SENTENCES.test(file)).flatMap(textsOf);
}

function textsOf(file: string): Told[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Told[] = [];
  const visit = (node: ts.Node): void => {
    const where = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isJsxText(node)) found.push({ where, text: node.text.replace(/\s+/g, ' ') });
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push({ where, text: node.text });
    if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map(({ literal }) => `X${literal.text}`);
      found.push({ where, text: node.head.text + spans.join('') });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The first voice: circumlocutions, and what reads like a statute. */
const OLD_VOICE =
  /\bof which\b|\bof before\b|what there is of|\bnobody\b|\bsomebody\b|\bdear\b|cannot be put down|and run again|not one request|had too few|did not stay as|\b(can|cannot|could) (not )?be told\b|\btold by\b|made up for|\bnone told\b|what (it|they|each|there) (is|are|comes?|would) (of|to|come)\b/i;

const MOST_WORDS = 25;

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?:;])\s+/);
const wordsOf = (sentence: string): number => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

const all = texts();
/** Elsewhere in the API the long texts are SQL. */
/** A program is not read as sentences. */
const isProgram = (text: string): boolean => text.startsWith('#!');
const sentences = all.filter(
  ({ where, text }) => (where.startsWith(RULES) || where.startsWith('web/')) && !isProgram(text),
);

it('reads the texts of rules, refusals and pages', () => {
  for (const start of ['Stop other processes and rerun', 'There is no such host.', 'No experiment has this status.'])
    expect(
      all.some(({ text }) => text.trim().startsWith(start)),
      start,
    ).toBe(true);
});

it('says it in the terms of the field, and to the point', () => {
  const old = all.filter(({ text }) => OLD_VOICE.test(text));
  expect(old.map(({ where, text }) => `${where}: ${text}`)).toEqual([]);
});

it(`has one thought in a clause: no more than ${MOST_WORDS} words`, () => {
  const long = sentences.filter(({ text }) => sentencesOf(text).some((sentence) => wordsOf(sentence) > MOST_WORDS));
  expect(long.map(({ where, text }) => `${where}: ${text}`)).toEqual([]);
});
