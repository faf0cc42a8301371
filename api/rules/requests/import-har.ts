import { METHODS } from '../../contract/choices.ts';
import {
  HEADER_NAME,
  HEADER_VALUE,
  MAX_HEADER_NAME_CHARACTERS,
  MAX_HEADER_VALUE_CHARACTERS,
  MAX_HEADERS,
  MAX_INLINE_BODY_BYTES,
  MAX_PATH_CHARACTERS,
  REQUEST_WEIGHT,
  SECRET_NAME,
} from '../../contract/limits.ts';
import type { Method, RequestBody, RequestHeader, RequestSpec } from '../../contract/requests.ts';
import type { HarBody, HarEntry } from './har-file.ts';
import { isOfBrowser, isOfTransport } from './imported-headers.ts';
import { placeholdersOf } from './placeholders.ts';
import { exposedIn, holdsCredential } from './plain-credentials.ts';
import { plainGet } from './plain-request.ts';

/** A request of the target, with how often it was recorded as its weight. */
export interface RecordedRequest {
  request: RequestSpec;
  /** Names of what looks like a credential in its path or body, where it would be stored and shared. */
  exposed: string[];
}

/** What was recorded and cannot be sent again, by the reason. */
export interface LeftOut {
  why: string;
  many: number;
}

export interface RecordedRequests {
  /** The most frequent first. */
  requests: RecordedRequest[];
  leftOut: LeftOut[];
  /** Headers whose values were not taken: as secrets by these names, or not at all. */
  credentials: string[];
}

/** Schemes, hosts and ports that were asked, the most often first. */
export function originsOf(entries: HarEntry[]): { origin: string; many: number }[] {
  const counts = new Map<string, number>();
  for (const { url } of entries) {
    const origin = httpUrl(url)?.origin;
    if (origin) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  return [...counts].map(([origin, many]) => ({ origin, many })).sort((a, b) => b.many - a.many);
}

function httpUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

/**
 * Requests of one origin as a run asks for them: those of the same method, path and body are one with their number as its
 * weight. Values of credentials in headers are never taken: `asSecrets` names the headers, in lower case, that become
 * secrets of that name; the others are left out.
 */
export function requestsOfHar(entries: HarEntry[], origin: string, asSecrets: ReadonlySet<string>): RecordedRequests {
  const requests = new Map<string, RecordedRequest>();
  const leftOut = new Map<string, number>();
  const credentials = new Set<string>();
  for (const entry of entries) {
    const url = httpUrl(entry.url);
    const made =
      url === null
        ? 'not asked by HTTP: WebSocket, data and the like'
        : url.origin === origin
          ? requestOf(entry, url, asSecrets)
          : 'of another host than the target';
    if (typeof made === 'string') {
      leftOut.set(made, (leftOut.get(made) ?? 0) + 1);
      continue;
    }
    for (const name of credentialsOf(entry)) credentials.add(name);
    const { method, path, body } = made.request;
    const key = JSON.stringify([method, path, body]);
    const known = requests.get(key);
    if (known) known.request.weight = Math.min(known.request.weight + 1, REQUEST_WEIGHT[1]);
    else requests.set(key, made);
  }
  return {
    requests: [...requests.values()].sort((a, b) => b.request.weight - a.request.weight),
    leftOut: [...leftOut].map(([why, many]) => ({ why, many })).sort((a, b) => b.many - a.many),
    credentials: [...credentials].sort(),
  };
}

const credentialsOf = ({ headers }: HarEntry): string[] =>
  headers.flatMap((header) => (isSecret(header) && SECRET_NAME.test(header.name) ? [header.name.toLowerCase()] : []));

const isSecret = (header: HarEntry['headers'][number]): boolean =>
  !isOfTransport(header.name) && holdsCredential(header);

/** The request, or why load cannot send it. */
function requestOf(entry: HarEntry, url: URL, asSecrets: ReadonlySet<string>): RecordedRequest | string {
  if (entry.cached) return 'answered by the browser’s cache';
  if (entry.status === 0) return 'without an answer: blocked, or given up';
  if (entry.status >= 400) return 'answered with an error (4xx, 5xx)';
  if (!METHODS.some((method) => method === entry.method))
    return `with a method that load does not send (it sends ${METHODS.join(', ')})`;
  // A name in braces would be a variable.
  const path = `${url.pathname}${url.search}`.replaceAll('{{', '%7B%7B');
  if (path.length > MAX_PATH_CHARACTERS) return `with a path of more than ${MAX_PATH_CHARACTERS} characters`;
  const body = entry.body && bodyOf(entry.body);
  if (typeof body === 'string') return body;
  const headers = headersOf(entry, asSecrets);
  if (headers.length > MAX_HEADERS) return `with more than ${MAX_HEADERS} headers`;
  const request: RequestSpec = { ...plainGet(path), method: entry.method as Method, headers, body };
  // A redirect is an answer like another, as load follows none; a 304 was for the browser's cache, whose headers are gone.
  if (entry.status >= 300 && entry.status !== 304) request.expect.status = entry.status;
  return { request, exposed: exposedIn(path, sentText(entry.body)) };
}

function bodyOf({ text, base64 }: HarBody): RequestBody | string {
  if (text === null) return 'whose body is not in the file: forms with files, for one';
  const bytes = base64 ? Math.floor((text.length * 3) / 4) : new TextEncoder().encode(text).length;
  if (bytes > MAX_INLINE_BODY_BYTES) return 'with a body of more than 64 KiB: choose it as the file of a request';
  if (base64) return isBase64(text) ? { kind: 'base64', base64: text } : 'whose body cannot be read';
  // As it was, and not with variables filled in.
  return placeholdersOf(text).length > 0 ? { kind: 'base64', base64: base64Of(text) } : { kind: 'text', text };
}

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function headersOf({ headers, body }: HarEntry, asSecrets: ReadonlySet<string>): RequestHeader[] {
  const kept: RequestHeader[] = [];
  const seen = new Set<string>();
  for (const header of headers) {
    const { name, value } = header;
    const lower = name.toLowerCase();
    const credential = isSecret(header);
    if (isOfTransport(name) || isOfBrowser(name) || !(credential || isHeader(name, value))) continue;
    // What frames a body says nothing without one.
    if (lower === 'content-type' && body === null) continue;
    // HTTP/2 may send cookies in parts; no other header that is taken here may be sent twice.
    if (seen.has(lower)) continue;
    seen.add(lower);
    // One that no secret can be named after is left out.
    if (!credential) kept.push({ name, value, secret: null });
    else if (asSecrets.has(lower) && SECRET_NAME.test(lower)) kept.push({ name, value: null, secret: lower });
  }
  return kept;
}

const isHeader = (name: string, value: string): boolean =>
  name.length <= MAX_HEADER_NAME_CHARACTERS &&
  HEADER_NAME.test(name) &&
  value !== '' &&
  value.length <= MAX_HEADER_VALUE_CHARACTERS &&
  HEADER_VALUE.test(value) &&
  placeholdersOf(value).length === 0;

function sentText(body: HarBody | null): string {
  if (!body?.text) return '';
  return body.base64 && isBase64(body.text) ? atob(body.text) : body.text;
}
