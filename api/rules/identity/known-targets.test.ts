import { describe, expect, it } from 'vitest';
import type { TargetIdentity } from '../../contract/identity.ts';
import { hashOf, sampleIdentity } from '../../testing/sample-identity.ts';
import { sampleRun } from '../../testing/sample-run.ts';
import { compareRounds, compareRuns } from '../comparison/compare-runs.ts';
import { noiseHeadline } from '../experiment/noise-headline.ts';
import { targetFindings } from '../findings/findings-of-target.ts';
import { whyUndeclared } from './declared.ts';
import { targetKey } from './target-identity.ts';

const CONF = '/etc/nginx/nginx.conf';
const NGINX = { target: { kind: 'named' as const, name: 'nginx', tls: false, parameters: [] } };
const known = (text = 'a', over: Partial<TargetIdentity> = {}) => sampleIdentity({ [CONF]: text }, over);

function run(id: string, identity: TargetIdentity | undefined, identityAtEnd = identity) {
  const { target } = sampleRun({ id });
  if (!target) throw new Error('the sample has a target');
  return sampleRun({ id, spec: NGINX, over: { target: { ...target, identity, identityAtEnd } } });
}
const short = (text: string) => hashOf(text).slice(0, 12);

describe('two runs of a named target', () => {
  it('are one configuration when all that can be read of it is the same', () => {
    const { headline, sides, warnings } = compareRuns([run('a', known()), run('b', known())], 'a');
    expect(headline).toBe('Same configuration: no setting made a difference.');
    expect(sides.map(({ letters }) => letters)).toEqual(['A, B']);
    expect(warnings.map(({ code }) => code)).not.toContain('target-unknown');
  });

  it('name the file that was edited in between, with both hashes', () => {
    const { headline, because, sides, warnings, settings } = compareRuns(
      [run('a', known()), run('b', known('b'))],
      'a',
    );
    expect(headline).toContain('Caution: target changed.');
    expect(because).toContain(`The target changed between A and B: ${CONF} (${short('a')} → ${short('b')}).`);
    expect(sides).toHaveLength(2);
    expect(warnings.find(({ code }) => code === 'target-changed')?.sentence).toContain(`${CONF} (${short('a')}`);
    expect(settings.filter(({ same }) => !same)).toMatchObject([
      { path: `target.files.${CONF}`, values: [hashOf('a'), hashOf('b')] },
    ]);
  });

  it.each([
    ['another argument', { argvHmac: hashOf('other') }, 'the arguments'],
    ['another value in its environment', { environmentHmac: hashOf('other') }, 'the environment'],
    ['another version', { version: '2' }, 'what its version command prints'],
    [
      'a program that was replaced',
      { binary: { path: '/usr/sbin/nginx', sha256: hashOf('new'), sizeBytes: 1, declared: false } },
      '/usr/sbin/nginx',
    ],
    ['a file less', { files: [] }, CONF],
  ] as const)('are two with %s', (_, over, what) => {
    const compared = compareRuns(
      [
        run('a', known('a', { version: '1' })),
        run('b', known('a', { version: '1', ...over } as Partial<TargetIdentity>)),
      ],
      'a',
    );
    expect(compared.because).toContain(`The target changed between A and B: ${what}`);
    expect(compared.sides).toHaveLength(2);
    expect(compared.warnings.map(({ code }) => code)).not.toContain('nothing-changed');
  });

  it.each([
    ['was read by an older agent', undefined, undefined, 'were not hashed'],
    [
      'does not say which files matter',
      known('a', { unread: [{ path: 'identityFiles', reason: 'is not declared' }] }),
      known(),
      'are not declared in the configuration file of its host',
    ],
    [
      'could not be read whole',
      known('a', { unread: [{ path: '/etc/x', reason: 'permission denied' }] }),
      known(),
      'were not all read (/etc/x permission denied)',
    ],
    ['was not looked at again', known(), undefined, 'were not read again at the end'],
    ['changed meanwhile', known(), known('b'), `did not stay the same (${CONF} changed during a run)`],
  ])('are not known to be the same when one %s', (_, first, end, why) => {
    const other = {
      ...run('b', first),
      target: { ...run('b', first).target, identity: first, identityAtEnd: end },
    } as ReturnType<typeof run>;
    expect(targetKey(other)).toBeNull();
    const { headline, because, sides, warnings } = compareRuns([run('a', known()), other], 'a');
    expect(headline).toContain('targets not known to be the same');
    expect(because).toContain(`Not known to be the same: the files of nginx ${why}`);
    expect(sides).toHaveLength(2);
    expect(warnings.map(({ code }) => code)).not.toContain('nothing-changed');
    expect(warnings.find(({ code }) => code === 'target-unknown')?.sentence).toContain(`The files of nginx ${why}`);
  });

  it('on two hosts are not told apart by sums whose key stays on each', () => {
    const elsewhere = run('b', known('a', { argvHmac: hashOf('x'), environmentHmac: hashOf('y') }));
    elsewhere.spec = { ...elsewhere.spec, server: { hostId: 'another', address: null } };
    const paths = compareRuns([run('a', known()), elsewhere], 'a').settings.map(({ path }) => path);
    expect(paths).not.toContain('target.arguments');
    expect(paths).not.toContain('target.environment');
  });
});

