import type { RequestBody, RequestHeader, RequestSpec } from '../../contract/requests.ts';
import { shellWord } from '../script/shell.ts';

/** The variable of the shell that has to hold a secret: `SECRET_SHOP_TOKEN`. */
const variableOf = (secret: string): string => `SECRET_${secret.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;

/** One request as a line of curl, with secrets as variables of the shell. `url`: where the target was reached. */
export function requestCurl({ method, path, headers, body }: RequestSpec, url: string): string {
  return [
    'curl',
    ...(method === 'GET' ? [] : method === 'HEAD' ? ['--head'] : ['--request', method]),
    ...headers.flatMap((header) => ['--header', headerWord(header)]),
    ...(body ? bodyWords(body) : []),
    // Braces of placeholders are no ranges.
    '--globoff',
    shellWord(`${url}${path}`),
  ].join(' ');
}

function headerWord({ name, value, secret }: RequestHeader): string {
  if (secret !== null) return `"${name}: $${variableOf(secret)}"`;
  // curl sends a header without a value when it ends in a semicolon.
  return shellWord(value === '' ? `${name};` : `${name}: ${value}`);
}

function bodyWords(body: RequestBody): string[] {
  if (body.kind === 'text') return ['--data-raw', shellWord(body.text)];
  if (body.kind === 'file') return ['--data-binary', shellWord(`@${body.fileName}`)];
  return ['--data-binary', `@<(printf %s ${shellWord(body.base64)} | base64 -d)`];
}
