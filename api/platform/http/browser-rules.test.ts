import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';

/** Stands where Next does: answers with the policy that it was sent. */
let web: Server;
let lab: TestLab;
let secure: TestLab;
const fronts: FastifyInstance[] = [];

beforeAll(async () => {
  web = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(request.headers['content-security-policy']);
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  [lab, secure] = [await openLab(), await openLab({ publicUrl: 'https://lab.example' })];
});
afterAll(async () => {
  for (const front of fronts) await front.close();
  await Promise.all([lab.close(), secure.close()]);
  web.close();
});

/** A front over the pages of the test. */
async function front({ lab: { lab, signIn } }: { lab: TestLab }): Promise<FastifyInstance> {
  const webUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  const app = await buildApp({ lab, signIn, webUrl, trustedProxies: [], log: pino({ level: 'silent' }) });
  fronts.push(app);
  return app;
}

const directives = (policy: string): Record<string, string> =>
  Object.fromEntries(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]));

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

describe('every answer', () => {
  it.each([
    ['JSON', '/api/v1/health', 200],
    ['a problem', '/api/v1/runs', 401],
    ['a route that is not there', '/api/v1/nothing', 404],
    ['an address that is none', '/api/v1/%ff', 400],
    ['the documentation', '/api/v1/docs/', 200],
    ['a page', '/runs', 200],
    ['a page whose address is none', '/%ff', 400],
  ])('has the rules for browsers: %s', async (_what, url, status) => {
    const { statusCode, headers } = await (await front({ lab })).inject({ url });
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject(EVERYWHERE);
    expect(headers['strict-transport-security']).toBeUndefined();
    const policy = directives(String(headers['content-security-policy']));
    expect(policy).toMatchObject({ 'default-src': "'none'", 'object-src': "'none'", 'base-uri': "'none'" });
    expect(policy['frame-ancestors']).toBe("'none'");
    expect(policy['script-src'] ?? '').not.toContain('unsafe');
    expect(policy['style-src'] ?? '').not.toContain('unsafe');
  });

  it('asks for https from then on where the public address has it', async () => {
    const app = await front({ lab: secure });
    for (const url of ['/runs', '/api/v1/health', '/api/v1/%ff']) {
      expect((await app.inject({ url })).headers['strict-transport-security']).toBe('max-age=31536000');
    }
  });
});

describe('what the API answers', () => {
  it('is nothing that a browser acts on', async () => {
    const { headers } = await (await front({ lab })).inject({ url: '/api/v1/health' });
    const policy = directives(String(headers['content-security-policy']));
    expect(policy).toHaveProperty('sandbox', '');
    expect(policy).not.toHaveProperty('script-src');
  });
});

describe('a page', () => {
  const policiesOf = async (headers: Record<string, string> = {}) => {
    const reply = await (await front({ lab })).inject({ url: '/runs', headers });
    return { toBrowser: String(reply.headers['content-security-policy']), toNext: reply.body };
  };

  it('has a nonce of its own, which Next is told', async () => {
    const [one, other] = [await policiesOf(), await policiesOf()];
    expect(one.toNext).toBe(one.toBrowser);
    expect(one.toBrowser).toMatch(/script-src 'nonce-[\w+/]{22}==' 'strict-dynamic';/);
    expect(other.toBrowser).not.toBe(one.toBrowser);
  });

  it('takes no nonce that a visitor chose', async () => {
    const { toNext } = await policiesOf({ 'content-security-policy': "script-src 'nonce-chosen'" });
    expect(toNext).not.toContain('chosen');
  });
});
