import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { RequestSpec } from '../../contract/requests.ts';
import { importCurl } from './import-curl.ts';
import { plainGet } from './plain-request.ts';
import { requestCurl } from './request-curl.ts';
import { shellWords } from './shell-words.ts';

const imported = (line: string) => {
  const found = importCurl(line);
  if ('fault' in found) throw new Error(found.fault);
  return found;
};

it('words are those of bash', () => {
  const line = `a 'b "c' "d 'e\\" \\$f" g\\ h ''i"" $'j\\n\\'k' \\\n l ""`;
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
    expect(notes.join('\n')).toMatch(/shop\.example\.org was left out[\s\S]*gzip[\s\S]*any certificate[\s\S]*"cookie"/);
  });

  it.each<[string, Partial<RequestSpec>]>([
    ['curl localhost:8080', { method: 'GET', path: '/', body: null }],
    ['curl -XPUT http://a/b -d x -d y=z', { method: 'PUT', path: '/b', body: { kind: 'text', text: 'x&y=z' } }],
    ['curl -G http://a/b?c=1 --data-urlencode "q=a b"', { method: 'GET', path: '/b?c=1&q=a%20b', body: null }],
    ['curl -I http://a/', { method: 'HEAD' }],
    ['curl -sS --request=DELETE http://a/1', { method: 'DELETE', path: '/1' }],
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
    expect(fault("curl 'http://a/")).toEqual({ fault: 'A quote of it is not closed; paste the whole line.' });
    expect(fault('curl -d @body.json http://a/')).toEqual({ fault: expect.stringContaining('the file body.json') });
    expect(fault('curl -X TRACE http://a/')).toEqual({ fault: expect.stringContaining('TRACE is no method') });
    expect(fault('curl -H')).toEqual({ fault: '-H is without its value; paste the whole line.' });
    expect(fault('curl -s')).toEqual({ fault: expect.stringContaining('It names no address') });
  });
});

it('a request copied as curl is sent by curl as it is asked, with its secret of the environment', async () => {
  const request: RequestSpec = {
    ...plainGet('/orders?id={{id}}'),
    method: 'POST',
    headers: [
      { name: 'X-Quote', value: `it's "so"`, secret: null },
      { name: 'X-Empty', value: '', secret: null },
      { name: 'Authorization', value: null, secret: 'shop-token' },
    ],
    body: { kind: 'base64', base64: Buffer.from([0, 1, 255]).toString('base64') },
  };
  const came: { message: IncomingMessage; body: Buffer }[] = [];
  const server = createServer(async (message, answer) => {
    const parts: Buffer[] = [];
    for await (const part of message) parts.push(part as Buffer);
    came.push({ message, body: Buffer.concat(parts) });
    answer.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const line = requestCurl(request, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { execFile } = await import('node:child_process');
  const { promisify } = await import('node:util');
  await promisify(execFile)('bash', ['-c', line], {
    env: { ...process.env, SECRET_SHOP_TOKEN: 'Bearer x', no_proxy: '*' },
  });
  server.close();
  const [only] = came;
  expect(line).not.toContain('Bearer');
  expect([only?.message.method, only?.message.url, only?.body]).toEqual([
    'POST',
    '/orders?id={{id}}',
    Buffer.from([0, 1, 255]),
  ]);
  expect(only?.message.headers).toMatchObject({ 'x-quote': `it's "so"`, 'x-empty': '', authorization: 'Bearer x' });
});
