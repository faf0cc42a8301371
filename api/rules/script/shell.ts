/** Quotes a text so that a POSIX shell reads exactly this text. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

export const shellLine = (words: string[]): string => words.map(shellWord).join(' ');

/** Without what would begin a new line or move a terminal's cursor. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

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
