import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProfileDifference } from '../contract/profile.ts';
import { packPprof } from '../testing/encode-pprof.ts';
import { FakeAgent, person } from '../testing/fake-agent.ts';
import { profiledRun } from '../testing/profiled-run.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';

let lab: TestLab;
let agent: FakeAgent;

beforeEach(async () => {
  lab = await openLab();
  agent = await FakeAgent.join(lab);
});
afterEach(() => lab.close());

const compare = (baseline: string, other: string) =>
  person(lab)<ProfileDifference & { detail: string }>('GET', `/profile-difference?baseline=${baseline}&other=${other}`);

it('two runs are compared function by function, and a run that was deleted no more', async () => {
  const stacks = { 'main > answer': 100, 'main > parse': 100 };
  const before = await profiledRun(lab, agent, packPprof({ stacks, periodNs: 10_000_000 }));
  const dearer = { ...stacks, 'main > answer': 250 };
  const after = await profiledRun(lab, agent, packPprof({ stacks: dearer, periodNs: 10_000_000 }));
  const { status, body } = await compare(before.artifactId, after.artifactId);
  expect([status, body.detail]).toEqual([200, undefined]);
  const claims = Object.fromEntries(body.functions.map(({ name, self }) => [name, self.claim]));
  expect(claims).toEqual({ main: 'unclear', answer: 'more', parse: 'unclear' });
  expect(body.sentence).toMatch(/^answer costs [\d.]+ µs\/req more/);

  await person(lab)('DELETE', `/runs/${before.runId}`);
  expect((await compare(before.artifactId, after.artifactId)).status).toBe(404);
});

it('sides that are none are refused', async () => {
  expect((await compare('', 'x')).body.detail).toBe('A side has 1 to 30 profiles, not 0.');
  expect((await compare('x', 'x')).body.detail).toBe('A side is the ids of artifacts, with commas between them.');
});
