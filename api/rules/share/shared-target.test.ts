import { expect, it } from 'vitest';
import type { RunSeries } from '../../contract/samples.ts';
import { hashOf, sampleIdentity } from '../../testing/sample-identity.ts';
import { sampleRun } from '../../testing/sample-run.ts';
import { compareRuns } from '../comparison/compare-runs.ts';
import { targetFindings } from '../findings/findings-of-target.ts';
import { comparisonDocument, runDocument } from './share-document.ts';

const FROZEN = { title: 't', frozenAtUs: 1, productVersion: '1' };
const SERIES = { hosts: [] } as unknown as RunSeries;
const PRIVATE = /home|alice|CUSTOMER|hunter2|c0ffee|permission|BEGIN CERT/;

function run(id: string, at: { conf: string; version: string; container: string; names: string[]; unread?: true }) {
  const identity = sampleIdentity(
    { '/home/alice/shop.conf': at.conf, '/home/alice/other/shop.conf': 'same' },
    {
      version: at.version,
      container: at.container,
      environmentNames: at.names,
      unread: at.unread ? [{ path: '/home/alice/keys', reason: 'permission denied for alice' }] : [],
    },
  );
  const plain = sampleRun({ id, spec: { target: { kind: 'named', name: 'shop', tls: true, parameters: [] } } });
  if (!plain.target) throw new Error('the sample has a target');
  const target = {
    ...plain.target,
    command: ['/home/alice/shop', '--x'],
    certificate: '-----BEGIN CERTIFICATE-----',
    identity,
    identityAtEnd: sampleIdentity({ '/home/alice/shop.conf': 'edited' }, identity.unread.length ? identity : {}),
  };
  const whole = { ...plain, target };
  return { ...whole, findings: targetFindings(whole) };
}
const first = { conf: 'a', version: 'hunter2 1', container: 'c0ffee01', names: ['CUSTOMER_A'] };
const second = { conf: 'b', version: 'hunter2 2', container: 'c0ffee02', names: ['CUSTOMER_B'] };

it('takes of a host’s own target hashes, names of files and their number out of the lab, and no more', () => {
  const document = runDocument(FROZEN, run('a', first), SERIES);
  const text = JSON.stringify(document);
  expect(text).not.toMatch(PRIVATE);
  if (document.type !== 'run') throw new Error('not a run');
  const { identity } = document.run.target ?? {};
  expect(identity?.files.map(({ path, sha256 }) => [path, sha256])).toEqual([
    ['shop.conf (2)', hashOf('a')],
    ['shop.conf', hashOf('same')],
  ]);
  expect(document.run.findings[0]?.sentence).toContain('shop.conf (2) (');
});

it.each([
  ['files that changed', first, second],
  ['files that were not read', first, { ...second, unread: true as const }],
])('nor does a comparison, in no row, headline or warning: of %s', (_, a, b) => {
  const runs = [run('a', a), run('b', b)].map((one) => ({
    ...one,
    target: { ...one.target, identityAtEnd: one.target.identity },
  }));
  const comparison = compareRuns(runs, 'a');
  expect(JSON.stringify([comparison.settings, comparison.headline, comparison.warnings])).toMatch(PRIVATE);
  const document = comparisonDocument(FROZEN, comparison, []);
  expect(JSON.stringify(document)).not.toMatch(PRIVATE);
  if (document.type !== 'comparison') throw new Error('not a comparison');
  const values = (path: string) => document.comparison.settings.find((row) => row.path === path)?.values;
  expect(values('target.saysVersion')).toEqual(['left out (1)', 'left out (2)']);
  expect(values('target.files.shop.conf (2)')?.[0]).toBe(hashOf('a'));
});

it('takes no certificate of the reference server out of the lab, which names the host and its addresses', () => {
  const plain = sampleRun({ id: 'a' });
  const target = plain.target && { ...plain.target, certificate: '-----BEGIN CERTIFICATE-----' };
  expect(JSON.stringify(runDocument(FROZEN, { ...plain, target }, SERIES))).not.toContain('CERTIFICATE');
});

it('takes no folder of a template out of the lab, nor of the copy that was made of it', () => {
  const plain = run('a', first);
  const copy = { path: '/home/alice/x/shop.conf', sha256: hashOf('x'), sizeBytes: 1, declared: true };
  plain.target.identity.files.push({ ...copy, filledFrom: '/home/alice/shop.conf.in' });
  const document = runDocument(FROZEN, plain, SERIES);
  expect(JSON.stringify(document)).not.toMatch(PRIVATE);
  if (document.type !== 'run') throw new Error('not a run');
  expect(document.run.target?.identity?.files.at(-1)?.filledFrom).toBe('shop.conf.in');
});

it('says the same of what was shared and imported once more', () => {
  const document = runDocument(FROZEN, run('a', { ...first, unread: true }), SERIES);
  if (document.type !== 'run') throw new Error('not a run');
  expect(runDocument(FROZEN, document.run, SERIES)).toEqual(document);
});
