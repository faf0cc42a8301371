import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Comparison } from '../contract/comparison.ts';
import type { ImportResult } from '../contract/import.ts';
import type { Run } from '../contract/run.ts';
import type { RunGroups, RunList } from '../contract/run-list.ts';
import type { LeftOut } from '../contract/verdict.ts';
import { person } from '../testing/fake-agent.ts';
import { importFiles } from '../testing/import-files.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { TOOL_OUTPUT_NAMES, toolOutput } from '../testing/tool-outputs.ts';

/** What the journal found by hand, as whoever opens the reference set reads it. */
let lab: TestLab;
let ask: ReturnType<typeof person>;
let journal: ImportResult;
const runs = new Map<string, Run>();

beforeAll(async () => {
  lab = await openLab();
  ask = person(lab);
  journal = (await ask<ImportResult>('POST', '/imports/journal')).body;
  for (const { name, runId } of journal.runs) runs.set(name, (await ask<Run>('GET', `/runs/${runId}`)).body);
});
afterAll(() => lab.close());

function verdictsOf(name: string): Record<string, string> {
  const steps = runs.get(name)?.steps ?? [];
  return Object.fromEntries(
    steps.map(({ spec, verdict }) => [
      spec.loop === 'open' ? spec.requestsPerSecond : spec.connections,
      `${verdict?.validity} ${verdict?.walls.join('+') || 'none'} ${verdict?.confidence}`,
    ]),
  );
}
const saidAt = (name: string, index: number): string => {
  const verdict = runs.get(name)?.steps[index]?.verdict;
  return verdict ? `${verdict.sentence} ${verdict.because}` : '';
};
const NOT_MEASURED = 'none cannot-tell';

it('the list draws its curves, without what is impossible', async () => {
  const { curves } = (await ask<RunList>('GET', '/runs?limit=200')).body;
  const curveOf = (name: string) => curves.find(({ runId }) => runId === runs.get(name)?.id)?.requestsPerSecond;
  const measured = runs.get('08 baseline')?.steps.map(({ point }) => point?.requestsPerSecond);
  expect(measured).toHaveLength(6);
  expect(curveOf('08 baseline')).toEqual(measured);
  expect(curveOf('04 no workers')).toBeUndefined();
});

/** Runs whose best step is not their highest figure: an impossible one, a rate that was not met, a latency below what the tool resolves. */
const HIGHER: Record<string, LeftOut> = {
  '04 no workers': { requestsPerSecond: 4_913_152, validity: 'invalid', more: 0, invalid: 1 },
  '06b /simple vegeta, 8 processes': { requestsPerSecond: 588_883, validity: 'suspect', more: 4, invalid: 0 },
};

it('is grouped as what is measured here: of Fiber, whatever the source calls it', async () => {
  const { groups } = (await ask<RunGroups>('GET', '/run-groups?imported=true')).body;
  const names = groups.map(({ name }) => name);
  expect(names.every((name) => name.startsWith('Fiber '))).toBe(true);
  expect(groups.find(({ name }) => name === 'Fiber prefork /simple')).toMatchObject({ invalid: 1 });
});