it('libraries that one of two had loaded are no change, within a run or between runs; another content is', () => {
  const loaded = known();
  loaded.files.push({ path: '/lib/late.so', sha256: hashOf('late'), sizeBytes: 1, declared: false });
  expect(targetFindings(run('a', known(), loaded))).toEqual([]);
  expect(targetKey(run('a', known(), loaded))).toBe(targetKey(run('b', known())));
  const same = compareRuns([run('a', known()), run('b', loaded)], 'a');
  expect(same.headline).toBe('Same configuration: no setting made a difference.');
  expect(same.sides).toHaveLength(1);
  const updated = known();
  updated.files.push({ path: '/lib/late.so', sha256: hashOf('new'), sizeBytes: 1, declared: false });
  const other = compareRuns([run('a', loaded), run('b', known()), run('c', updated)], 'a');
  expect(other.sides.map(({ letters }) => letters)).toEqual(['A, B', 'C']);
  expect(other.because).toContain(
    `The target changed between A, B and C: /lib/late.so (${short('late')} → ${short('new')})`,
  );
});

it('a file that changed during a run is found, with both hashes', () => {
  expect(targetFindings(run('a', known(), known('b')))).toMatchObject([
    {
      code: 'target-changed',
      severity: 'suspect',
      sentence: expect.stringContaining(`${CONF} (${short('a')} → ${short('b')})`),
    },
  ]);
  expect(targetFindings(run('a', known()))).toEqual([]);
});

it('no noise floor comes of rounds between which the target changed', () => {
  const declared = {
    alpha: 0.05,
    marginPercent: 2,
    primary: { metric: 'requestsPerSecond' as const, stepIndex: 0 },
    noiseOf: () => null,
  };
  const rounds = (second: TargetIdentity) =>
    compareRounds(
      [
        { name: 'one', runs: [run('a', known()), run('b', known())] },
        { name: 'again', runs: [run('c', known()), run('d', second)] },
      ],
      declared,
    );
  expect(noiseHeadline('requestsPerSecond', null, 0.05, rounds(known())).headline).toContain('run at least 3 rounds');
  expect(noiseHeadline('requestsPerSecond', null, 0.05, rounds(known('b')))).toEqual({
    headline: 'No noise floor: the target changed between runs.',
    because: `${CONF} (${short('a')} → ${short('b')}).`,
  });
});

it('a host says before the first run whether its target will be known', () => {
  const [host] = sampleRun({ id: 'a' }).hosts;
  if (!host) throw new Error('the sample has a host');
  const fact = { name: 'nginx', port: 80, healthPath: '/', profiles: false };
  const why = (identified?: boolean) =>
    whyUndeclared(NGINX.target, { ...host.facts, targets: [{ ...fact, identified }] });
  expect(why(true)).toBeNull();
  expect(why(false)).toContain('are not declared in the configuration file of its host (identityFiles)');
  expect(why()).toContain('too old');
  const listening = (ports?: number[]) =>
    whyUndeclared({ kind: 'listening', port: 80, tls: false }, { ...host.facts, identifiedPorts: ports });
  expect([listening([80]), listening([81]) !== null, listening() !== null]).toEqual([null, true, true]);
});
