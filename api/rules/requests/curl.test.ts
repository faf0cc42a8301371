import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { RequestSpec } from '../../contract/requests.ts';
import { importCurl } from './import-curl.ts';
import { exposedIn } from './plain-credentials.ts';
import { plainGet } from './plain-request.ts';
import { requestsCurl } from './request-curl.ts';
import { shellWords } from './shell-words.ts';

const imported = (line: string) => {
  const found = importCurl(line);
  if ('fault' in found) throw new Error(found.fault);
  return found;
};

it('words are those of bash', () => {
  const line = `a 'b "c' "d 'e\\" \\$f" g\\ h ''i"" $'j\\n\\'k' \\\n l "" $'\\u0021\\u00e9\\x21\\xc3\\xa9\\041\\U0001F600\\a\\z' "\\q"`;
  const words = execFileSync('bash', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
  expect(shellWords(line)).toEqual(words);
  expect(shellWords("a 'b")).toBeNull();
});

describe('a line of curl', () => {
  it('is read as a browser copies it, without the values of credentials', () => {
    const { request, notes } = imported(`curl 'https://shop.example.org/orders?x=1' \\
      -H 'accept: */*' -H 'Authorization: Bearer very-secret' -H 'Host: shop.example.org' -b 'session=very-secret' \\
      -H 'content-type: application/json' --data-raw $'{"name":"O\\'Neil"}' --compressed --insecure`);
    expect(request).toEqual({
      ...plainGet('/orders?x=1'),
      method: 'POST',
      headers: [
        { name: 'accept', value: '*/*', secret: null },
        { name: 'Authorization', value: null, secret: 'authorization' },
        { name: 'content-type', value: 'application/json', secret: null },
        { name: 'Cookie', value: null, secret: 'cookie' },
      ],
      body: { kind: 'text', text: `{"name":"O'Neil"}` },
    });
    expect(JSON.stringify([request, notes])).not.toContain('very-secret');
    expect(notes.join('\n')).toMatch(/gzip[\s\S]*any certificate[\s\S]*"cookie"/);
  });

  it.each<[string, Partial<RequestSpec>]>([
    ['curl localhost:8080', { method: 'GET', path: '/', body: null }],
    ['curl -XPUT http://a/b -d x -d y=z', { method: 'PUT', path: '/b', body: { kind: 'text', text: 'x&y=z' } }],
    ['curl -G http://a/b?c=1 --data-urlencode "q=a b"', { method: 'GET', path: '/b?c=1&q=a%20b', body: null }],
    ['curl -I http://a/', { method: 'HEAD' }],
    ['curl -sS --request=DELETE http://a/1', { method: 'DELETE', path: '/1' }],
    ['curl -sSLXPOST --data-raw @y http://a/', { method: 'POST', body: { kind: 'text', text: '@y' } }],
    ['curl --limit-rate 100k --cert c.pem --proxy http://p:3128/p http://a/orders', { method: 'GET', path: '/orders' }],
    ['curl --data-raw $\'{"a":"b\\u0021"}\' http://a/', { body: { kind: 'text', text: '{"a":"b!"}' } }],
    [`curl --json '{"a":1}' http://a/`, { method: 'POST', body: { kind: 'text', text: '{"a":1}' } }],
  ])('%s', (line, part) => expect(imported(line).request).toMatchObject(part));

  it('says nothing of certificates where none is shown', () => {
    const notes = (url: string) => imported(`curl -k --insecure ${url}`).notes.join();
    expect(notes('https://a/')).toContain('any certificate');
    for (const url of ['http://a/', 'localhost:8080']) expect(notes(url)).not.toMatch(/certificate|not known/);
  });

  it('is refused in a sentence where it cannot be read', () => {
    const fault = (line: string) => importCurl(line);
    expect(fault('wget http://a/')).toEqual({ fault: 'It does not begin with curl.' });
    expect(fault("curl 'http://a/")).toEqual({ fault: 'A quote is not closed; paste the whole line.' });
    expect(fault('curl -d @body.json http://a/')).toEqual({ fault: expect.stringContaining('the file body.json') });
    expect(fault('curl -X TRACE http://a/')).toEqual({ fault: expect.stringContaining('TRACE is not a method') });
    expect(fault('curl -H')).toEqual({ fault: '-H is without its value; paste the whole line.' });
    for (const line of ["-F 'picture=@a.png'", '-T a.png', '--form-string a=b', '-K c', '--next -d x'])
      expect(fault(`curl http://a/orders ${line}`), line).toHaveProperty('fault');
    expect(fault('curl --unheard-of http://b/ http://a/')).toEqual({
      fault: '--unheard-of is not known here; leave it out, with its value if it has one.',
    });
    expect(fault('curl http://a/ http://b/')).toEqual({ fault: expect.stringContaining('more than one address') });
    expect(fault('curl --data-urlencode a@b http://a/')).toEqual({ fault: expect.stringContaining('the file b') });
    expect(fault('curl -H @headers http://a/')).toEqual({ fault: expect.stringContaining('from the file headers') });
    expect(fault('curl -s')).toEqual({ fault: expect.stringContaining('It names no address') });
  });
});

it('keeps no credential, under whatever name, and points out those of path and body', () => {
  const { request, notes } = imported(
    `curl 'https://me:hunter2@a/x?access_token=t' -H 'X-Access: Bearer abc' -H 'X-Id: eyJhbGciOiJ9.eyJzdWIiOiIx.sig' -d '{"password":"p"}'`,
  );
  expect(request.headers.map(({ name, value, secret }) => [name, value, secret])).toEqual([
    ['X-Access', null, 'x-access'],
    ['X-Id', null, 'x-id'],
    ['Authorization', null, 'authorization'],
    ['Content-Type', 'application/x-www-form-urlencoded', null],
  ]);
  expect(notes.join('\n')).toContain('access_token, password is in its path or body');
});

it.each<[string, Partial<RequestSpec>]>([
  ['curl --json \'{"a":1,\' --json \'"b":2}\' http://a/', { body: { kind: 'text', text: '{"a":1,"b":2}' } }],
  ["curl -H 'X-Empty;' -H 'Content-Type:' -d x http://a/", { headers: [{ name: 'X-Empty', value: '', secret: null }] }],
])('reads as curl does: %s', (line, part) => expect(imported(line).request).toMatchObject(part));

it.each<Partial<RequestSpec>>([
  { method: 'GET', body: { kind: 'text', text: '@a' } },
  {
    method: 'POST',
    headers: [{ name: 'X-Empty', value: '', secret: null }],
    body: { kind: 'text', text: "it's\n\u00e9!" },
  },
  {
    method: 'PUT',
    headers: [{ name: 'Content-Type', value: 'text/plain', secret: null }],
    body: { kind: 'text', text: '' },
  },
  { method: 'HEAD' },
])('a line that is copied is read as the same request: %j', (part) => {
  const request = { ...plainGet('/a?b={{c}}'), ...part };
  expect(imported(requestsCurl([request], 'http://a')).request).toEqual(request);
});

it('takes a long text that is nearly a token no longer than its length is', () => {
  const text = '-eyJ'.repeat(16_384);
  const took = (many: string) => {
    const startedMs = performance.now();
    exposedIn('/', many);
    return performance.now() - startedMs;
  };
  took(text.slice(0, 4096));
  // Seconds, where each place of it was searched to its end.
  expect(took(text)).toBeLessThan(500);
});

describe('requests copied as curl', () => {
  it('are sent by curl as they are asked, with their secrets of the environment', async () => {
    const request: RequestSpec = {
      ...plainGet('/orders?id={{id}}'),
      method: 'POST',
      headers: [
        { name: 'X-Quote', value: `it's "so"`, secret: null },
        { name: 'X-Empty', value: '', secret: null },
        { name: 'Authorization', value: null, secret: 'shop-token' },
        { name: 'X-Other', value: null, secret: 'shop.token' },
        { name: 'X-`id`', value: null, secret: 'shop-token' },
      ],
      body: { kind: 'base64', base64: Buffer.from([0, 1, 255]).toString('base64') },
    };
    const { lines, came } = await sentByCurl([request], {
      SECRET_SHOP_TOKEN: 'Bearer x',
      SECRET_SHOP_TOKEN_2: 'another',
    });
    expect(lines).not.toContain('Bearer');
    expect(came).toMatchObject([
      {
        method: 'POST',
        url: '/orders?id={{id}}',
        body: Buffer.from([0, 1, 255]),
        headers: {
          'x-quote': `it's "so"`,
          'x-empty': '',
          authorization: 'Bearer x',
          'x-other': 'another',
          'x-`id`': 'Bearer x',
        },
      },
    ]);
    expect(came[0]?.headers).not.toHaveProperty('content-type');
  });

  it('keep their method with a body, and add no content type', async () => {
    const text = { kind: 'text' as const, text: 'a=b' };
    const typed = [{ name: 'content-type', value: 'text/plain', secret: null }];
    const { came } = await sentByCurl([
      { ...plainGet('/1'), body: text },
      { ...plainGet('/2'), method: 'PUT', headers: typed, body: text },
      { ...plainGet('/3'), method: 'HEAD' },
    ]);
    expect(came.map(({ method, url, headers }) => [method, url, headers['content-type']])).toEqual([
      ['GET', '/1', undefined],
      ['PUT', '/2', 'text/plain'],
      ['HEAD', '/3', undefined],
    ]);
  });
});

/** What a server gets of lines that bash runs. */
async function sentByCurl(requests: RequestSpec[], env: Record<string, string> = {}) {
  const came: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: Buffer })[] = [];
  const server = createServer(async (message, answer) => {
    const parts: Buffer[] = [];
    for await (const part of message) parts.push(part as Buffer);
    const { method, url, headers } = message;
    came.push({ method, url, headers, body: Buffer.concat(parts) });
    answer.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const lines = requestsCurl(requests, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await promisify(execFile)('bash', ['-c', lines], { env: { ...process.env, ...env, no_proxy: '*' } });
  server.close();
  return { lines, came };
}
