import { METHODS } from '../../contract/choices.ts';
import { MAX_INLINE_BODY_BYTES, MAX_PATH_CHARACTERS, SECRET_NAME } from '../../contract/limits.ts';
import type { Method, RequestHeader, RequestSpec } from '../../contract/requests.ts';
import { formatExact } from '../words/numbers.ts';
import { isOfTransport, secretNote } from './imported-headers.ts';
import { exposedIn, exposedNote, holdsCredential } from './plain-credentials.ts';
import { plainGet } from './plain-request.ts';
import { shellWords } from './shell-words.ts';

/** A request that a curl line asks for, whom it asks, and what of the line it does not say; or why there is none. */
export type CurlImport = { request: RequestSpec; origin: string; notes: string[] } | { fault: string };

/** What a line is read from. Values of credentials are never kept: the request names secrets in their place. */
interface CurlLine {
  urls: string[];
  method: string | null;
  headers: string[];
  data: string[];
  /** A file that it sends. */
  file: string | null;
  /** One that has headers. */
  headerFile: string | null;
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

/** Data of a line, or the file that it names in its place. */
const dataOf = (line: CurlLine, value: string): void => {
  if (value.startsWith('@')) line.file = value.slice(1);
  else line.data.push(value);
};

/** Pieces of JSON are joined as they are; others by '&'. */
const jsonOf = (line: CurlLine, value: string): void => {
  const before = line.json ? line.data.pop() : undefined;
  dataOf(line, value);
  if (before !== undefined) line.data.push(before + (line.data.pop() ?? ''));
  line.json = true;
};

const headerOf = (line: CurlLine, value: string): void => {
  if (value.startsWith('@')) line.headerFile = value.slice(1);
  else line.headers.push(value);
};

const NO_CLIENT_CERTIFICATE = 'It used a client certificate; load does not.';

/** Options with a value. */
const VALUED = new Map<string, Take>([
  ...option((line, value) => (line.method = value.toUpperCase()), '-X', '--request'),
  ...option(headerOf, '-H', '--header'),
  ...option(dataOf, '-d', '--data', '--data-ascii', '--data-binary'),
  ...option((line, value) => line.data.push(value), '--data-raw'),
  ...option(encodedData, '--data-urlencode'),
  ...option(jsonOf, '--json'),
  ...option((line, value) => (line.cookie = value), '-b', '--cookie'),
  ...option((line) => (line.user = true), '-u', '--user', '--oauth2-bearer'),
  ...option((line, value) => line.headers.push(`User-Agent: ${value}`), '-A', '--user-agent'),
  ...option((line, value) => line.headers.push(`Referer: ${value}`), '-e', '--referer'),
  ...option((line, value) => line.urls.push(value), '--url'),
  ...option((line) => line.notes.push(NO_CLIENT_CERTIFICATE), '-E', '--cert', '--key', '--cert-type', '--key-type'),
  ...option(
    (line) => line.notes.push('It went through a proxy; load does not.'),
    '-x',
    '--proxy',
    '-U',
    '--proxy-user',
  ),
]);

/** Options with which the line cannot be imported, and what to do instead. */
const REFUSED: Record<string, string> = {
  '-F': 'It sends a form with files (-F), which is not read here: save that body as a file, and choose it.',
  '--form': 'It sends a form with files (--form), which is not read here: save that body as a file, and choose it.',
  '--form-string':
    'It sends a form in parts (--form-string), which is not read here: save that body as a file, and choose it.',
  '-T': 'It uploads a file (-T), which is not here: choose it as the body of a request.',
  '--upload-file': 'It uploads a file (--upload-file), which is not here: choose it as the body of a request.',
  '-K': 'It reads its options from a file (-K), which is not here.',
  '--config': 'It reads its options from a file (--config), which is not here.',
  '--next': 'It asks more than once (--next): paste one request at a time.',
  '-:': 'It asks more than once (-:): paste one request at a time.',
};

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
  '--retry-delay',
  '--retry-max-time',
  '--resolve',
  '--connect-to',
  '--cacert',
  '--capath',
  '--ciphers',
  '--tls13-ciphers',
  '--tls-max',
  '--limit-rate',
  '--max-redirs',
  '--max-filesize',
  '--interface',
  '--local-port',
  '--dns-servers',
  '--keepalive-time',
  '--trace',
  '--trace-ascii',
  '--stderr',
  '-D',
  '--dump-header',
]);

const ANY_CERTIFICATE =
  'It accepted any certificate: under Tool, choose that the certificate of the target may be any; every verdict will say so.';

const HTTP2 = 'It asked for HTTP/2: choose it as the Protocol under Tool.';

