import http from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '../../contract/primitives.ts';
import { newId } from '../store/ids.ts';

const REFUSALS: Record<string, [status: number, code: string, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'too-slow', 'The request took too long to arrive; nothing was done. Try again.'],
  HPE_HEADER_OVERFLOW: [
    431,
    'headers-too-large',
    'The headers of the request are too large: send fewer cookies, or a shorter address.',
  ],
};
const MALFORMED: [number, string, string] = [
  400,
  'bad-request',
  'The request is not HTTP that can be read; nothing was done.',
];

/** Answers what breaks before a request is one, as every other refusal is answered, and ends the connection. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, code, detail] = REFUSALS[error.code ?? ''] ?? MALFORMED;
  const problem: Problem = {
    ...{ type: 'about:blank', title: code.replaceAll('-', ' '), status, detail, code },
    ...{ requestId: newId(), fields: [] },
  };
  const body = JSON.stringify(problem);
  if (socket.writable) {
    const head = [
      `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
      'content-type: application/problem+json',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${problem.requestId}`,
      'connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy();
}
