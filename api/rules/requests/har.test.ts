import { describe, expect, it } from 'vitest';
import { specFor } from '../../testing/fake-agent.ts';
import { HAR_BYTES_MAX, type HarEntry, readHar } from './har-file.ts';
import { originsOf, requestsOfHar } from './import-har.ts';
import { plainGet } from './plain-request.ts';
import { requestFaults } from './request-check.ts';

const SHOP = 'https://shop.example.org';
const NOTHING = new Set<string>();

interface Recorded {
  method?: string;
  url?: string;
  headers?: [string, string][];
  postData?: object;
  bodySize?: number;
  status?: number;
  over?: object;
}

/** An entry as Chromium saves it, with the fields that no reader needs. */
const entry = ({
  method = 'GET',
  url = `${SHOP}/`,
  headers = [],
  postData,
  bodySize,
  status = 200,
  over,
}: Recorded) => ({
  _connectionId: '41',
  _initiator: { type: 'script' },
  _priority: 'High',
  _resourceType: 'fetch',
  cache: {},
  connection: '443',
  request: {
    method,
    url,
    httpVersion: 'h2',
    headers: headers.map(([name, value]) => ({ name, value })),
    queryString: [],
    cookies: [],
    headersSize: -1,
    bodySize: bodySize ?? (postData ? 12 : 0),
    ...(postData && { postData }),
  },
  response: { status, statusText: '', httpVersion: 'h2', headers: [], content: { size: 2, mimeType: 'text/html' } },
  serverIPAddress: '192.0.2.7',
  startedDateTime: '2026-11-23T10:00:00.000Z',
  time: 12.3,
  timings: { send: 0.1, wait: 10, receive: 2.2 },
  ...over,
});

function entriesOf(...recorded: Recorded[]): HarEntry[] {
  const log = { version: '1.2', creator: { name: 'WebInspector', version: '537.36' }, pages: [] };
  const read = readHar(`\uFEFF${JSON.stringify({ log: { ...log, entries: recorded.map(entry) } })}`);
  if ('fault' in read) throw new Error(read.fault);
  return read.entries;
}

const imported = (...recorded: Recorded[]) => requestsOfHar(entriesOf(...recorded), SHOP, NOTHING);
const json = (text: string) => ({ mimeType: 'application/json', text });

const BROWSER: [string, string][] = [
  [':authority', 'shop.example.org'],
  [':method', 'POST'],
  [':path', '/orders'],
  [':scheme', 'https'],
  ['accept', 'application/json'],
  ['accept-encoding', 'gzip, deflate, br, zstd'],
  ['accept-language', 'en-GB,en;q=0.9'],
  ['cache-control', 'no-cache'],
  ['content-length', '27'],
  ['content-type', 'application/json'],
  ['dnt', '1'],
  ['origin', SHOP],
  ['pragma', 'no-cache'],
  ['priority', 'u=1, i'],
  ['referer', `${SHOP}/cart?session=9`],
  ['sec-ch-ua', '"Chromium";v="141"'],
  ['sec-fetch-mode', 'cors'],
  ['user-agent', 'Mozilla/5.0'],
];

