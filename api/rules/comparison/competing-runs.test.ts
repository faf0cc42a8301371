import { describe, expect, it } from 'vitest';
import type { Competitor } from '../../contract/evidence.ts';
import type { Run } from '../../contract/run.ts';
import { sampleRun, step } from '../../testing/sample-run.ts';
import { side } from '../../testing/sample-verdict.ts';
import { compareRounds } from './compare-runs.ts';
import { competingText } from './competing-runs.ts';

/** Two CPUs; chromium and node hold this many of them, sshd too little to name. */
function run(id: string, chromium: number): Run {
  const whole = sampleRun({ id, load: { steps: [step(10)] } });
  const competitors = [
    { name: 'chromium', cpus: chromium },
    { name: 'sshd', cpus: 0.01 },
  ];
  const host = { hostId: whole.hosts[0]?.hostId ?? null, competitors };
  const evidence = {
    server: side('server', host),
    clients: [side('client', host)],
    sharedMachine: true,
    requestsBySecond: null,
    requestsBySecondSource: null,
    locks: null,
  };
  const finding = { code: 'competing-load', severity: 'suspect', hostId: null, stepIndex: 0, sentence: '' } as const;
  return {
    ...whole,
    steps: whole.steps.map((one) => ({ ...one, evidence })),
    findings: chromium > 0.1 ? [finding] : [],
  };
}

const rounds = (chromium: number[]) => {
  const declared = {
    alpha: 0.05,
    marginPercent: 2,
    primary: { metric: 'requestsPerSecond' as const, stepIndex: 0 },
    noiseOf: () => null,
  };
  const sides = ['off', 'on'].map((name) => ({ name, runs: chromium.map((cpus, at) => run(`${name} ${at}`, cpus)) }));
  return compareRounds(sides, declared);
};

describe('an experiment of runs beside other processes', () => {
  it('says in its headline and caveats how many, and who they were', () => {
    const { headline, because, warnings } = rounds([1, 0.8, 0.05]);
    expect(headline).toMatch(/ Caution: competing load\.$/);
    expect(because).toMatch(/^4 of 6 runs had competing load: chromium 0\.9 CPUs\. /);
    expect(warnings.find(({ code }) => code === 'competing-load')?.sentence).toBe(
      '4 of 6 runs had competing load: chromium 0.9 CPUs. Stop other processes and rerun.',
    );
  });

  it('keeps the headline for the answer where they were few', () => {
    const { headline, warnings } = rounds([1, 0.05, 0.05]);
    expect(headline).not.toContain('competing');
    expect(warnings.map(({ code }) => code)).toContain('competing-load');
    expect(rounds([0, 0, 0]).warnings.map(({ code }) => code)).not.toContain('competing-load');
  });

  it('keeps apart whose instance an API is of', () => {
    const api = (ofInstance: boolean) => ({ name: 'millionrps-api', cpus: 0.4, ofInstance });
    const of = (competitors: Competitor[]) => {
      const whole = run('a', 1);
      const [first] = whole.steps;
      const evidence = first?.evidence && {
        ...first.evidence,
        server: null,
        clients: [side('client', { competitors })],
      };
      return { ...whole, steps: whole.steps.map((one) => ({ ...one, evidence: evidence ?? null })) };
    };
    expect(competingText([of([api(true), api(false)])], [{ cells: [{ stepIndex: 0, deltas: null }] }])).toBe(
      '1 of 1 run had competing load: millionrps-api (of the instance that ran this) 0.4, millionrps-api (of another instance) 0.4 CPUs.',
    );
  });
});
