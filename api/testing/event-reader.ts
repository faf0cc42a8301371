import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Run } from '../contract/run.ts';
import type { HostSeries, RunSeries } from '../contract/samples.ts';
import { ADMIN_TOKEN, type TestLab } from './test-lab.ts';

export interface StreamEvent {
  id: string;
  event: string;
  data: unknown;
}

/** Reads a run's event stream over real HTTP; it can stop reading and break off as networks do. */
export class EventReader {
  readonly events: StreamEvent[] = [];
  /** Everything as it came. */
  text = '';
  ended = false;
  private readonly request: ClientRequest;
  private readonly reply: IncomingMessage;
  private rest = '';
  private wake: () => void = () => {};

  private constructor(request: ClientRequest, reply: IncomingMessage) {
    this.request = request;
    this.reply = reply;
    reply.setEncoding('utf8');
    reply.on('data', (text: string) => this.take(text));
    reply.on('error', () => {});
    reply.on('close', () => {
      this.ended = true;
      this.wake();
    });
  }

  static open(
    lab: TestLab,
    runId: string,
    { id, query = '', as }: { id?: string; query?: string; as?: Record<string, string> } = {},
  ) {
    return new Promise<EventReader>((resolve, reject) => {
      const headers = {
        ...(as ?? { authorization: `Bearer ${ADMIN_TOKEN}` }),
        ...(id !== undefined && { 'last-event-id': id }),
      };
      const url = `${lab.url}/api/v1/runs/${runId}/events${query}`;
      const request = http.get(url, { headers, agent: false }, (reply) => resolve(new EventReader(request, reply)));
      request.on('error', reject);
    });
  }

  get status(): number {
    return this.reply.statusCode ?? 0;
  }

  get headers(): IncomingHttpHeaders {
    return this.reply.headers;
  }

  get lastId(): string | undefined {
    return this.events.findLast(({ id }) => id !== '')?.id;
  }

  get runs(): Run[] {
    return this.events.filter(({ event }) => event === 'run').map(({ data }) => data as Run);
  }

  /** Times of a host's rows in the order in which they came. */
  timesUs(hostId: string): number[] {
    return this.hosts(hostId).flatMap(({ timesUs }) => timesUs);
  }

  /** What came of a host, event by event. */
  hosts(hostId: string): HostSeries[] {
    const series = this.events.filter(({ event }) => event === 'series').map(({ data }) => data as RunSeries);
    return series.flatMap(({ hosts }) => hosts.filter((host) => host.hostId === hostId));
  }

  /** Waits until it is so; an end of the stream before is an error. */
  async until(isSo: (reader: this) => boolean): Promise<this> {
    while (!isSo(this)) {
      if (this.ended) throw new Error(`the stream ended after ${this.events.length} events`);
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    return this;
  }

  toEnd(): Promise<this> {
    return this.until(() => this.ended);
  }

  stopReading(): void {
    this.reply.pause();
  }

  goOnReading(): void {
    this.reply.resume();
  }

  /** Without a goodbye. What was on its way is lost. */
  cut(): void {
    this.request.destroy();
  }

  private take(text: string): void {
    this.text += text;
    const blocks = (this.rest + text).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1] ?? '';
      if (field('event')) this.events.push({ id: field('id'), event: field('event'), data: JSON.parse(field('data')) });
    }
    this.wake();
  }
}
