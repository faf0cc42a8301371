import { describe, expect, it } from 'vitest';
import { boundText, readCondition } from './condition.ts';

const read = (text: string, primaryStep = 0) => readCondition(text, primaryStep);

describe('a condition', () => {
  it('is read as people write it, of the primary step unless it names one', () => {
    expect(read('throughput >= -2%', 1)).toEqual({
      text: 'throughput >= -2%',
      metric: 'requestsPerSecond',
      stepIndex: 1,
      allows: 'from',
      boundRatio: 0.98,
    });
    expect(read('  Server CPU  per request in step 3 ≤ +3.5 % ')).toMatchObject({
      metric: 'serverCpuUsPerRequest',
      stepIndex: 2,
      allows: 'up-to',
      boundRatio: 1.035,
    });
    expect(read('latencyMsP99<=5%')).toMatchObject({ metric: 'latencyMsP99', boundRatio: 1.05 });
    expect(read('p50 latency <= −1 %')).toMatchObject({ metric: 'latencyMsP50', boundRatio: 0.99 });
  });

  it('is shown in one form', () => {
    expect(boundText({ allows: 'from', boundRatio: 0.98 })).toBe('≥ −2 %');
    expect(boundText({ allows: 'up-to', boundRatio: 1.03 })).toBe('≤ +3 %');
    expect(boundText({ allows: 'up-to', boundRatio: 1 })).toBe('≤ 0 %');
  });

  it.each([
    ['', 'is no condition'],
    ['throughput', 'is no condition'],
    ['throughput > -2%', 'is no condition'],
    ['throughput >= -2', 'is no condition'],
    ['speed >= -2%', '‘speed’ is no metric. There are throughput, p50 latency'],
    ['throughput >= -100%', 'write -99 to 1000 %'],
    ['throughput in step 0 >= -2%', 'steps count from 1'],
    ['throughput in step 999 >= -2%', 'steps count from 1'],
  ])('‘%s’ is refused in a sentence', (text, sentence) => {
    expect(read(text)).toEqual({ fault: expect.stringContaining(sentence) });
  });
});
