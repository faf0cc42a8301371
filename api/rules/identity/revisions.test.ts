import { expect, it } from 'vitest';
import type { Run } from '../../contract/run.ts';
import type { RunSeries } from '../../contract/samples.ts';
import { FACTS } from '../../testing/fake-agent.ts';
import { hashOf, sampleIdentity } from '../../testing/sample-identity.ts';
import { sampleRun } from '../../testing/sample-run.ts';
import { changedText } from '../comparison/changed-text.ts';
import { compareRounds, compareRuns } from '../comparison/compare-runs.ts';
import { runDocument } from '../share/share-document.ts';
import { targetText } from '../spec/target-words.ts';

const [ONE, TWO] = ['a1b2c3d4'.repeat(5), 'd4e5f6a7'.repeat(5)] as [string, string];
const REPOSITORY = 'https://git.internal.example/shop.git';

/** A run of the shop, built from a commit; the program of the same commit may come out otherwise. */
function run(id: string, commit: string, program = commit): Run {
  const { target, hosts } = sampleRun({ id });
  if (!target) throw new Error('the sample has a target');
  const path = `/var/lib/agent.revisions/builds/${commit}/tree/bin/server`;
  const identity = sampleIdentity(
    {},
    {
      binary: { path, sha256: hashOf(program), sizeBytes: 1, declared: false },
      argvHmac: hashOf(path),
      revision: { commit, sha256: hashOf(program), fromCache: false, buildSeconds: 3 },
    },
  );
  const source = { repository: REPOSITORY, branch: 'main', timeoutSeconds: 600 };
  const shop = { name: 'shop', port: 9000, healthPath: '/', profiles: false, identified: true, source };
  return sampleRun({
    id,
    spec: { target: { kind: 'named', name: 'shop', tls: false, parameters: [], revision: commit } },
    over: {
      hosts: hosts.map((host) => ({ ...host, facts: { ...FACTS, targets: [shop] } })),
      target: { ...target, command: [path], identity, identityAtEnd: identity },
    },
  });
}

it('two revisions are two configurations, told by their commits, and no change that nobody asked for', () => {
  const { sides, settings, warnings } = compareRuns([run('a', ONE), run('b', TWO)], 'a');
  expect(sides).toHaveLength(2);
  expect(warnings.map(({ code }) => code)).not.toContain('target-changed');
  expect(warnings.map(({ code }) => code)).not.toContain('target-unknown');
  expect(settings.filter(({ same }) => !same).map(({ label, values }) => [label, values])).toEqual([
    ['Revision', ['a1b2c3d', 'd4e5f6a']],
    ['Target program', [hashOf(ONE), hashOf(TWO)]],
    ['Target arguments, as HMAC', expect.any(Array)],
  ]);
  expect(changedText(settings)).toContain('revision a1b2c3d vs d4e5f6a');
});

it('one revision is one configuration, and another program of it is a change', () => {
  expect(compareRuns([run('a', ONE), run('b', ONE)], 'a').sides).toHaveLength(1);
  const { warnings } = compareRuns([run('a', ONE), run('b', ONE, 'built otherwise')], 'a');
  expect(warnings.find(({ code }) => code === 'target-changed')?.sentence).toContain('/tree/bin/server');
});

it('an experiment over revisions says nothing of a target that changed between rounds', () => {
  const declared = {
    alpha: 0.05,
    marginPercent: 2,
    primary: { metric: 'requestsPerSecond' as const, stepIndex: 0 },
    noiseOf: () => null,
  };
  const rounds = (name: string, commit: string) => ({
    name,
    runs: [run(`${name} 1`, commit), run(`${name} 2`, commit)],
  });
  const { warnings } = compareRounds([rounds('base', ONE), rounds('head', TWO)], declared);
  expect(warnings.map(({ code }) => code)).not.toContain('target-changed');
});

it('a target is told with its revision', () => {
  expect(targetText(run('a', ONE).spec.target)).toBe('shop, of its host’s configuration, revision a1b2c3d');
});

it('a document has the commit and the digest, and not where the repository is', () => {
  const series = { hosts: [] } as unknown as RunSeries;
  const text = JSON.stringify(runDocument({ title: 't', frozenAtUs: 1, productVersion: '1' }, run('a', ONE), series));
  expect(text).toContain(`"revision":{"commit":"${ONE}","sha256":"${hashOf(ONE)}"`);
  expect(text).not.toContain('git.internal');
});
