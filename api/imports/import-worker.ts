import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { CreateImport, ImportResult } from '../contract/import.ts';
import { AppError, type ErrorCode, TryAgainLater } from '../platform/app-error.ts';
import { newId } from '../platform/store/ids.ts';

export interface ImportTask {
  /** Null: the reference set. */
  input: CreateImport | null;
  atUs: number;
  byName: string | null;
}

/** An Error as it passes between threads, with what the store tells errors apart by. */
export interface CarriedError {
  message: string;
  stack: string | undefined;
  code: unknown;
  meta: unknown;
  cause: CarriedError | undefined;
}

export type ImportAnswer =
  | { type: 'done'; result: ImportResult }
  | { type: 'refused'; code: ErrorCode; message: string; fields: AppError['fields'] }
  | { type: 'failed'; error: CarriedError };

export interface ImportSettings {
  databaseUrl: string;
  version: string;
  /** One that takes longer is stopped and refused. */
  deadlineMs: number;
}

/** Imports in the queue, the one under way among them. */
const IMPORTS_AT_ONCE = 8;
const MEBIBYTES_MAX = 1024;
/** It then gives its memory back. */
const IDLE_MS = 30_000;
/** How long, and for how many imports, the result can be asked for; one result may be of 2,000 runs. */
const KEPT_MS = 600_000;
const KEPT_MOST = 20;

/**
 * Imports, one after another, in a thread with connections of its own: however long one takes to unpack, to check and to
 * store, agents and people are answered. The thread starts with the first import and ends when there are no more. An import
 * goes on when whoever asked for it stops waiting.
 */
export class ImportWorker {
  private readonly settings: ImportSettings;
  private readonly failed: (error: unknown) => void;
  private readonly stopping = new AbortController();
  private worker: Worker | null = null;
  private idle: NodeJS.Timeout | undefined;
  private asked = 0;
  private last: Promise<unknown> = Promise.resolve();
  private readonly kept = new Map<string, Promise<ImportResult>>();

  constructor(settings: ImportSettings, failed: (error: unknown) => void) {
    this.settings = settings;
    this.failed = failed;
  }

  /** What it came to, or null where it takes longer than `waitMs`: then ask by its id. Throws for what could not be imported. */
  async begin(task: ImportTask, waitMs: number): Promise<{ importId: string; result: ImportResult | null }> {
    const importId = this.enqueue(task);
    let over = true;
    try {
      const result = await this.outcome(importId, waitMs);
      over = result !== null;
      // Whoever asked may have gone, and never ask after it.
      if (!over) this.kept.get(importId)?.catch((error) => error instanceof AppError || this.failed(error));
      return { importId, result };
    } finally {
      if (over) this.kept.delete(importId);
    }
  }

  private enqueue(task: ImportTask): string {
    if (this.asked >= IMPORTS_AT_ONCE) {
      throw new TryAgainLater('too-many-requests', 'Other imports are under way; try again in 10 s.', 10);
    }
    this.asked++;
    const answered = this.last.then(() => this.ask(task));
    this.last = answered.catch(() => {});
    const importId = newId();
    this.keep(importId, answered.then(resultOf));
    return importId;
  }

  /** What it came to, or null after `waitMs`. Throws for what could not be imported. */
  async outcome(importId: string, waitMs: number): Promise<ImportResult | null> {
    const result = this.kept.get(importId);
    if (!result) {
      throw new AppError(
        'not-found',
        'This import is no longer known; import the files again. Nothing is imported twice.',
      );
    }
    const waited = new AbortController();
    const late = sleep(waitMs, null, { signal: waited.signal }).catch(() => null);
    try {
      return await Promise.race([result, late]);
    } finally {
      waited.abort();
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.end();
  }

  private keep(importId: string, result: Promise<ImportResult>): void {
    this.kept.set(importId, result);
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT_MOST && oldest) this.kept.delete(oldest);
    const over = (): void => {
      this.asked--;
      setTimeout(() => this.kept.delete(importId), KEPT_MS).unref();
    };
    result.then(over, over);
  }

  private async ask(task: ImportTask): Promise<ImportAnswer> {
    clearTimeout(this.idle);
    this.stopping.signal.throwIfAborted();
    this.worker ??= this.start();
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(this.settings.deadlineMs)]);
    try {
      const answered = once(this.worker, 'message', { signal });
      this.worker.postMessage(task);
      const [answer] = await answered;
      this.idle = setTimeout(() => void this.end(), IDLE_MS).unref();
      return answer;
    } catch (error) {
      await this.end();
      throw this.sentenceOf(error);
    }
  }

  private start(): Worker {
    const worker = new Worker(new URL('./import-thread.mjs', import.meta.url), {
      workerData: this.settings,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEBIBYTES_MAX },
    });
    // One that fails between two imports is started anew with the next.
    worker.on('error', () => {});
    worker.once('exit', () => {
      if (this.worker === worker) this.worker = null;
    });
    return worker;
  }

  /** Whatever it was storing is rolled back with its connection. */
  private async end(): Promise<void> {
    clearTimeout(this.idle);
    const { worker } = this;
    this.worker = null;
    await worker?.terminate();
  }

  private sentenceOf(error: unknown): unknown {
    if (this.stopping.signal.aborted)
      return new AppError('refused', 'The instance is stopping; import it again later.');
    const { name, code } = error as { name?: string; code?: string };
    if (name === 'AbortError') return stopped(`${this.settings.deadlineMs / 1000} s`);
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') return stopped('1 GiB of memory');
    return error;
  }
}

const stopped = (most: string): AppError =>
  new AppError(
    'too-large',
    `An import may take ${most}; this one was stopped. Send fewer files or a smaller one. Nothing is imported twice.`,
  );

function resultOf(answer: ImportAnswer): ImportResult {
  if (answer.type === 'done') return answer.result;
  if (answer.type === 'refused') throw new AppError(answer.code, answer.message, answer.fields);
  throw errorOf(answer.error);
}

function errorOf({ message, stack, code, meta, cause }: CarriedError): Error {
  return Object.assign(new Error(message, { cause: cause && errorOf(cause) }), { stack, code, meta });
}
