import { setTimeout as sleep } from 'node:timers/promises';
import { isLasting } from './store/db.ts';

interface Asked<Q, A> {
  question: Q;
  resolve: (answer: A) => void;
  reject: (error: unknown) => void;
}

/** A transaction that takes more keeps its locks for too long. */
const MOST_AT_ONCE = 200;
/** From one crowd to the next, so that a thousand questions a second are some fifty statements. */
const CROWDS_APART_MS = 20;

/**
 * Asks for many at once: what is asked while an answer is under way waits for it, and is then asked together. Alone, a
 * question is asked at once; after a crowd it waits a moment for more. If one may be at fault that many fail together, each is asked
 * again by itself, so that it fails alone. But not while the database is away or busy: hundreds would wait for it one after another.
 */
export class Gatherer<Q, A> {
  private readonly answer: (questions: Q[]) => Promise<A[]>;
  private waiting: Asked<Q, A>[] = [];
  private busy = false;

  /** `answer`: in the order of the questions, one for each. */
  constructor(answer: (questions: Q[]) => Promise<A[]>) {
    this.answer = answer;
  }

  ask(question: Q): Promise<A> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, resolve, reject });
      if (!this.busy) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.busy = true;
    while (this.waiting.length > 0) {
      const begunMs = performance.now();
      const asked = this.waiting.splice(0, MOST_AT_ONCE);
      if (!(await this.askTogether(asked))) for (const one of asked) await this.askTogether([one]);
      if (asked.length > 1) await sleep(begunMs + CROWDS_APART_MS - performance.now());
    }
    this.busy = false;
  }

  /** False: each has to be asked again. */
  private async askTogether(asked: Asked<Q, A>[]): Promise<boolean> {
    try {
      const answers = await this.answer(asked.map(({ question }) => question));
      for (const [at, { resolve }] of asked.entries()) resolve(answers[at] as A);
      return true;
    } catch (error) {
      const isOver = asked.length === 1 || !isLasting(error);
      if (isOver) for (const { reject } of asked) reject(error);
      return isOver;
    }
  }
}
