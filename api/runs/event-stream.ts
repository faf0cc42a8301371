import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { AppError } from '../platform/app-error.ts';
import { readCursor, type StreamCursor, writeCursor } from '../rules/run/stream-cursor.ts';
import type { News, RunFeed, RunFeeds, RunWord } from './run-feed.ts';

/** Proxies cut streams that are silent for 30 s and more; readers give up on one sooner when pings stay away. */
const PING_MS = 5_000;
const RETRY_MS = 2_000;

interface Asked {
  lastEventId: string | undefined;
  /** Of each host about so many rows at most in one event; absent: every reading. */
  rows?: number | undefined;
  /** After the first reading of the run, only the parts of it that changed. */
  inParts?: boolean;
  /** Throws an AppError once the reader may not read on. */
  mayStay: () => Promise<unknown>;
}

/**
 * Writes the run at once and after every change, and series rows as they arrive, until the run is over. Every event's
 * id says what its reader has by now; a reader that comes back with it gets what follows. One that has everything of a
 * run that is over gets 204, at which an EventSource stops. Whether the reader still may read is asked at every ping;
 * the stream ends once they may not.
 */
export async function streamRun(
  feeds: RunFeeds,
  runId: string,
  { lastEventId, rows, inParts = false, mayStay }: Asked,
  reply: FastifyReply,
): Promise<undefined> {
  const inbox = new Inbox();
  // Before anything is read: what happens meanwhile is news, too.
  const { feed, leave } = feeds.join(runId, (news) => inbox.put(news));
  try {
    const cursor = readCursor(lastEventId, runId);
    const run = await feed.run();
    if (run.over && cursor.transitions === run.transitions && (await feed.series(cursor, rows)).json === null) {
      reply.code(204).send();
      return undefined;
    }
    const stream = openStream(reply);
    const ping = startPinging(stream, mayStay, () => inbox.close());
    try {
      await tell(feed, { run, cursor, rows, inParts }, stream, inbox);
    } catch (error) {
      // The reader reconnects by itself and then gets what it missed.
      feeds.lab.log.warn({ err: error, runId }, 'event stream broke off');
    } finally {
      clearInterval(ping);
      stream.end();
    }
  } finally {
    leave();
  }
  return undefined;
}

/** Head and first bytes leave at once: a reader can tell a stream that something on the way holds back from a quiet one. */
function openStream(reply: FastifyReply): ServerResponse {
  const { 'x-request-id': requestId } = reply.getHeaders();
  reply.hijack();
  const stream = reply.raw;
  stream.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    ...(requestId !== undefined && { 'x-request-id': requestId }),
  });
  stream.write(`retry: ${RETRY_MS}\n\n`);
  return stream;
}

function startPinging(stream: ServerResponse, mayStay: Asked['mayStay'], shutOut: () => void): NodeJS.Timeout {
  let asking = false;
  const ask = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    // Any other failure, such as a database that is away, is no word about the reader: ask again at the next ping.
    await mayStay().catch((error: unknown) => error instanceof AppError && shutOut());
    asking = false;
  };
  return setInterval(() => {
    // An event rather than a comment: scripts in a page see only events, and watch for a stream that fell silent.
    if (!stream.writableNeedDrain) stream.write('event: ping\ndata: {}\n\n');
    void ask();
  }, PING_MS);
}

interface Told {
  run: RunWord;
  cursor: StreamCursor;
  rows: number | undefined;
  inParts: boolean;
}

async function tell(feed: RunFeed, start: Told, stream: ServerResponse, inbox: Inbox) {
  let { run, cursor } = start;
  let told: RunWord | null = null;
  const sendRun = async (): Promise<void> => {
    const before = told;
    told = run;
    cursor = { ...cursor, transitions: run.transitions };
    if (before === null || !start.inParts) return sendEvent(stream, cursor, 'run', run.json);
    const change = feed.change(before, run);
    if (change) await sendEvent(stream, cursor, 'change', change);
  };
  stream.on('close', () => inbox.close());
  // The reader may have gone while the run was read.
  if (stream.destroyed) inbox.close();
  await sendRun();
  for (let news: Set<News> | null = new Set(['series']); news; news = await inbox.take()) {
    if (news.has('run')) {
      run = await feed.run();
      await sendRun();
    }
    if (news.has('series') || run.over) {
      const { json, lastUs } = await feed.series(cursor, start.rows);
      cursor = { ...cursor, lastUs };
      if (json) await sendEvent(stream, cursor, 'series', json);
    }
    if (run.over) break;
  }
}

/** A reader that is slower than the run gets fewer, newer events instead of a queue in memory. */
async function sendEvent(
  stream: ServerResponse,
  cursor: StreamCursor,
  event: News | 'change',
  json: Buffer,
): Promise<void> {
  stream.write(`id: ${writeCursor(cursor)}\nevent: ${event}\ndata: `);
  stream.write(json);
  if (stream.write('\n\n') || stream.destroyed) return;
  await new Promise<void>((resolve) => {
    const goOn = (): void => {
      stream.off('drain', goOn).off('close', goOn);
      resolve();
    };
    stream.on('drain', goOn).on('close', goOn);
  });
}

/** Collects what happened while the reader was busy, each kind once. */
class Inbox {
  private news = new Set<News>();
  private closed = false;
  private wake: (() => void) | null = null;

  put(kind: News): this {
    this.news.add(kind);
    this.wake?.();
    return this;
  }

  close(): void {
    this.closed = true;
    this.wake?.();
  }

  /** What is new, waiting for it if need be; null once the stream is closed. */
  async take(): Promise<Set<News> | null> {
    while (this.news.size === 0 && !this.closed) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    if (this.closed) return null;
    const taken = this.news;
    this.news = new Set();
    return taken;
  }
}