describe('a HAR file', () => {
  it('gives requests as load sends them, without what a browser adds', () => {
    const { requests } = imported({
      method: 'POST',
      url: `${SHOP}/orders?expand=items#top`,
      headers: BROWSER,
      postData: json('{"item": 42, "of": "café"}'),
      status: 201,
    });
    expect(requests).toEqual([
      {
        exposed: [],
        request: {
          ...plainGet('/orders?expand=items'),
          method: 'POST',
          headers: [
            { name: 'accept', value: 'application/json', secret: null },
            { name: 'accept-language', value: 'en-GB,en;q=0.9', secret: null },
            { name: 'content-type', value: 'application/json', secret: null },
            { name: 'origin', value: SHOP, secret: null },
            { name: 'user-agent', value: 'Mozilla/5.0', secret: null },
          ],
          body: { kind: 'text', text: '{"item": 42, "of": "café"}' },
        },
      },
    ]);
    const spec = { ...specFor('s'), requests: requests.map(({ request }) => request) };
    expect(requestFaults({ ...spec, target: { kind: 'listening', port: 80, tls: true } })).toEqual([]);
  });

  it('counts the same method, path and body as weight, the most frequent first', () => {
    const order = { method: 'POST', url: `${SHOP}/orders`, postData: json('{"item": 1}') };
    const { requests } = imported(
      { url: `${SHOP}/cart` },
      order,
      { ...order, postData: json('{"item": 2}') },
      { ...order, headers: [['accept', '*/*']] },
      order,
    );
    expect(requests.map(({ request: { method, path, weight } }) => [method, path, weight])).toEqual([
      ['POST', '/orders', 3],
      ['GET', '/cart', 1],
      ['POST', '/orders', 1],
    ]);
    const many = Array.from({ length: 1200 }, () => ({ url: `${SHOP}/poll` }));
    expect(imported(...many).requests[0]?.request.weight).toBe(1000);
  });

  it('says what is left out, and why', () => {
    const { requests, leftOut } = imported(
      { url: `${SHOP}/kept` },
      { url: 'https://cdn.example.net/app.js' },
      { url: 'https://cdn.example.net/app.css' },
      { url: 'wss://shop.example.org/live' },
      { url: 'data:image/png;base64,AA==' },
      { over: { _fromCache: 'memory' } },
      { status: 0 },
      { status: 404 },
      { method: 'CONNECT' },
      { url: `${SHOP}/${'a'.repeat(2000)}` },
      { method: 'POST', bodySize: 9 },
      { method: 'POST', postData: json('x'.repeat(65_537)) },
      { headers: Array.from({ length: 51 }, (_, i): [string, string] => [`x-${i}`, '1']) },
    );
    expect(requests.map(({ request }) => request.path)).toEqual(['/kept']);
    expect(Object.fromEntries(leftOut.map(({ why, many }) => [why, many]))).toEqual({
      'of another host than the target': 2,
      'not asked by HTTP: WebSocket, data and the like': 2,
      'answered by the browser’s cache': 1,
      'without an answer: blocked, or given up': 1,
      'answered with an error (4xx, 5xx)': 1,
      'with a method that load does not send (it sends GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS)': 1,
      'with a path of more than 2000 characters': 1,
      'whose body is not in the file: forms with files, for one': 1,
      'with a body of more than 64 KiB: choose it as the file of a request': 1,
      'with more than 50 headers': 1,
    });
  });

  it('names the hosts that were asked, the most often first', () => {
    const urls = [`${SHOP}/a`, 'http://127.0.0.1:8080/', `${SHOP}/b`, 'blob:https://shop.example.org/1', 'nonsense'];
    expect(originsOf(entriesOf(...urls.map((url) => ({ url }))))).toEqual([
      { origin: SHOP, many: 2 },
      { origin: 'http://127.0.0.1:8080', many: 1 },
    ]);
  });

  it('takes no value of a credential, whatever the header is called', () => {
    const recorded: Recorded = {
      headers: [
        ['Authorization', 'Bearer planted-1'],
        ['cookie', 'a=planted-2'],
        ['cookie', 'b=planted-3'],
        ['X-Api-Key', 'planted-4'],
        ['X-Gitlab-Pat', 'planted-5'],
        ['X-Session', 'planted-6'],
        ['X-Other', 'glpat-planted_7abcdefghijk'],
        ['X-CSRF-Token', 'planted-5'],
        ['x-user', 'Bearer planted-6'],
        ['x-claims', 'eyJhbGciOiJIUzI1NiJ9.planted-7.sig'],
        ['accept', '*/*'],
      ],
    };
    const names = [
      'authorization',
      'cookie',
      'x-api-key',
      'x-claims',
      'x-csrf-token',
      'x-gitlab-pat',
      'x-other',
      'x-session',
      'x-user',
    ];
    const without = imported(recorded);
    expect(without.credentials).toEqual(names.toSorted());
    expect(without.requests[0]?.request.headers).toEqual([{ name: 'accept', value: '*/*', secret: null }]);
    const named = requestsOfHar(entriesOf(recorded), SHOP, new Set(['authorization', 'cookie']));
    expect(named.requests[0]?.request.headers).toEqual([
      { name: 'Authorization', value: null, secret: 'authorization' },
      { name: 'cookie', value: null, secret: 'cookie' },
      { name: 'accept', value: '*/*', secret: null },
    ]);
    expect(JSON.stringify([without, named])).not.toContain('planted');
  });

  it.each(['X-Goog-Api-Key', 'X-CSRFToken', 'Ocp-Apim-Subscription-Key', 'X-Session-Id', 'X-Auth', '_csrf-token'])(
    'takes no value of %s, by whose name no secret may be called or that is a provider’s own',
    (name) => {
      const recorded = imported({
        headers: [
          [name, 'planted'],
          ['accept', '*/*'],
          ['Idempotency-Key', '7'],
        ],
      });
      expect(JSON.stringify(recorded)).not.toContain('planted');
      expect(recorded.requests[0]?.request.headers.map((header) => header.name)).toEqual(['accept', 'Idempotency-Key']);
    },
  );

  it.each<[Recorded, string[]]>([
    [{ url: `${SHOP}/a?key=1&auth=2&csrftoken=3&monkey=4` }, ['key', 'auth', 'csrftoken']],
    [{ url: `${SHOP}/reset/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln` }, ['a token']],
    [
      {
        method: 'POST',
        postData: { mimeType: 'application/x-www-form-urlencoded', text: 'user[password]=b&x={"y":1}' },
      },
      ['user[password]'],
    ],
    [
      {
        method: 'POST',
        postData: {
          mimeType: 'multipart/form-data; boundary=b',
          text: '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nhunter2\r\n--b--\r\n',
        },
      },
      ['password'],
    ],
    [
      {
        method: 'POST',
        postData: { mimeType: 'x/y', text: Buffer.from('{"password": "b"}').toString('base64'), encoding: 'base64' },
      },
      ['password'],
    ],
    [{ url: `${SHOP}/a?access_token=1&page=2` }, ['access_token']],
    [{ url: `${SHOP}/a?X-Amz-Signature=1` }, ['X-Amz-Signature']],
    [
      { method: 'POST', postData: json('{"user": "a", "password": "b", "refreshToken": "c"}') },
      ['password', 'refreshToken'],
    ],
    [{ method: 'POST', postData: { mimeType: 'application/x-www-form-urlencoded', text: 'user=a&pwd=b' } }, ['pwd']],
    [{ url: `${SHOP}/tokens?page=2` }, []],
  ])('points out credentials in paths and bodies: %j', (recorded, names) => {
    expect(imported(recorded).requests[0]?.exposed).toEqual(names);
  });

  it('keeps bytes and braces as they were', () => {
    const form = { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'q', value: 'a b&c' }] };
    const bodies = imported(
      { method: 'POST', url: `${SHOP}/1`, postData: { mimeType: 'x/y', text: 'AAEC', encoding: 'base64' } },
      { method: 'POST', url: `${SHOP}/2`, postData: json('{"template": "{{name}}"}') },
      { method: 'POST', url: `${SHOP}/3`, postData: form },
      { method: 'POST', url: `${SHOP}/4?q={{name}}` },
    );
    expect(bodies.requests.map(({ request: { path, body } }) => [path, body])).toEqual([
      ['/1', { kind: 'base64', base64: 'AAEC' }],
      ['/2', { kind: 'base64', base64: Buffer.from('{"template": "{{name}}"}').toString('base64') }],
      ['/3', { kind: 'text', text: 'q=a+b%26c' }],
      ['/4?q=%7B%7Bname}}', null],
    ]);
  });

  it('expects a redirect where one was answered, as load follows none', () => {
    const statusOf = (status: number) => imported({ status }).requests[0]?.request.expect.status;
    expect([200, 204, 302, 304].map(statusOf)).toEqual([null, null, 302, null]);
  });

  it.each([
    ['{', /not JSON/],
    ['[]', /no HAR file/],
    ['{"log": {"entries": {}}}', /no HAR file/],
    [`{"log": {"entries": [${'1,'.repeat(20_000)}1]}}`, /20,001 requests, more than 20,000/],
    ['x'.repeat(HAR_BYTES_MAX + 1), /33.6 MB, more than 32 MiB/],
  ])('that cannot be read is told in a sentence: %.30s', (text, fault) => {
    expect(readHar(text)).toEqual({ fault: expect.stringMatching(fault) });
  });

  it('of nonsense within gives nothing to send', () => {
    const read = readHar(
      JSON.stringify({ log: { entries: [null, 7, {}, { request: { url: 7, headers: [null], postData: [] } }] } }),
    );
    if ('fault' in read) throw new Error(read.fault);
    expect(requestsOfHar(read.entries, SHOP, NOTHING).requests).toEqual([]);
  });
});
