import { ABSENT } from '../words/numbers.ts';
import { oneLine } from '../words/text.ts';

/** Words of people and of machines as plain text: they break no table, list, link or heading. */
export const plain = (text: string): string =>
  oneLine(text)
    .replace(/[\\`*_[\]<>|~&#]/g, '\\$&')
    .replace(/^(\d*)([-+.)])(?=[\s-]|$)/, '$1\\$2');

/** Parts of a document, with a blank line between them; null and empty ones are left out. */
export const joined = (...parts: (string | null)[]): string => parts.filter((part) => part).join('\n\n');

export const section = (title: string, ...parts: (string | null)[]): string | null => {
  const body = joined(...parts);
  return body && `## ${title}\n\n${body}`;
};

export const bullets = (lines: string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** Perhaps with a difference in brackets, a unit of percent, or as a range. */
const NUMBER = /^(–|[−<±~]?\d[\d,.]*( %)?( to <?\d[\d,.]*( %)?)?( \([^)]*\))?)$/;

/** Null without rows. Cells are plain text; numbers stand right. */
export function table(head: string[], rows: (string | null)[][]): string | null {
  if (rows.length === 0) return null;
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  const numeric = head.map((_, at) => rows.every((row) => NUMBER.test(row[at] ?? ABSENT)));
  return [
    line(head.map(plain)),
    line(numeric.map((right) => (right ? '---:' : '---'))),
    ...rows.map((row) => line(row.map((cell) => plain(cell ?? ABSENT)))),
  ].join('\n');
}

/** Text as it is: the fence is longer than any in it. */
export function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
