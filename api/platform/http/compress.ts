import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KeptFiles } from './kept-files.ts';

/** Below this the frames on the wire are as many. */
const WORTHWHILE_BYTES = 1024;
/** Half of the bytes that the best would save, at a tenth of its CPU. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 5;
/** The best there is, for what is compressed once and sent for as long as this process runs. */
const KEPT = {
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } },
  gzip: { level: 9 },
};

const COMPRESSIBLE =
  /^(text\/(?!event-stream)|application\/(json|problem\+json|javascript|manifest\+json)|image\/svg\+xml)/;
/** What says how to sign in holds secrets beside what a stranger may choose: compressed, its length would tell of them. */
const SECRETS = /^\/api\/(auth|v1\/(join-tokens|tokens|invites|sign-in-links))/;

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };

const CODERS = {
  br: {
    whole: (bytes: Buffer) => promisify(brotliCompress)(bytes, brotli),
    smallest: (bytes: Buffer) => promisify(brotliCompress)(bytes, KEPT.brotli),
    // What Next has sent is shown before the rest is made.
    stream: () => createBrotliCompress({ ...brotli, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  gzip: {
    whole: (bytes: Buffer) => promisify(gzip)(bytes, { level: GZIP_LEVEL }),
    smallest: (bytes: Buffer) => promisify(gzip)(bytes, KEPT.gzip),
    stream: () => createGzip({ level: GZIP_LEVEL, flush: constants.Z_SYNC_FLUSH }),
  },
};

/** Compresses what the front sends: pages, scripts and JSON. Files of a run are sent as they are, event streams too. */
export function compressAnswers(app: FastifyInstance, kept = new KeptFiles()): void {
  app.addHook('onRequest', async (request, reply) => {
    const file = kept.of(request, takenBy(request));
    if (file) return reply.headers(file.headers).send(file.bytes);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (!mayCompress(request, reply)) return payload;
    reply.header('vary', withEncoding(reply.getHeader('vary')));
    const coding = takenBy(request);
    if (!coding) return payload;
    if (payload instanceof Readable) {
      if (isOfApi(request)) return payload;
      sent(reply, coding);
      const { stream, smallest } = CODERS[coding];
      const coder = stream();
      // Either end that breaks off ends the other.
      if (kept.mayKeep(request, reply))
        pipeline(payload, kept.keeping(request, reply, coding, smallest), coder, () => {});
      else pipeline(payload, coder, () => {});
      return coder;
    }
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const bytes = Buffer.from(payload);
    if (bytes.length < WORTHWHILE_BYTES) return payload;
    sent(reply, coding);
    return CODERS[coding].whole(bytes);
  });
}

const isOfApi = ({ url }: FastifyRequest): boolean => url.startsWith('/api/');

function mayCompress(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.method === 'HEAD' || reply.statusCode === 204 || reply.statusCode === 304) return false;
  if (reply.hasHeader('content-encoding') || reply.hasHeader('content-range') || SECRETS.test(request.url))
    return false;
  return COMPRESSIBLE.test(String(reply.getHeader('content-type') ?? ''));
}

const takenBy = ({ headers }: FastifyRequest) => codingOf(String(headers['accept-encoding'] ?? ''));

/** The best that a client takes. `*` stands for none: a client that names a coding only to refuse it gets none. */
export function codingOf(accepted: string): keyof typeof CODERS | null {
  const taken = negotiate(accepted.toLowerCase(), ['identity', 'br', 'gzip']);
  return taken === 'br' || taken === 'gzip' ? taken : null;
}

function sent(reply: FastifyReply, coding: string): void {
  reply.removeHeader('content-length');
  reply.header('content-encoding', coding);
  const tag = reply.getHeader('etag');
  // The same content in other bytes: a strong tag would be wrong of it.
  if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('etag', `W/${tag}`);
}

function withEncoding(vary: number | string | string[] | undefined): string {
  const all = vary === undefined ? [] : [vary].flat().map(String);
  return all.some((one) => /accept-encoding/i.test(one)) ? all.join(', ') : [...all, 'accept-encoding'].join(', ');
}
