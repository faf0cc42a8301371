import { HEADER_NAME, HEADER_VALUE, MAX_HEADER_VALUE_CHARACTERS, SECRET_NAME } from '@contract/limits';
import type { RequestHeader } from '@contract/requests';
import { formatCount } from '@rules/words/numbers';

const SECRET = /^\{\{secret:([^}]*)\}\}$/;

/** Headers as lines: 'Accept: text/html', and of a secret 'Authorization: {{secret:shop-token}}'. */
export const headerLines = (headers: RequestHeader[]): string =>
  headers.map(({ name, value, secret }) => `${name}: ${value ?? `{{secret:${secret}}}`}`).join('\n');

const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || []);

function partsOf(line: string): [name: string, value: string] {
  const at = line.indexOf(':');
  return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}

/** Whatever was typed; what cannot be sent, `headerFault` says. */
export function readHeaderLines(text: string): RequestHeader[] {
  return linesOf(text).map((line) => {
    const [name, value] = partsOf(line);
    const [, secret] = SECRET.exec(value) ?? [];
    return secret === undefined ? { name, value, secret: null } : { name, value: null, secret };
  });
}

/** The first line that is no header, with what it lacks; null: all can be sent. */
export function headerFault(text: string): string | null {
  for (const line of linesOf(text)) {
    const [name, value] = partsOf(line);
    const [, secret] = SECRET.exec(value) ?? [];
    const shown = line.length > 40 ? `${line.slice(0, 40)}…` : line;
    if (!line.includes(':')) return `“${shown}” is no header; write Name: value, one a line.`;
    if (!HEADER_NAME.test(name)) return `“${name}” is no name of a header; write Name: value, one a line.`;
    if (secret !== undefined && !SECRET_NAME.test(secret))
      return `“${secret}” is no name of a secret: letters, digits, dots, hyphens and underscores.`;
    if (!HEADER_VALUE.test(value)) return `The value of ${name} must be printable ASCII.`;
    if (value.length > MAX_HEADER_VALUE_CHARACTERS)
      return `The value of ${name} may have at most ${formatCount(MAX_HEADER_VALUE_CHARACTERS)} characters.`;
  }
  return null;
}
