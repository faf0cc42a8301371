import { createHash } from 'node:crypto';
import { KeptAnswer } from '../platform/kept-answer.ts';

/** Of a series of 1,800 rows some twenty. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** Beside its body: what is asked, and what the runtime takes to keep it. */
const bytesOf = (question: string, state: string, answer: KeptAnswer): number =>
  answer.bytes.length + 2 * (question.length + state.length) + 1024;

interface Work {
  answer: Promise<KeptAnswer>;
  /** How many wait for it. */
  waiting: number;
  nobody: AbortController;
}

/**
 * Answers that cost seconds to derive and stay the same: about runs that are over. Whoever asks while one is derived waits
 * for that one. What was not asked for longest goes first.
 */
export class KeptAnswers {
  private readonly kept = new Map<string, { answer: KeptAnswer; state: string; bytes: number }>();
  private readonly underWay = new Map<string, Work>();
  private readonly limitBytes: number;
  private bytes = 0;

  constructor(limitBytes = KEPT_BYTES) {
    this.limitBytes = limitBytes;
  }

  /** `state` tells whether what the answer rests on is still the same. Once all who asked are gone, so is `nobody` told. */
  of(
    question: string,
    state: string,
    gone: AbortSignal,
    derive: (nobody: AbortSignal) => Promise<unknown>,
  ): Promise<KeptAnswer> {
    const known = this.kept.get(question);
    if (known?.state === state) {
      this.kept.delete(question);
      this.kept.set(question, known);
      return Promise.resolve(known.answer);
    }
    const key = `${question} ${state}`;
    const work = this.underWay.get(key) ?? this.begin(key, question, state, derive);
    work.waiting += 1;
    const leave = (): void => {
      work.waiting -= 1;
      if (work.waiting > 0) return;
      // An aborted answer is not given to later callers.
      if (this.underWay.get(key) === work) this.underWay.delete(key);
      work.nobody.abort();
    };
    gone.addEventListener('abort', leave, { once: true });
    return work.answer;
  }

  private begin(key: string, question: string, state: string, derive: (nobody: AbortSignal) => Promise<unknown>): Work {
    const nobody = new AbortController();
    const derived = async (): Promise<KeptAnswer> => {
      const bytes = Buffer.from(JSON.stringify(await derive(nobody.signal)));
      const answer = new KeptAnswer(bytes, `"${createHash('sha256').update(bytes).digest('base64url')}"`);
      if (!nobody.signal.aborted) this.keep(question, answer, state);
      return answer;
    };
    const work: Work = { answer: derived(), waiting: 0, nobody };
    this.underWay.set(key, work);
    const over = (): void => {
      if (this.underWay.get(key) === work) this.underWay.delete(key);
    };
    work.answer.then(over, over);
    return work;
  }

  private keep(question: string, answer: KeptAnswer, state: string): void {
    this.drop(question);
    const bytes = bytesOf(question, state, answer);
    this.kept.set(question, { answer, state, bytes });
    this.bytes += bytes;
    for (const oldest of this.kept.keys()) if (this.bytes > this.limitBytes) this.drop(oldest);
  }

  private drop(question: string): void {
    this.bytes -= this.kept.get(question)?.bytes ?? 0;
    this.kept.delete(question);
  }
}
