import { describe, expect, it } from 'vitest';
import type { StepStanding } from '../../contract/verdict.ts';
import { closedStep, specFor } from '../../testing/fake-agent.ts';
import { HOST_ID } from '../../testing/sample-run.ts';
import { againstBaseline, type GroupRun } from './against-baseline.ts';

const SERVER: StepStanding = {
  ...{ validity: 'valid', wall: 'server-cpu', walls: ['server-cpu'], confidence: 'measured', lowerBound: false },
};
const CLIENT: StepStanding = { ...SERVER, wall: 'client-cpu', walls: ['client-cpu'] };
const UNKNOWN: StepStanding = { ...SERVER, wall: 'unknown', walls: [], confidence: 'cannot-tell' };
const spec = specFor(HOST_ID, { steps: [closedStep(64)] });

interface Made extends Partial<Omit<GroupRun, 'step'>> {
  requestsPerSecond?: number;
  cpuUs?: number | null;
  standing?: StepStanding;
  step?: null;
}

const made = (runId: string, over: Made = {}): GroupRun => {
  const { requestsPerSecond = 100_000, cpuUs: serverCpuUsPerRequest = 20, standing = SERVER, step, ...rest } = over;
  const figures = { requestsPerSecond, serverCpuUsPerRequest };
  const own = step === null ? null : { spec: closedStep(64), standing, figures };
  return { runId, spec, hosts: 'a', configuration: 'same', measuredSteps: 1, step: own, ...rest };
};
/** A/A experiments of thirty rounds, whose sides were 1 % apart. */
const quiet = () => ({ logSd: 0.01, degrees: 30 });
const unknown = () => null;
const hold = (run: GroupRun, noise: () => { logSd: number; degrees: number } | null = quiet) =>
  againstBaseline([made('baseline'), run], 'baseline', noise).get(run.runId);

