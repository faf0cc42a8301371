import { describe, expect, it } from 'vitest';
import { aheadMsOf, hearClock, nowMs, subscribeToClock } from './clock';

const DATE = 'Mon, 30 Nov 2026 20:00:00 GMT';
const SAID_MS = Date.parse(DATE);
const heard = (offMs: number, tookMs = 20) => ({
  date: DATE,
  askedMs: SAID_MS + offMs - tookMs,
  heardMs: SAID_MS + offMs,
});

describe('the API’s clock, as an answer tells it', () => {
  it.each([
    ['a browser that is right', heard(0), 0],
    ['the second that the header does not tell, and a slow way', heard(2_500, 2_400), 0],
    ['a browser that is four minutes behind', heard(-240_000), 240_000],
    ['a browser that is an hour ahead', heard(3_600_000), -3_600_000],
    ['an answer that was heard after the laptop had slept', heard(3_600_000, 3_599_000), null],
    ['a browser whose clock was set back meanwhile', heard(0, -1), null],
    ['no header', { ...heard(0), date: null }, null],
    ['a header that is no time', { ...heard(0), date: 'soon' }, null],
  ])('%s', (_, answer, ahead) => {
    expect(aheadMsOf(answer)).toBe(ahead);
  });

  it('is what time it is here, until an answer tells otherwise', () => {
    const shift = 600_000;
    let told = 0;
    const end = subscribeToClock(() => told++);
    const date = new Date(Date.now() + shift).toUTCString();
    hearClock({ date, askedMs: Date.now(), heardMs: Date.now() });
    hearClock({ date, askedMs: Date.now(), heardMs: Date.now() });
    hearClock({ date: null, askedMs: 0, heardMs: 0 });
    expect(told).toBe(1);
    end();
    expect(Math.abs(nowMs() - Date.now() - shift)).toBeLessThan(5_000);
    hearClock({ date: new Date().toUTCString(), askedMs: Date.now(), heardMs: Date.now() });
    expect(Math.abs(nowMs() - Date.now())).toBeLessThan(5);
  });
});
