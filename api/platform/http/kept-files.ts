import type { FastifyReply, FastifyRequest } from 'fastify';

/** Several builds of the web: one is about 1 MB. The oldest go first. */
const KEPT_BYTES = 16 * 1024 * 1024;
const KEPT_HEADERS = ['content-type', 'cache-control', 'etag', 'last-modified', 'vary', 'content-encoding'] as const;
/** Next names them by their content. */
const UNCHANGING = /^\/_next\/static\/[^?]+$/;

interface KeptFile {
  headers: Record<string, string>;
  bytes: Buffer;
}

/**
 * Files of the web's build, which never change under their name: from the second visitor on they are answered
 * from memory, compressed once and as small as it gets. The first is not kept waiting for that.
 */
export class KeptFiles {
  private readonly files = new Map<string, KeptFile>();
  private bytes = 0;
  /** One at a time: a run's own traffic is on this machine, too. */
  private last: Promise<void> = Promise.resolve();

  private readonly limitBytes: number;

  constructor(limitBytes = KEPT_BYTES) {
    this.limitBytes = limitBytes;
  }

  /** What is kept of this request; undefined where it has to be asked for. */
  of({ method, url, headers }: FastifyRequest, coding: string | null): KeptFile | undefined {
    if (method !== 'GET' || headers.range || headers['if-none-match'] || headers['if-modified-since']) return undefined;
    return this.files.get(keyOf(url, coding));
  }

  mayKeep({ method, url }: FastifyRequest, reply: FastifyReply): boolean {
    const control = String(reply.getHeader('cache-control') ?? '');
    return method === 'GET' && reply.statusCode === 200 && UNCHANGING.test(url) && /\bimmutable\b/.test(control);
  }

  /** Passes a body on as it comes, and keeps it when it has come whole. `compress` gets the bytes before any coding. */
  keeping({ url }: FastifyRequest, reply: FastifyReply, coding: string, compress: (bytes: Buffer) => Promise<Buffer>) {
    const headers = Object.fromEntries(
      KEPT_HEADERS.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
    );
    const keep = async (whole: Buffer) => this.add(keyOf(url, coding), { headers, bytes: await compress(whole) });
    const queue = (whole: Buffer) => {
      this.last = this.last.then(() => keep(whole)).catch(() => {});
    };
    return async function* passOn(body: AsyncIterable<Buffer>) {
      const parts: Buffer[] = [];
      for await (const part of body) {
        parts.push(part);
        yield part;
      }
      queue(Buffer.concat(parts));
    };
  }

  /** When everything that has come by now is kept. */
  settled(): Promise<void> {
    return this.last;
  }

  private add(key: string, file: KeptFile): void {
    if (this.files.has(key) || file.bytes.length > this.limitBytes) return;
    this.files.set(key, file);
    this.bytes += file.bytes.length;
    for (const [oldest, { bytes }] of this.files) {
      if (this.bytes <= this.limitBytes) return;
      this.files.delete(oldest);
      this.bytes -= bytes.length;
    }
  }
}

const keyOf = (url: string, coding: string | null) => `${coding} ${url}`;
