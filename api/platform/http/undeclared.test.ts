import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/primitives.ts';
import { type RouteShape, routes } from '../../contract/routes.ts';
import { openLab, type TestLab } from '../../testing/test-lab.ts';

/** What no route of the contract answers is refused in the contract's own form. */

let lab: TestLab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const shapes: RouteShape[] = Object.values(routes);
const addresses = [...new Set(shapes.map(({ url }) => url))];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'];

/** As it stands on the wire: fetch refuses to send some of these. */
function send(head: string): Promise<{ status: number; headers: string; problem: Problem | null }> {
  const { hostname, port } = new URL(lab.url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(head));
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const [headers = '', body = ''] = text.split('\r\n\r\n');
      resolve({ status: Number(headers.split(' ')[1]), headers, problem: body ? JSON.parse(body) : null });
    });
  });
}

const ask = (method: string, url: string, more = '') =>
  send(`${method} ${url} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${more}\r\n`);

/** A fixed part of one route may be a parameter of another. */
function isOf(url: string, path: string): boolean {
  const [parts, given] = [url.split('/'), path.split('/')];
  return parts.length === given.length && parts.every((part, at) => part.startsWith(':') || part === given[at]);
}

describe('a method that an address does not have', () => {
  it.each(addresses)('%s answers 405 and says which it has', async (url) => {
    const path = url.replace(/:\w+/g, 'one');
    const declared = shapes.filter((shape) => isOf(shape.url, path));
    const has = [...new Set(declared.map(({ method }): string => method))];
    if (declared.some(({ method, access }) => method === 'GET' && access === 'public')) has.push('HEAD');
    for (const method of METHODS.filter((one) => !has.includes(one))) {
      const { status, headers, problem } = await ask(method, path);
      const allow = headers.match(/^allow: (.*)$/im)?.[1]?.split(', ');
      expect([status, allow?.sort()], method).toEqual([405, has.sort()]);
      expect(headers).toContain('application/problem+json');
      if (method !== 'HEAD') expect(problem?.code).toBe('method-not-allowed');
    }
  });

  it.each([
    ['PATCH', '/api/v1/runs', 405],
    ['POST', '/api/v1/nowhere', 404],
  ])('%s %s is refused without its body, which is not waited for', async (method, url, expected) => {
    const head = `${method} ${url} HTTP/1.1\r\nhost: a\r\ncontent-type: text/csv\r\ncontent-length: 1000000\r\n\r\n`;
    expect((await send(head)).status).toBe(expected);
  });

  it('says 404 where there is nothing', async () => {
    expect((await ask('POST', '/api/v1/nowhere')).status).toBe(404);
    expect((await ask('QUERY', '/api/v1/nowhere')).status).toBe(404);
  });
});

describe('what is no request', () => {
  it.each([
    [
      'a head that is too large',
      `GET /api/v1/health HTTP/1.1\r\nhost: a\r\ncookie: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ['no HTTP', 'hello\r\n\r\n', 400],
  ])('%s is refused as a problem, too', async (_what, head, expected) => {
    const { status, headers, problem } = await send(head);
    expect(status).toBe(expected);
    expect(headers).toContain('application/problem+json');
    expect(problem).toMatchObject({ type: 'about:blank', status: expected, fields: [] });
    expect(headers).toContain(`x-request-id: ${problem?.requestId}`);
  });
});
