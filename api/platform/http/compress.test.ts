import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codingOf, compressAnswers } from './compress.ts';
import { KeptFiles } from './kept-files.ts';

const TEXT = 'requests per second '.repeat(500);
const HTML = 'text/html; charset=utf-8';

let app: FastifyInstance;
const kept = new KeptFiles(2 * TEXT.length);
/** How often each address reached what stands behind the front. */
const asked = new Map<string, number>();
beforeAll(async () => {
  app = Fastify();
  compressAnswers(app, kept);
  app.get('/_next/static/*', (request, reply) => {
    asked.set(request.url, (asked.get(request.url) ?? 0) + 1);
    const control = request.url.includes('changing') ? 'no-cache' : 'public, max-age=31536000, immutable';
    const body = request.url.includes('broken') ? breaksOff() : Readable.from([Buffer.from(TEXT)]);
    return reply.type('application/javascript').header('cache-control', control).header('etag', '"a"').send(body);
  });
  app.get('/page', (_, reply) =>
    reply
      .type(HTML)
      .header('etag', '"a"')
      .header('content-length', TEXT.length)
      .send(Readable.from([TEXT])),
  );
  app.get('/api/v1/runs', () => ({ text: TEXT }));
  app.get('/api/v1/short', () => ({ text: 'short' }));
  app.get('/api/v1/tokens', () => ({ text: TEXT }));
  app.get('/api/v1/file', (_, reply) => reply.type('text/plain').send(Readable.from([TEXT])));
  app.get('/api/v1/events', (_, reply) => reply.type('text/event-stream').send(TEXT));
  app.get('/font.woff2', (_, reply) => reply.type('font/woff2').send(TEXT));
  app.get('/coded', (_, reply) => reply.type(HTML).header('content-encoding', 'zstd').send(TEXT));
  await app.ready();
});
afterAll(() => app.close());

async function* breakingOff() {
  yield Buffer.from(TEXT);
  throw new Error('the connection broke');
}
const breaksOff = () => Readable.from(breakingOff());

const ask = (url: string, encoding = 'gzip, deflate, br') =>
  app.inject({ url, headers: { 'accept-encoding': encoding } });

it('compresses pages as they stream, and JSON', async () => {
  const page = await ask('/page');
  expect(brotliDecompressSync(page.rawPayload).toString()).toBe(TEXT);
  expect(page.headers).toMatchObject({ 'content-encoding': 'br', etag: 'W/"a"', vary: 'accept-encoding' });
  expect(page.headers['content-length']).toBeUndefined();
  const json = await ask('/api/v1/runs');
  expect(JSON.parse(brotliDecompressSync(json.rawPayload).toString())).toEqual({ text: TEXT });
  expect(json.rawPayload.length).toBeLessThan(TEXT.length / 10);
});

it('takes gzip where the client knows nothing better, and neither where it takes none', async () => {
  expect(gunzipSync((await ask('/page', 'gzip')).rawPayload).toString()).toBe(TEXT);
  const plain = await ask('/page', 'identity');
  expect([plain.headers['content-encoding'], plain.payload, plain.headers.vary]).toEqual([
    undefined,
    TEXT,
    'accept-encoding',
  ]);
});

it.each(['/api/v1/short', '/api/v1/tokens', '/api/v1/file', '/api/v1/events', '/font.woff2'])(
  'leaves %s as it is',
  async (url) => {
    expect((await ask(url)).headers['content-encoding']).toBeUndefined();
  },
);

it('leaves what is coded already', async () => {
  expect((await ask('/coded')).headers['content-encoding']).toBe('zstd');
});

const askTwice = async (url: string, encoding?: string) => {
  const first = await ask(url, encoding);
  await kept.settled();
  return [first, await ask(url, encoding)] as const;
};

it('asks once for a file of the build, and sends it smaller from then on', async () => {
  const [first, second] = await askTwice('/_next/static/chunks/a.js');
  expect(asked.get('/_next/static/chunks/a.js')).toBe(1);
  for (const { rawPayload } of [first, second]) expect(brotliDecompressSync(rawPayload).toString()).toBe(TEXT);
  expect(second.rawPayload.length).toBeLessThan(first.rawPayload.length);
  expect(second.headers).toMatchObject({
    'content-type': 'application/javascript',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    etag: 'W/"a"',
    vary: 'accept-encoding',
    'content-length': String(second.rawPayload.length),
  });
});

it('keeps a file in each coding that clients take', async () => {
  const url = '/_next/static/chunks/b.js';
  await askTwice(url);
  const [first, second] = await askTwice(url, 'gzip');
  for (const { rawPayload } of [first, second]) expect(gunzipSync(rawPayload).toString()).toBe(TEXT);
  expect((await ask(url, 'identity')).payload).toBe(TEXT);
  expect(asked.get(url)).toBe(3);
});

it.each([
  ['changing', '/_next/static/changing.js'],
  ['asked for with a query', '/_next/static/chunks/a.js?v=2'],
])('asks again for what is %s', async (_, url) => {
  await askTwice(url);
  expect(asked.get(url)).toBe(2);
});

it('keeps nothing of a body that broke off', async () => {
  const url = '/_next/static/chunks/broken.js';
  await ask(url).catch(() => {});
  await ask(url).catch(() => {});
  expect(asked.get(url)).toBe(2);
});

it('leaves a question whether a file has changed to what stands behind', async () => {
  const url = '/_next/static/chunks/c.js';
  await askTwice(url);
  await app.inject({ url, headers: { 'accept-encoding': 'br', 'if-none-match': 'W/"a"' } });
  expect(asked.get(url)).toBe(2);
});

it('drops the oldest when there are too many', async () => {
  const few = new KeptFiles(100);
  const small = Fastify();
  let count = 0;
  compressAnswers(small, few);
  small.get('/_next/static/*', (_, reply) => {
    count += 1;
    const headers = { 'content-type': 'text/css', 'cache-control': 'immutable' };
    return reply.headers(headers).send(Readable.from([Buffer.from(TEXT)]));
  });
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names) {
    await small.inject({ url: `/_next/static/${name}.css`, headers: { 'accept-encoding': 'br' } });
    await few.settled();
  }
  const again = async (name: string) => {
    const before = count;
    await small.inject({ url: `/_next/static/${name}.css`, headers: { 'accept-encoding': 'br' } });
    return count - before;
  };
  expect([await again('e'), await again('a')]).toEqual([0, 1]);
  await small.close();
});

it.each([
  ['br', 'br'],
  ['gzip;q=0.5, br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['', null],
  ['deflate, zstd', null],
])('of %s it takes %s', (accepted, coding) => {
  expect(codingOf(accepted)).toBe(coding);
});