/** Options without a value; a note, where the form has another place for what they mean. */
const FLAGS: Record<string, string | Take | null> = {
  '--compressed': 'It asked for gzip: turn on Decompression under Tool.',
  '-k': (line) => (line.insecure = true),
  '--insecure': (line) => (line.insecure = true),
  '--http2': HTTP2,
  '--http2-prior-knowledge': HTTP2,
  '-L': 'It followed redirects; load does not: ask for the last address, or expect the redirect.',
  '--location': 'It followed redirects; load does not: ask for the last address, or expect the redirect.',
  '-G': (line) => (line.get = true),
  '--get': (line) => (line.get = true),
  '-I': (line) => (line.head = true),
  '--head': (line) => (line.head = true),
};
const SAYS_NOTHING =
  /^(?:-[sSfvgiNnqOJR0#46]|--(?:silent|show-error|fail|fail-with-body|verbose|include|globoff|http1\.[01]|no-buffer|tlsv1(?:\.[0-3])?|ipv[46]|remote-name|create-dirs|path-as-is|no-progress-meter|progress-bar))$/;

/** Reads one line of curl, as browsers copy them too. */
export function importCurl(text: string): CurlImport {
  const words = shellWords(text.trim());
  if (!words) return { fault: 'A quote is not closed; paste the whole line.' };
  if (words[0] !== 'curl') return { fault: 'It does not begin with curl.' };
  const line: CurlLine = {
    urls: [],
    method: null,
    headers: [],
    data: [],
    file: null,
    headerFile: null,
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
    line.urls.push(word);
    return 0;
  }
  if (!word.startsWith('--')) return takeCluster(line, word, next);
  const [name = word, inline] = splitAt(word, '=');
  return takeOption(line, name, inline, next);
}

/** '-sSXPOST' is '-s -S -X POST': letters stand together, and what follows one that takes a value is its value. */
function takeCluster(line: CurlLine, word: string, next: string | undefined): number | string {
  for (let at = 1; at < word.length; at++) {
    const name = `-${word[at]}`;
    const rest = word.slice(at + 1);
    const taken = takeOption(
      line,
      name,
      takesValue(name) && rest !== '' ? rest : undefined,
      rest === '' ? next : undefined,
    );
    if (typeof taken === 'string') return taken;
    if (takesValue(name)) return taken;
  }
  return 0;
}

const takesValue = (name: string): boolean => VALUED.has(name) || IGNORED_VALUES.has(name);

function takeOption(
  line: CurlLine,
  name: string,
  inline: string | undefined,
  next: string | undefined,
): number | string {
  const refusal = REFUSED[name];
  if (refusal) return refusal;
  if (takesValue(name)) {
    const value = inline ?? next;
    if (value === undefined) return `${name} is without its value; paste the whole line.`;
    VALUED.get(name)?.(line, value);
    return inline === undefined ? 1 : 0;
  }
  const flag = FLAGS[name];
  if (typeof flag === 'function') flag(line, '');
  else if (typeof flag === 'string') line.notes.push(flag);
  else if (!SAYS_NOTHING.test(name)) {
    // The word behind it may be its value, or the address.
    if (inline === undefined && next !== undefined && !next.startsWith('-'))
      return `${name} is not known here; leave it out, with its value if it has one.`;
    line.notes.push(`${name} was left out: it is not known here.`);
  }
  return 0;
}

function splitAt(word: string, sign: string): [string, string | undefined] {
  const at = word.indexOf(sign);
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

/** 'name=value' has its value encoded, as curl does, and 'name@file' takes it from a file. */
function encodedData(line: CurlLine, value: string): void {
  const sign = /[=@]/.exec(value);
  if (sign?.[0] === '@') {
    line.file = value.slice(sign.index + 1);
    return;
  }
  const [name, rest] = splitAt(value, '=');
  const text = rest === undefined ? encodeURIComponent(name) : encodeURIComponent(rest);
  line.data.push(rest === undefined || name === '' ? text : `${name}=${text}`);
}

function requestOf(line: CurlLine): CurlImport {
  if (line.urls.length > 1)
    return {
      fault: `It names more than one address: ${line.urls.slice(0, 3).join(', ')}. Paste one request at a time.`,
    };
  const [address] = line.urls;
  const url = address === undefined ? null : urlOf(address);
  if (!url) return { fault: 'It names no address that can be read, such as https://shop.example.org/orders.' };
  if (line.file !== null)
    return { fault: `It sends the file ${line.file}, which is not here: choose it as the body of a request.` };
  if (line.headerFile !== null)
    return { fault: `It reads headers from the file ${line.headerFile}, which is not here: write them into the line.` };
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
    return { fault: `${method} is not a method that load sends; choose one of ${METHODS.join(', ')}.` };
  const { headers, notes } = headersOf({ ...line, user: line.user || url.username !== '' }, body !== null);
  const exposed = exposedIn(path, body ?? '');
  // By http no certificate is shown.
  const certificate = line.insecure && url.protocol === 'https:' ? [ANY_CERTIFICATE] : [];
  return {
    request: {
      ...plainGet(path),
      method: method as Method,
      headers,
      body: body === null ? null : { kind: 'text', text: body },
    },
    origin: url.origin,
    notes: [...new Set(line.notes), ...certificate, ...notes, ...(exposed.length > 0 ? [exposedNote(exposed)] : [])],
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
    const secret = holdsCredential({ name, value }) && SECRET_NAME.test(name) ? name.toLowerCase() : null;
    headers.push({ name, value: secret === null ? value : null, secret });
  };
  const unwanted = new Set<string>();
  for (const header of line.headers) {
    const [name, value] = splitAt(header, ':');
    // 'Name;' is a header without a value, and 'Name:' none at all.
    if (value === undefined && name.endsWith(';')) add(name.slice(0, -1).trim(), '');
    else if (value?.trim() === '') unwanted.add(name.trim().toLowerCase());
    else if (value !== undefined) add(name.trim(), value.trim());
  }
  if (line.cookie !== null) add('Cookie', line.cookie);
  if (line.user) add('Authorization', '');
  const has = (name: string): boolean => unwanted.has(name) || headers.some((one) => one.name.toLowerCase() === name);
  if (line.json && !has('content-type')) add('Content-Type', 'application/json');
  if (line.json && !has('accept')) add('Accept', 'application/json');
  if (hasBody && !has('content-type')) add('Content-Type', 'application/x-www-form-urlencoded');
  const secrets = headers.flatMap(({ secret }) => secret ?? []);
  const notes = secrets.map(secretNote);
  return { headers, notes };
}
