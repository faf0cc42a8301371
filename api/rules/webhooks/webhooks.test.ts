import { describe, expect, it } from 'vitest';
import { afterAttempt, RETRY_AFTER_SECONDS, readRetryAfter } from './attempts.ts';
import { bodyOf, thin } from './body.ts';

const NO_ANSWER = { status: null, retryAfterSeconds: null };

describe('after an attempt', () => {
  it('waits longer each time, and gives up after the tenth', () => {
    const waits = RETRY_AFTER_SECONDS.map((_, before) => afterAttempt(NO_ANSWER, before + 1, 0));
    expect(waits).toEqual([
      ...[5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((afterSeconds) => ({
        state: 'pending',
        afterSeconds,
      })),
      { state: 'failed', gone: false },
    ]);
    expect(afterAttempt(NO_ANSWER, 2, 1)).toEqual({ state: 'pending', afterSeconds: 330 });
  });

  it.each([429, 502, 503, 504])('honours Retry-After of %d, within bounds', (status) => {
    const wait = (retryAfterSeconds: number) => afterAttempt({ status, retryAfterSeconds }, 1, 0);
    expect(wait(120)).toEqual({ state: 'pending', afterSeconds: 120 });
    expect(wait(1)).toEqual({ state: 'pending', afterSeconds: 5 });
    expect(wait(1e9)).toEqual({ state: 'pending', afterSeconds: 86_400 });
  });

  it('takes any 2xx as done, follows no redirect, and ends with 410', () => {
    const then = (status: number) => afterAttempt({ status, retryAfterSeconds: 9999 }, 1, 0);
    expect([200, 204, 299].map((status) => then(status).state)).toEqual(['delivered', 'delivered', 'delivered']);
    expect([301, 400, 500].map(then)).toEqual(Array(3).fill({ state: 'pending', afterSeconds: 5 }));
    expect(then(410)).toEqual({ state: 'failed', gone: true });
  });

  it('reads seconds and dates, and nothing else', () => {
    const nowUs = Date.parse('Fri, 27 Nov 2026 03:00:00 GMT') * 1000;
    expect(readRetryAfter('120', nowUs)).toBe(120);
    expect(readRetryAfter('Fri, 27 Nov 2026 03:01:00 GMT', nowUs)).toBe(60);
    expect(readRetryAfter('Fri, 27 Nov 2026 02:01:00 GMT', nowUs)).toBe(0);
    expect(readRetryAfter('soon', nowUs)).toBeNull();
    expect(readRetryAfter(undefined, nowUs)).toBeNull();
  });
});

describe('what is sent', () => {
  const event = {
    type: 'run.finished',
    atUs: 1_795_748_400_000_000,
    data: { sentence: 'A <!channel> & [x](y) @all.', link: 'https://lab.example/runs/1' },
  };
  it('is the event, or a message that calls nobody', () => {
    expect(JSON.parse(bodyOf('standard', event))).toEqual({
      type: 'run.finished',
      timestamp: '2026-11-27T03:00:00.000Z',
      data: event.data,
    });
    expect(JSON.parse(bodyOf('slack', event)).text).toBe(
      'A &lt;!channel&gt; &amp; [x](y) @all. <https://lab.example/runs/1|Open>',
    );
    expect(JSON.parse(bodyOf('mattermost', event)).text).toBe(
      'A \\<!channel\\> & \\[x\\]\\(y\\) @\u200ball. [Open](https://lab.example/runs/1)',
    );
  });
  it('is thin', () => {
    expect(thin('short')).toBe('short');
    const data = { ...event.data, sentence: thin('\u{1f600}'.repeat(50_000)) };
    expect(Buffer.byteLength(bodyOf('standard', { ...event, data }))).toBeLessThan(20_000);
  });
});
