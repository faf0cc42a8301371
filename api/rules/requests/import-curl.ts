import { METHODS } from '../../contract/choices.ts';
import { MAX_INLINE_BODY_BYTES, MAX_PATH_CHARACTERS } from '../../contract/limits.ts';
import type { Method, RequestHeader, RequestSpec } from '../../contract/requests.ts';
import { formatExact } from '../words/numbers.ts';
import { isOfTransport, secretNote } from './imported-headers.ts';
import { isCredential } from './plain-credentials.ts';
import { plainGet } from './plain-request.ts';
import { shellWords } from './shell-words.ts';

/** A request that a curl line asks for, with what of the line it does not say; or why there is none. */
export type CurlImport = { request: RequestSpec; notes: string[] } | { fault: string };

/** What a line is read from. Values of credentials are never kept: the request names secrets in their place. */
interface CurlLine {
  url: string | null;
  method: string | null;
  headers: string[];
  data: string[];
  json: boolean;
  get: boolean;
  head: boolean;
  user: boolean;
  insecure: boolean;
  cookie: string | null;
  notes: string[];
}

type Take = (line: CurlLine, value: string) => void;

const option = (take: Take, ...names: string[]): [string, Take][] => names.map((name) => [name, take]);

/** Options with a value. */
const VALUED = new Map<string, Take>([
  ...option((line, value) => (line.method = value.toUpperCase()), '-X', '--request'),
  ...option((line, value) => line.headers.push(value), '-H', '--header'),
  ...option((line, value) => line.data.push(value), '-d', '--data', '--data-raw', '--data-ascii', '--data-binary'),
  ...option((line, value) => line.data.push(encoded(value)), '--data-urlencode'),
  ...option((line, value) => {
    line.data.push(value);
    line.json = true;
  }, '--json'),
  ...option((line, value) => (line.cookie = value), '-b', '--cookie'),
  ...option((line) => (line.user = true), '-u', '--user', '--oauth2-bearer'),
  ...option((line, value) => line.headers.push(`User-Agent: ${value}`), '-A', '--user-agent'),
  ...option((line, value) => line.headers.push(`Referer: ${value}`), '-e', '--referer'),
  ...option((line, value) => (line.url = value), '--url'),
]);

/** Options that say nothing of the request itself, with a value. */
const IGNORED_VALUES = new Set([
  '-o',
  '--output',
  '-m',
  '--max-time',
  '--connect-timeout',
  '-w',
  '--write-out',
  '-c',
  '--cookie-jar',
  '--retry',
  '--resolve',
  '--cacert',
]);

const ANY_CERTIFICATE = 'It took any certificate: choose that in the load profile, where it is said with every figure.';

/** Options without a value; a note, where the form has another place for what they mean. */
const FLAGS: Record<string, string | Take | null> = {
  '--compressed': 'It asked for gzip: turn decompression on in the load profile.',
  '-k': (line) => (line.insecure = true),
  '--insecure': (line) => (line.insecure = true),
  '--http2': 'It asked for HTTP/2: choose it in the load profile.',
  '--http2-prior-knowledge': 'It asked for HTTP/2: choose it in the load profile.',
  '-L': 'It followed redirects, which load does not: ask for the last address, or expect the redirect.',
  '--location': 'It followed redirects, which load does not: ask for the last address, or expect the redirect.',
  '-G': (line) => (line.get = true),
  '--get': (line) => (line.get = true),
  '-I': (line) => (line.head = true),
  '--head': (line) => (line.head = true),
};

/** Reads one line of curl, as browsers copy them too. */
export function importCurl(text: string): CurlImport {
  const words = shellWords(text.trim());
  if (!words) return { fault: 'A quote of it is not closed; paste the whole line.' };
  if (words[0] !== 'curl') return { fault: 'It does not begin with curl.' };
  const line: CurlLine = {
    url: null,
    method: null,
    headers: [],
    data: [],
    json: false,
    get: false,
    head: false,
    user: false,
    insecure: false,
    cookie: null,
    notes: [],
  };
  for (let at = 1; at < words.length; at++) {
    const fault = takeWord(line, words, at);
    if (typeof fault === 'string') return { fault };
    at += fault;
  }
  return requestOf(line);
}