describe('the journal, point by point', () => {
  it('04: 4.9 million is impossible; the tool was the wall where it was measured', () => {
    expect(verdictsOf('04 no workers')[2000]).toBe('invalid none cannot-tell');
    expect(saidAt('04 no workers', 1)).toContain('4,913,152 req/s × 1,225 ms');
    expect(saidAt('04 no workers', 1)).toContain('15 times what is possible');
    expect(verdictsOf('04 30 workers, ramp')).toEqual({
      1000: `valid ${NOT_MEASURED}`,
      2000: 'valid client-cpu measured',
      5000: `valid ${NOT_MEASURED}`,
    });
    expect(saidAt('04 30 workers, ramp', 1)).toContain('88 %');
    expect(saidAt('04 30 workers, ramp', 0)).toContain('The client was not measured');
  });

  it('03: the client of the third run, and of the others nobody knows', () => {
    expect(verdictsOf('03 RPS + RFS')).toEqual({ 1000: 'suspect client-cpu measured' });
    for (const name of ['03 no RPS/RFS', '03 RPS only']) {
      expect(verdictsOf(name)[1000]).toMatch(/cannot-tell$/);
      expect(saidAt(name, 0)).toContain('The client was not measured');
    }
  });

  it('06b: the client suspected at /simple, the server at /compute, and rates that were met until the client was full', () => {
    for (const at of [1000, 2000, 5000])
      expect(verdictsOf('06b /simple baseline')[at]).toBe('valid client-cpu cannot-tell');
    expect(saidAt('06b /simple baseline', 0)).toMatch(/Client suspected: it was not measured.*26 %/);
    expect(verdictsOf('06b /compute baseline')[5000]).toBe('unchecked server-cpu measured');
    expect(saidAt('06b /compute baseline', 1)).toMatch(/94 %.*the client was 7 % busy/);
    expect(verdictsOf('06b /simple vegeta, 8 processes')).toMatchObject({
      100000: 'valid offered-load measured',
      200000: 'valid offered-load measured',
      500000: `suspect ${NOT_MEASURED}`,
      2000000: 'suspect client-cpu measured',
      3000000: `suspect ${NOT_MEASURED}`,
    });
    expect(saidAt('06b /simple vegeta, 8 processes', 5)).toContain('88 %');
  });

  it('08: between 45 and 85 %, and nobody looked at the client', () => {
    expect(verdictsOf('08 baseline')[500]).toMatch(/^valid .*cannot-tell$/);
    expect(saidAt('08 baseline', 1)).toMatch(
      /The client was not measured.*between 45 % \(named\) and 85 % \(what idle leaves\)/,
    );
  });

  it('is in the list as it is on the pages', async () => {
    const { body } = await ask<RunList>('GET', '/runs?tag=journal&limit=100');
    for (const { name, verdict } of body.runs) {
      const page = runs.get(name)?.verdict;
      expect(verdict, name).toEqual({
        validity: page?.validity,
        wall: page?.wall,
        walls: page?.walls,
        confidence: page?.confidence,
        sentence: page?.sentence,
        leftOut: HIGHER[name] ?? null,
      });
    }
    const pages = (await ask<RunList>('GET', '/runs?wall=server-cpu&imported=true')).body.runs;
    expect(pages.map(({ name }) => name)).toEqual(['06b /compute baseline']);
  });
});

describe('08 baseline against pinned', () => {
  it('shows differences without a claim, two groups that changed, and cannot tell whether it could have shown any', async () => {
    const { runIds, baselineRunId } = journal.comparison ?? { runIds: [], baselineRunId: '' };
    const { body } = await ask<Comparison>('GET', `/comparison?runs=${runIds.join(',')}&baseline=${baselineRunId}`);
    const throughput = body.outcomes.filter(({ metric }) => metric === 'requestsPerSecond');
    expect(throughput).toHaveLength(6);
    for (const { outcome, couldShow, effect } of throughput) {
      expect([outcome, couldShow]).toEqual(['no-repeats', 'cannot-tell']);
      expect([effect?.low, effect?.high]).toEqual([null, null]);
    }
    const ratios = throughput.map(({ effect }) => effect?.ratio ?? Number.NaN);
    expect(ratios[1]).toBeCloseTo(787_194 / 790_253, 9);
    const warnings = new Map(body.warnings.map(({ code, sentence }) => [code, sentence]));
    expect(warnings.get('no-repeats')).toContain('nothing is claimed');
    expect(warnings.get('changed-more-than-one-thing')).toMatch(
      /2 groups of settings: target \(workers 32 → 16\) and tuning \(interrupt CPUs not pinned → 16-31/,
    );
    expect(body.sides.map(({ differsIn }) => differsIn)).toEqual([[], ['target', 'tuning']]);
    expect(body.headline).toContain('Unclear whether throughput ranks them');
  });
});

describe('the outputs of real tools', () => {
  it('are neither invalid nor suspect, and short ones say so', async () => {
    const files = Object.fromEntries(TOOL_OUTPUT_NAMES.map((name) => [name, toolOutput(name)]));
    const { body } = await importFiles(lab, files);
    expect(body.runs).toHaveLength(TOOL_OUTPUT_NAMES.length);
    for (const { runId, name } of body.runs) {
      const { body: run } = await ask<Run>('GET', `/runs/${runId}`);
      expect(run.verdict?.validity, name).toMatch(/^(valid|unchecked)$/);
      const short = run.findings.some(({ code }) => code === 'too-short');
      expect(short, name).toBe((run.steps[0]?.point?.durationUs ?? 0) < 5e6);
    }
  });
});
