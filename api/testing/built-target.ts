import type { BenchmarkDesign } from '../contract/benchmark.ts';
import { closedStep, FakeAgent, specFor } from './fake-agent.ts';
import type { TestLab } from './test-lab.ts';

/** A target that its host builds from commits. */
const SHOP = {
  ...{ name: 'shop', port: 9000, healthPath: '/health', profiles: false, parameters: [] },
  source: { repository: 'https://example.org/shop.git', branch: 'main', timeoutSeconds: 600 },
};

export const joinBuilder = (lab: TestLab): Promise<FakeAgent> =>
  FakeAgent.join(lab, 'builder', { targets: [SHOP], skills: ['target-revisions'] });

/** What a benchmark of that target asks for, against that commit. */
export function shopDesign(hostId: string, reference: string, over: Partial<BenchmarkDesign> = {}): BenchmarkDesign {
  const spec = specFor(hostId, { steps: [closedStep(10)] });
  const target = { kind: 'named' as const, name: SHOP.name, tls: false, parameters: [], revision: reference };
  return {
    ...{ spec: { ...spec, target }, reference, rounds: 3, marginPercent: 2 },
    primary: { metric: 'serverCpuUsPerRequest', stepIndex: 0 },
    ...over,
  };
}

/** The host is asked for the commits of the branch, and has these: the oldest first. */
export const answerCommits = (agent: FakeAgent, commits: readonly string[]): Promise<unknown> =>
  agent.answerNext({
    type: 'list-revisions',
    revisions: commits.toReversed().map((commit, at) => ({
      ...{ commit, parent: commits[commits.length - 2 - at] ?? null, committedAtUs: 1000 - at },
      subject: `commit ${commit[0]}`,
    })),
  });
