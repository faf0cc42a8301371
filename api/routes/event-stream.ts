import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import { isTerminal } from '../domain/run-machine.ts';
import { getRun } from '../operations/get-run.ts';
import type { Lab } from '../operations/lab.ts';
import { readSeries } from '../operations/read-series.ts';

/** Proxies and browsers end streams that are silent for longer. */
const PING_MS = 15_000;

/** Writes the run at once and after every change, and series rows as they arrive, until the run is over. */
export async function streamRun(lab: Lab, runId: string, reply: FastifyReply): Promise<undefined> {
  let run = await getRun(lab, runId);
  reply.hijack();
  const stream = reply.raw;
  stream.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  const inbox = new Inbox();
  const send = async (event: string, data: unknown): Promise<void> => {
    if (stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`) || stream.destroyed) return;
    // A reader that is slower than the run gets fewer, newer events instead of a queue in memory.
    await Promise.race([once(stream, 'drain'), once(stream, 'close')]);
  };
  const off = [
    lab.notifications.on('runs', runId, () => inbox.put('run')),
    lab.notifications.on('samples', runId, () => inbox.put('series')),
  ];
  const ping = setInterval(() => stream.write(': ping\n\n'), PING_MS);
  stream.on('close', () => inbox.close());
  // The browser may have gone while the run was read.
  if (stream.destroyed) inbox.close();
  const sentUs = new Map<string, number>();
  try {
    inbox.put('run').put('series');
    for (let news = await inbox.take(); news; news = await inbox.take()) {
      if (news.has('run')) {
        run = await getRun(lab, runId);
        await send('run', run);
      }
      const over = isTerminal(run.state);
      if (news.has('series') || over) {
        const { hosts } = await readSeries(lab, runId, (hostId) => sentUs.get(hostId) ?? 0);
        const fresh = hosts.filter((host) => host.timesUs.length > 0);
        if (fresh.length > 0) await send('series', { hosts: fresh });
        for (const { hostId, timesUs } of fresh) sentUs.set(hostId, timesUs.at(-1) ?? 0);
      }
      if (over) break;
    }
  } catch (error) {
    // The browser reconnects by itself, and is then told what it missed.
    lab.log.warn({ err: error, runId }, 'event stream broke off');
  } finally {
    clearInterval(ping);
    for (const unsubscribe of off) unsubscribe();
    stream.end();
  }
  return undefined;
}

type News = 'run' | 'series';

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
