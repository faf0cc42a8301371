import { formatBytes, formatCount } from '../words/numbers.ts';

/* HTTP Archive 1.2, as browsers save it: the parts that say what was asked. */

export const HAR_BYTES_MAX = 32 * 1024 * 1024;
const HAR_ENTRIES_MAX = 20_000;

/** One request as it was recorded. */
export interface HarEntry {
  method: string;
  url: string;
  /** 'HTTP/1.1', 'h2' or however the browser writes it; may be empty. */
  httpVersion: string;
  headers: { name: string; value: string }[];
  /** Null: none was sent. */
  body: HarBody | null;
  /** Of the answer; 0 when there was none. */
  status: number;
  /** The browser answered it itself. */
  cached: boolean;
}

/** `text` null: one was sent, and the file does not hold it. */
export interface HarBody {
  text: string | null;
  base64: boolean;
}

type Found = Record<string, unknown>;

const isFound = (value: unknown): value is Found => typeof value === 'object' && value !== null;
const partOf = (holder: unknown, name: string): unknown => (isFound(holder) ? holder[name] : undefined);
const listOf = (holder: unknown, name: string): unknown[] => {
  const list = partOf(holder, name);
  return Array.isArray(list) ? list : [];
};
const textOf = (holder: unknown, name: string): string => {
  const text = partOf(holder, name);
  return typeof text === 'string' ? text : '';
};
const numberOf = (holder: unknown, name: string): number => {
  const number = partOf(holder, name);
  return typeof number === 'number' ? number : 0;
};

/** The requests of a HAR file in the order in which they were recorded, or why it cannot be read, in a sentence. */
export function readHar(text: string): { entries: HarEntry[] } | { fault: string } {
  if (text.length > HAR_BYTES_MAX) return { fault: tooLarge(text.length) };
  let document: unknown;
  try {
    // A byte order mark may stand before it.
    document = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { fault: 'This is not JSON, or it is truncated; save the HAR file again in the developer tools.' };
  }
  const entries = partOf(partOf(document, 'log'), 'entries');
  if (!Array.isArray(entries))
    return {
      fault: 'This is no HAR file: it has no log.entries. Save one in the Network panel of the developer tools.',
    };
  if (entries.length > HAR_ENTRIES_MAX)
    return {
      fault: `It has ${formatCount(entries.length)} requests, more than ${formatCount(HAR_ENTRIES_MAX)}; record a shorter time.`,
    };
  return { entries: entries.map(entryOf) };
}

export const tooLarge = (bytes: number): string =>
  `It has ${formatBytes(bytes)}, more than 32 MiB; record a shorter time, or save it without the answers.`;

function entryOf(entry: unknown): HarEntry {
  const request = partOf(entry, 'request');
  return {
    method: textOf(request, 'method').toUpperCase(),
    url: textOf(request, 'url'),
    httpVersion: textOf(request, 'httpVersion'),
    headers: listOf(request, 'headers').map((header) => ({
      name: textOf(header, 'name'),
      value: textOf(header, 'value'),
    })),
    body: bodyOf(request),
    status: numberOf(partOf(entry, 'response'), 'status'),
    // Chromium's own field: memory or disk.
    cached: textOf(entry, '_fromCache') !== '',
  };
}

function bodyOf(request: unknown): HarBody | null {
  const data = partOf(request, 'postData');
  if (!isFound(data)) return numberOf(request, 'bodySize') > 0 ? { text: null, base64: false } : null;
  const text = textOf(data, 'text');
  if (text !== '') return { text, base64: textOf(data, 'encoding') === 'base64' };
  const params = listOf(data, 'params');
  if (params.length === 0) return numberOf(request, 'bodySize') > 0 ? { text: null, base64: false } : null;
  // The fields of a form replace its text, except for a form with files, whose boundary is unknown.
  if (!textOf(data, 'mimeType').startsWith('application/x-www-form-urlencoded')) return { text: null, base64: false };
  const form = params.map((param): [string, string] => [textOf(param, 'name'), textOf(param, 'value')]);
  return { text: new URLSearchParams(form).toString(), base64: false };
}
