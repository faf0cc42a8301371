import type { Lab } from '../platform/lab.ts';
import { changeOf, partsOf, type RunParts } from '../rules/run/run-change.ts';
import { isTerminal } from '../rules/run/run-machine.ts';
import { afterRows, rowsKey, type StreamCursor } from '../rules/run/stream-cursor.ts';
import { getRun } from './get-run.ts';
import { readGrownSeries } from './read-series.ts';

export type News = 'run' | 'series';
type Reader = (news: News) => void;

export interface RunWord {
  over: boolean;
  transitions: number;
  /** JSON of the Run. */
  json: Buffer;
  parts: RunParts;
}

export interface SeriesWord {
  /** JSON of the RunSeries with the rows that are new; null when there are none. */
  json: Buffer | null;
  /** Where a reader is who has them. */
  lastUs: StreamCursor['lastUs'];
}

/**
 * What the event streams of one run tell. All readers wake at the same notification and ask for the same, so whoever
 * asks while an answer is under way gets that one. However many read, there is one look at the database, one derivation
 * and one text. Nothing outlives its question, so nothing piles up; a notification parts earlier questions from later
 * ones, so that no answer is older than the news.
 */
export class RunFeed {
  private readonly lab: Lab;
  private readonly runId: string;
  private readonly underWay = new Map<string, Promise<unknown>>();
  private news = 0;
  /**
   * The rows for readers that have everything; null while that is unknown. Most reconnecting readers were away only
   * briefly.
   */
  private allRows: string | null = null;
  private lastChange: { before: RunWord; after: RunWord; json: Buffer | null } | null = null;

  constructor(lab: Lab, runId: string) {
    this.lab = lab;
    this.runId = runId;
  }

  run(): Promise<RunWord> {
    return this.once('run', async () => {
      const run = await getRun(this.lab, this.runId);
      // An imported run has no timeline; a reader that has nothing of it still gets the run.
      const transitions = Math.max(1, run.transitions.length);
      return { over: isTerminal(run.state), transitions, json: toJson(run), parts: partsOf(run) };
    });
  }

  /** From what a reader was told to what is so now; null when that is the same. Most readers were told the same. */
  change(before: RunWord, after: RunWord): Buffer | null {
    if (this.lastChange?.before === before && this.lastChange.after === after) return this.lastChange.json;
    const text = changeOf(before.parts, after.parts);
    const json = text === null ? null : Buffer.from(text);
    this.lastChange = { before, after, json };
    return json;
  }

  /**
   * Rows of each host newer than its last one, at most about `rows` if set. Older rows that arrive late can no longer
   * be appended.
   */
  series(cursor: StreamCursor, rows?: number): Promise<SeriesWord> {
    const has = rowsKey(cursor);
    if (has === this.allRows) return Promise.resolve({ json: null, lastUs: cursor.lastUs });
    return this.once(`series ${rows ?? ''} ${has}`, async () => {
      const { news } = this;
      const { hosts } = await readGrownSeries(this.lab, this.runId, (hostId) => cursor.lastUs[hostId] ?? 0, rows);
      const fresh = hosts.filter((host) => host.timesUs.length > 0);
      const json = fresh.length > 0 ? toJson({ hosts: fresh }) : null;
      const after = afterRows(cursor, fresh);
      if (news === this.news) this.allRows = rowsKey(after);
      return { json, lastUs: after.lastUs };
    });
  }

  /** From now on what is under way is old. */
  partFromOld(): void {
    this.underWay.clear();
    this.news += 1;
    this.allRows = null;
  }

  private once<T>(question: string, answer: () => Promise<T>): Promise<T> {
    const known = this.underWay.get(question) as Promise<T> | undefined;
    if (known) return known;
    const asked = answer().finally(() => {
      if (this.underWay.get(question) === asked) this.underWay.delete(question);
    });
    this.underWay.set(question, asked);
    return asked;
  }
}

/** Bytes rather than a string: slow readers then hold the same ones in their queues. */
const toJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** The feeds of the runs that have readers. */
export class RunFeeds {
  readonly lab: Lab;
  private readonly open = new Map<string, { feed: RunFeed; readers: Set<Reader>; end: () => void }>();

  constructor(lab: Lab) {
    this.lab = lab;
  }

  /** Wakes the reader at every piece of news until it leaves. */
  join(runId: string, reader: Reader): { feed: RunFeed; leave: () => void } {
    const entry = this.open.get(runId) ?? this.start(runId);
    entry.readers.add(reader);
    this.lab.eventStreams.open += 1;
    const leave = (): void => {
      if (entry.readers.delete(reader)) this.lab.eventStreams.open -= 1;
      if (entry.readers.size > 0 || this.open.get(runId) !== entry) return;
      this.open.delete(runId);
      entry.end();
    };
    return { feed: entry.feed, leave };
  }

  private start(runId: string): { feed: RunFeed; readers: Set<Reader>; end: () => void } {
    const feed = new RunFeed(this.lab, runId);
    const readers = new Set<Reader>();
    const tell = (news: News) => (): void => {
      feed.partFromOld();
      for (const reader of readers) reader(news);
    };
    const off = [
      this.lab.notifications.on('runs', runId, tell('run')),
      this.lab.notifications.on('samples', runId, tell('series')),
    ];
    const end = (): void => {
      for (const unsubscribe of off) unsubscribe();
    };
    const entry = { feed, readers, end };
    this.open.set(runId, entry);
    return entry;
  }
}
