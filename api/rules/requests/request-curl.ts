import type { RequestBody, RequestHeader, RequestSpec } from '../../contract/requests.ts';
import { shellWord } from '../script/shell.ts';
import { called, secretVariable } from './shell-variables.ts';

/**
 * Requests as lines of curl, with secrets as variables of the shell, the same in every line. `url`: where the target was
 * reached.
 */
export function requestsCurl(requests: RequestSpec[], url: string): string {
  const secrets = new Set(requests.flatMap(({ headers }) => headers.flatMap(({ secret }) => secret ?? [])));
  const variables = new Map(called([...secrets], secretVariable).map(({ of, variable }) => [of, variable]));
  return requests.map((request) => lineOf(request, url, (secret) => variables.get(secret) ?? secret)).join('\n');
}

function lineOf(request: RequestSpec, url: string, variableOf: (secret: string) => string): string {
  const { method, path, headers, body } = request;
  return [
    'curl',
    // A body alone would make a POST of it.
    ...(method === 'HEAD' ? ['--head'] : method === 'GET' && !body ? [] : ['--request', method]),
    ...headers.flatMap((header) => ['--header', headerWord(header, variableOf)]),
    ...(body ? bodyWords(body, headers) : []),
    // Braces of placeholders are no ranges.
    '--globoff',
    shellWord(`${url}${path}`),
  ].join(' ');
}

function headerWord({ name, value, secret }: RequestHeader, variableOf: (secret: string) => string): string {
  // A name may have backticks in it, which double quotes leave to the shell.
  if (secret !== null) return `${shellWord(`${name}: `)}"$${variableOf(secret)}"`;
  // curl sends a header without a value when it ends in a semicolon.
  return shellWord(value === '' ? `${name};` : `${name}: ${value}`);
}

function bodyWords(body: RequestBody, headers: RequestHeader[]): string[] {
  const typed = headers.some(({ name }) => name.toLowerCase() === 'content-type');
  // curl calls a body a form of its own accord; a header with nothing behind its colon is left out.
  return [...(typed ? [] : ['--header', shellWord('Content-Type:')]), ...dataWords(body)];
}

function dataWords(body: RequestBody): string[] {
  if (body.kind === 'text') return ['--data-raw', shellWord(body.text)];
  if (body.kind === 'file') return ['--data-binary', shellWord(`@${body.fileName}`)];
  return ['--data-binary', `@<(printf %s ${shellWord(body.base64)} | base64 -d)`];
}