/** How many further words were taken; or what is wrong. */
function takeWord(line: CurlLine, words: string[], at: number): number | string {
  const [word = '', next] = [words[at], words[at + 1]];
  if (!word.startsWith('-') || word === '-') {
    line.url = word;
    return 0;
  }
  const [name = word, inline] = word.startsWith('--') ? splitAt(word, '=') : shortOption(word);
  const take = VALUED.get(name);
  if (take || IGNORED_VALUES.has(name)) {
    const value = inline ?? next;
    if (value === undefined) return `${name} is without its value; paste the whole line.`;
    take?.(line, value);
    return inline === undefined ? 1 : 0;
  }
  const flag = FLAGS[word];
  if (typeof flag === 'function') flag(line, '');
  else if (typeof flag === 'string') line.notes.push(flag);
  else if (
    !/^(?:-[sSfvgi0#]+|--(?:silent|show-error|fail|verbose|include|globoff|http1\.1|no-buffer|fail-with-body))$/.test(
      word,
    )
  )
    line.notes.push(`${word} was left out: it is not known here.`);
  return 0;
}

function splitAt(word: string, sign: string): [string, string | undefined] {
  const at = word.indexOf(sign);
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

/** '-XPOST' is '-X POST'. */
const shortOption = (word: string): [string, string | undefined] =>
  word.length > 2 && (VALUED.has(word.slice(0, 2)) || IGNORED_VALUES.has(word.slice(0, 2)))
    ? [word.slice(0, 2), word.slice(2)]
    : [word, undefined];

/** 'name=value' has its value encoded, as curl does. */
function encoded(value: string): string {
  const [name, rest] = splitAt(value, '=');
  return rest === undefined ? encodeURIComponent(name) : `${name === '' ? '' : `${name}=`}${encodeURIComponent(rest)}`;
}

function requestOf(line: CurlLine): CurlImport {
  const url = line.url === null ? null : urlOf(line.url);
  if (!url) return { fault: 'It names no address that can be read, such as https://shop.example.org/orders.' };
  const file = line.data.find((data) => data.startsWith('@'));
  if (file !== undefined)
    return { fault: `It sends the file ${file.slice(1)}, which is not here: choose it as the body of a request.` };
  const data = line.data.length === 0 ? null : line.data.join('&');
  if (data !== null && new TextEncoder().encode(data).length > MAX_INLINE_BODY_BYTES)
    return { fault: `Its body has more than ${formatExact(MAX_INLINE_BODY_BYTES)} bytes: send it as a file.` };
  const query = line.get && data !== null ? `${url.search === '' ? '?' : '&'}${data}` : '';
  const path = `${url.pathname}${url.search}${query}`;
  if (path.length > MAX_PATH_CHARACTERS)
    return { fault: `Its path has more than ${formatExact(MAX_PATH_CHARACTERS)} characters.` };
  const body = line.get ? null : data;
  const method = line.method ?? (line.head ? 'HEAD' : body === null ? 'GET' : 'POST');
  if (!METHODS.some((one) => one === method))
    return { fault: `${method} is no method that load sends; it sends ${METHODS.join(', ')}.` };
  const { headers, notes } = headersOf(line, body !== null);
  // By http no certificate is shown.
  const certificate = line.insecure && url.protocol === 'https:' ? [ANY_CERTIFICATE] : [];
  return {
    request: {
      ...plainGet(path),
      method: method as Method,
      headers,
      body: body === null ? null : { kind: 'text', text: body },
    },
    notes: [`${url.origin} was left out: the target is what is chosen here.`, ...line.notes, ...certificate, ...notes],
  };
}

function urlOf(text: string): URL | null {
  const whole = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  return URL.canParse(whole) ? new URL(whole) : null;
}

function headersOf(line: CurlLine, hasBody: boolean): { headers: RequestHeader[]; notes: string[] } {
  const headers: RequestHeader[] = [];
  const add = (name: string, value: string): void => {
    if (isOfTransport(name)) return;
    const secret = isCredential(name) ? name.toLowerCase() : null;
    headers.push({ name, value: secret === null ? value : null, secret });
  };
  for (const header of line.headers) {
    const [name, value] = splitAt(header, ':');
    if (value !== undefined && value.trim() !== '') add(name.trim(), value.trim());
  }
  if (line.cookie !== null) add('Cookie', line.cookie);
  if (line.user) add('Authorization', '');
  const has = (name: string): boolean => headers.some((one) => one.name.toLowerCase() === name);
  if (line.json && !has('content-type')) add('Content-Type', 'application/json');
  if (line.json && !has('accept')) add('Accept', 'application/json');
  if (hasBody && !has('content-type')) add('Content-Type', 'application/x-www-form-urlencoded');
  const secrets = headers.flatMap(({ secret }) => secret ?? []);
  const notes = secrets.map(secretNote);
  return { headers, notes };
}
