import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLab, type TestLab } from '../../testing/test-lab.ts';

let lab: TestLab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

/** Sends the start of a request and answers what comes until the connection ends, and after how long. */
async function send(...parts: string[]): Promise<{ answer: string; tookMs: number }> {
  const { hostname, port } = new URL(lab.url);
  const socket: Socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const startedMs = performance.now();
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {});
  for (const part of parts) socket.write(part);
  await once(socket, 'close');
  return { answer: Buffer.concat(chunks).toString(), tookMs: performance.now() - startedMs };
}

const problemOf = (answer: string): { code: string; detail: string } => {
  expect(answer).toMatch(/^content-type: application\/problem\+json/im);
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
};

describe('a request that does not come to its end', () => {
  it('is refused after a while where anybody may ask, and its connection ends', async () => {
    const head =
      'POST /api/v1/agent/join HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n';
    const { answer, tookMs } = await send(head, '{"joinToken":');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(problemOf(answer).code).toBe('too-slow');
    expect(tookMs).toBeLessThan(25_000);
  }, 60_000);

  it('is refused in its headers, too', async () => {
    const { answer } = await send('GET /api/v1/health HTTP/1.1\r\nhost: x\r\nx-slow:');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(problemOf(answer).code).toBe('too-slow');
  }, 60_000);
});

describe('what cannot be read as a request', () => {
  it.each([
    [
      'headers beyond their bound',
      `GET /api/v1/health HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers-too-large',
    ],
    ['no HTTP', 'hello\r\n\r\n', 400, 'bad-request'],
  ])('is answered as every refusal is: %s', async (_, text, status, code) => {
    const { answer } = await send(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(problemOf(answer).code).toBe(code);
  });
});
