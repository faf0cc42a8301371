import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codingOf, compressAnswers } from './compress.ts';

const TEXT = 'requests per second '.repeat(500);
const HTML = 'text/html; charset=utf-8';

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  compressAnswers(app);
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

it.each([
  ['br', 'br'],
  ['gzip;q=0.5, br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['', null],
  ['deflate, zstd', null],
])('of %s it takes %s', (accepted, coding) => {
  expect(codingOf(accepted)).toBe(coding);
});