describe('a run held against its baseline', () => {
  it.each<[string, Made, string, number | null]>([
    ['lower throughput, where the server was the limit of both', { requestsPerSecond: 87_000 }, 'worse', 0.87],
    ['higher throughput there', { requestsPerSecond: 120_000 }, 'better', 1.2],
    ['a difference that two runs of one thing have, too', { requestsPerSecond: 99_000 }, 'unclear', 0.99],
    ['dearer requests, where the client was the limit', { standing: CLIENT, cpuUs: 23 }, 'worse', 1.15],
    ['cheaper ones there', { standing: CLIENT, cpuUs: 17 }, 'better', 0.85],
    ['less throughput by a client, at the same cost', { standing: CLIENT, requestsPerSecond: 5000 }, 'unclear', 1],
    ['what ran on other hosts', { hosts: 'b', requestsPerSecond: 1 }, 'not-comparable', null],
    ['what has no step of that load', { step: null }, 'not-comparable', null],
    ['an invalid figure', { standing: { ...SERVER, validity: 'invalid' } }, 'not-comparable', null],
    ['a client as the limit, and no CPU time', { standing: CLIENT, cpuUs: null }, 'not-comparable', null],
  ])('%s', (_what, over, word, ratio) => {
    const held = hold(made('run', over));
    expect(held?.word).toBe(word);
    if (ratio === null) expect(held?.ratio).toBeNull();
    else expect(held?.ratio).toBeCloseTo(ratio, 5);
  });

  it('says with which target and load its noise was measured', () => {
    const told = () => ({ logSd: 0.05, degrees: 30, source: '30 rounds of A/A experiments on these hosts: shop /' });
    expect(hold(made('run', { requestsPerSecond: 99_000 }), told)?.sentence).toMatch(
      /: within the noise of ±1\d\.\d % from 30 rounds of A\/A experiments on these hosts: shop \/\.$/,
    );
    const still = () => ({ ...told(), logSd: 0.0001 });
    expect(hold(made('run', { requestsPerSecond: 99_000 }), still)?.sentence).toMatch(
      /: within the margin of 2 %, beyond the noise of ±0\.0\d % from 30 rounds of A\/A experiments on these hosts: shop \/\.$/,
    );
    expect(hold(made('run', { requestsPerSecond: 90_000 }), still)?.sentence).toMatch(
      /: beyond the noise of ±0\.0\d % from/,
    );
  });

  it('claims nothing where the noise is not known', () => {
    const held = hold(made('run', { requestsPerSecond: 50_000 }), unknown);
    expect(held).toMatchObject({
      word: 'unclear',
      ratio: 0.5,
      load: '64 conns',
      sentence: expect.stringContaining('noise here is unknown'),
    });
  });

  it('says why the two are not comparable', () => {
    const client = hold(made('run', { standing: CLIENT, cpuUs: null }));
    expect(client?.sentence).toBe('Throughput can’t rank them: this run was limited by client CPU.');
    expect(hold(made('run', { standing: UNKNOWN, cpuUs: null }))?.sentence).toBe(
      'Unclear whether throughput ranks them: the bottleneck of this run is unknown.',
    );
    const requests = [{ ...spec.requests[0], path: '/list' }] as typeof spec.requests;
    expect(hold(made('run', { spec: { ...spec, requests } }))?.sentence).toBe(
      'It sent other requests than the baseline.',
    );
  });

  it('claims nothing of a run that asked for something else, nor of a suspect figure', () => {
    const slower = { requestsPerSecond: 50_000 };
    const pinned = { ...spec, tuning: { ...spec.tuning, targetCpus: '0' } };
    expect(hold(made('run', { ...slower, spec: pinned }))).toMatchObject({
      word: 'unclear',
      ratio: 0.5,
      sentence: expect.stringContaining('target or tuning differs'),
    });
    const turned = { ...spec, target: Object.fromEntries(Object.entries(spec.target).reverse()) } as typeof spec;
    expect(hold(made('run', { ...slower, spec: turned }))?.word).toBe('worse');
    const suspect: StepStanding = { ...SERVER, validity: 'suspect' };
    expect(hold(made('run', { ...slower, standing: suspect }))).toMatchObject({ word: 'unclear', ratio: 0.5 });
    const doubtful = [made('baseline', { standing: suspect }), made('run', slower)];
    expect(againstBaseline(doubtful, 'baseline', quiet).get('run')?.word).toBe('unclear');
  });

  it('asks for more the more steps the best of the baseline was picked among', () => {
    const slightly = made('run', { requestsPerSecond: 96_800 });
    const of = (measuredSteps: number) =>
      againstBaseline([made('baseline', { measuredSteps }), slightly], 'baseline', quiet).get('run');
    expect(of(1)?.word).toBe('worse');
    expect(of(100)).toMatchObject({ word: 'unclear', sentence: expect.stringContaining('corrected for 100') });
  });

  it('asks for more the more runs are compared', () => {
    const slightly = made('run', { requestsPerSecond: 97_300 });
    const others = Array.from({ length: 500 }, (_, at) => made(`other ${at}`));
    expect(hold(slightly)?.word).toBe('worse');
    expect(againstBaseline([made('baseline'), ...others, slightly], 'baseline', quiet).get('run')?.word).toBe(
      'unclear',
    );
  });

  it('takes the noise of successive repeats where no A/A experiment was made', () => {
    const nights = Array.from({ length: 30 }, (_, at) =>
      made(`night ${at}`, { requestsPerSecond: 100_000 * (at % 2 === 0 ? 1.01 : 0.99) }),
    );
    const regressed = made('run', { requestsPerSecond: 60_000 });
    const held = againstBaseline([made('baseline'), ...nights, regressed], 'baseline', unknown);
    expect([...held.values()].filter(({ word }) => word === 'worse')).toHaveLength(1);
    expect(held.get('run')?.word).toBe('worse');
  });
});
