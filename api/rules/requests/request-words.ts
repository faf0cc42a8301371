import type { RequestBody, RequestHeader, RequestSpec } from '../../contract/requests.ts';
import { formatBytes, plural } from '../words/numbers.ts';
import { sha256Hex } from '../words/sha256.ts';

/** What of a request an imported run says too. */
export type NamedRequest = Pick<RequestSpec, 'method' | 'path' | 'weight'>;

/** '/simple' of a GET, else 'POST /orders'. */
export const requestName = ({ method, path }: NamedRequest): string => (method === 'GET' ? path : `${method} ${path}`);

/** Bytes are counted, and not rounded, while they are few. */
const sizeText = (bytes: number): string => (bytes < 1000 ? `${bytes} B` : formatBytes(bytes));

/** Bytes that are sent, of text with placeholders before they are filled in. */
export function bodyBytes(body: RequestBody): number {
  if (body.kind === 'file') return body.sizeBytes;
  if (body.kind === 'text') return new TextEncoder().encode(body.text).length;
  return (body.base64.length / 4) * 3 - (body.base64.match(/=+$/)?.[0].length ?? 0);
}

const contentType = (headers: RequestHeader[]): string =>
  headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';

/** 'JSON 312 B', 'text 12 B', 'photo.jpg 2.1 MB'. */
export function bodyText({ body, headers }: Pick<RequestSpec, 'body' | 'headers'>): string | null {
  if (!body) return null;
  if (body.kind === 'file') return `${body.fileName} ${sizeText(body.sizeBytes)}`;
  const json = /\bjson\b/i.test(contentType(headers));
  const kind = json ? 'JSON' : body.kind === 'text' ? 'text' : 'bytes';
  return `${kind} ${sizeText(bodyBytes(body))}`;
}

/** 'JSON 312 B · 2 headers · expects 201'; empty for a request that says no more than its method and path. */
export function requestBesides(request: RequestSpec): string {
  const { headers, expect } = request;
  return [bodyText(request), headers.length > 0 && plural(headers.length, 'header'), expectText(expect)]
    .filter(Boolean)
    .join(' · ');
}

/** 'expects 201, 12 B, "id"'; null where any answer from 200 to 299 will do. */
export function expectText({ status, bytes, sha256, contains }: RequestSpec['expect']): string | null {
  const parts = [
    status !== null && String(status),
    bytes !== null && sizeText(bytes),
    sha256 !== null && `SHA-256 ${sha256.slice(0, 8)}…`,
    contains !== null && JSON.stringify(contains.length > 24 ? `${contains.slice(0, 24)}…` : contains),
  ].filter(Boolean);
  return parts.length === 0 ? null : `expects ${parts.join(', ')}`;
}

/** 'Accept: text/html', 'Authorization: secret shop-token'. */
export const headerText = ({ name, value, secret }: RequestHeader): string => `${name}: ${value ?? `secret ${secret}`}`;

/** What tells bodies apart that look alike: 'JSON 312 B, SHA-256 0a1b2c3d'. */
export function bodyIdentity(request: RequestSpec): string {
  const { body } = request;
  if (!body) return 'none';
  return `${bodyText(request)}, SHA-256 ${bodySha256(body).slice(0, 8)}`;
}

/** A body without the name that its file has for people. */
export function asSent(body: RequestBody): unknown[] {
  return body.kind === 'file' ? [body.kind, body.sha256] : [body.kind, body.kind === 'text' ? body.text : body.base64];
}

/** Of the bytes that are sent; of text with placeholders, of the text. */
export function bodySha256(body: RequestBody): string {
  if (body.kind === 'file') return body.sha256;
  if (body.kind === 'text') return sha256Hex(new TextEncoder().encode(body.text));
  return sha256Hex(Uint8Array.from(atob(body.base64), (character) => character.charCodeAt(0)));
}
