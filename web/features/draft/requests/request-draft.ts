import {
  EXPECTED_STATUS,
  MAX_CONTAINS_CHARACTERS,
  MAX_HEADERS,
  MAX_PATH_CHARACTERS,
  REQUEST_WEIGHT,
} from '@contract/limits';
import type { RequestBody, RequestSpec } from '@contract/requests';
import { formatCount } from '@rules/words/numbers';
import type { Reading } from '@/features/draft/field-reading';
import { headerFault, headerLines, readHeaderLines } from './header-lines';

/** A request as typed: headers are lines of text, one each. */
export interface RequestDraft {
  method: RequestSpec['method'];
  path: string;
  weight: string;
  headers: string;
  body: 'none' | 'text' | 'kept';
  bodyText: string;
  /** A body that is no text, such as a file, as JSON; it is sent as it is. Empty: none. */
  keptBody: string;
  status: string;
  bytes: string;
  sha256: string;
  contains: string;
}

export const newRequest = (path: string): RequestDraft => ({
  method: 'GET',
  path,
  weight: '1',
  headers: '',
  body: 'none',
  bodyText: '',
  keptBody: '',
  status: '',
  bytes: '',
  sha256: '',
  contains: '',
});

const typed = (value: number | null): string => (value === null ? '' : String(value));

export function requestDraftOf({ method, path, weight, headers, body, expect }: RequestSpec): RequestDraft {
  const text = body?.kind === 'text';
  return {
    method,
    path,
    weight: String(weight),
    headers: headerLines(headers),
    body: body === null ? 'none' : text ? 'text' : 'kept',
    bodyText: text ? body.text : '',
    keptBody: body && !text ? JSON.stringify(body) : '',
    status: typed(expect.status),
    bytes: typed(expect.bytes),
    sha256: expect.sha256 ?? '',
    contains: expect.contains ?? '',
  };
}

/** The request that was typed; what is wrong with it is kept by its field. */
export function readRequest(read: Reading, at: string, draft: RequestDraft): RequestSpec {
  const path = draft.path.trim();
  const fault = pathFault(path);
  if (fault) read.errors[`${at}.path`] = fault;
  if (draft.body === 'kept' && draft.keptBody === '') read.errors[`${at}.bodyText`] = 'Choose a file.';
  return {
    method: draft.method,
    path,
    weight: read.whole(`${at}.weight`, draft.weight, ...REQUEST_WEIGHT),
    headers: readHeaders(read, `${at}.headers`, draft.headers),
    body: bodyOf(draft),
    expect: readExpect(read, at, draft),
  };
}

function readHeaders(read: Reading, field: string, text: string): RequestSpec['headers'] {
  const headers = readHeaderLines(text);
  const fault = headerFault(text) ?? (headers.length > MAX_HEADERS ? `At most ${MAX_HEADERS} headers.` : null);
  if (fault) read.errors[field] = fault;
  return headers;
}

function bodyOf({ body, bodyText, keptBody }: RequestDraft): RequestBody | null {
  if (body === 'text') return { kind: 'text', text: bodyText };
  return body === 'kept' && keptBody !== '' ? (JSON.parse(keptBody) as RequestBody) : null;
}

function readExpect(
  read: Reading,
  at: string,
  { status, bytes, sha256, contains }: RequestDraft,
): RequestSpec['expect'] {
  const hash = sha256.trim().toLowerCase();
  if (hash !== '' && !/^[0-9a-f]{64}$/.test(hash))
    read.errors[`${at}.sha256`] = 'The 64 hexadecimal digits that sha256sum prints.';
  if (contains.length > MAX_CONTAINS_CHARACTERS)
    read.errors[`${at}.contains`] = `At most ${formatCount(MAX_CONTAINS_CHARACTERS)} characters.`;
  return {
    status: read.optional(`${at}.status`, status, ...EXPECTED_STATUS),
    bytes: read.optional(`${at}.bytes`, bytes, 0, Number.MAX_SAFE_INTEGER),
    sha256: hash === '' ? null : hash,
    contains: contains === '' ? null : contains,
  };
}

function pathFault(path: string): string | null {
  if (!path.startsWith('/')) return 'Must begin with /, such as /products?page=2.';
  if (path.includes('#')) return 'Must not hold a #, which is never sent.';
  if (!/^[!-~]*$/.test(path))
    return 'Must hold neither spaces nor letters beyond ASCII; write them as %20 and the like.';
  return path.length > MAX_PATH_CHARACTERS ? `At most ${formatCount(MAX_PATH_CHARACTERS)} characters.` : null;
}
