import { BREAKS_A_LINE } from '../../contract/limits.ts';
import { oneLine } from '../words/text.ts';

/** Quotes a text so that a shell reads exactly this text, and a person sees all of it. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return HIDING.test(word) ? seenWord(word) : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** What would move the cursor of whoever reads it in a terminal, or turn what stands after it round. Lines and tabs are seen. */
const HIDING = new RegExp(`(?![\\n\\t])${BREAKS_A_LINE.source}`, 'u');

/** As bytes, which no locale changes: `$'\xe2\x80\xae'`. */
function seenWord(word: string): string {
  const bytes = (text: string) =>
    [...new TextEncoder().encode(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`);
  const shown = word
    .replace(/[\\']/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replace(new RegExp(BREAKS_A_LINE.source, 'gu'), (text) => bytes(text).join(''));
  return `$'${shown}'`;
}

export const shellLine = (words: string[]): string => words.map(shellWord).join(' ');

/** Lines of a comment; nothing in the text can end it. */
export function comment(text: string, indent = ''): string[] {
  const words = oneLine(text).split(' ');
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && indent.length + line.length + word.length > WIDTH) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line].map((each) => `${indent}# ${each}`.trimEnd());
}
const WIDTH = 110;
