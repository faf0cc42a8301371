import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const rules = path.resolve(import.meta.dirname, '..');

/** Code that rules write for a shell or a table, and generated readers, are no sentences for people. */
const NO_SENTENCES = /^script\/|\.gen\.ts$|\.test\.ts$/;

interface Told {
  where: string;
  text: string;
}

/** Every text of the rules; what is filled in counts as one word. */
function texts(): Told[] {
  const files = readdirSync(rules, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts') && !NO_SENTENCES.test(file)).flatMap(textsOf);
}

function textsOf(file: string): Told[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(rules, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Told[] = [];
  const visit = (node: ts.Node): void => {
    const where = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
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
  /\bof which\b|\bof before\b|what there is of|\bnobody\b|\bsomebody\b|\bdear\b|cannot be put down|and run again|not one request|had too few|did not stay as/i;

const MOST_WORDS = 25;

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?:;])\s+/);
const wordsOf = (sentence: string): number => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

const all = texts();

it('reads the texts of the rules', () => {
  expect(all.some(({ text }) => text.startsWith('Stop other processes and rerun'))).toBe(true);
});

it('says it in the terms of the field, and to the point', () => {
  const old = all.filter(({ text }) => OLD_VOICE.test(text));
  expect(old.map(({ where, text }) => `${where}: ${text}`)).toEqual([]);
});

it(`has one thought in a clause: no more than ${MOST_WORDS} words`, () => {
  const long = all.filter(({ text }) => sentencesOf(text).some((sentence) => wordsOf(sentence) > MOST_WORDS));
  expect(long.map(({ where, text }) => `${where}: ${text}`)).toEqual([]);
});
