import { describe, expect, it } from 'vitest';
import type { ServiceIdentity } from '../../contract/identity.ts';
import type { RunSeries } from '../../contract/samples.ts';
import { FACTS, reference } from '../../testing/fake-agent.ts';
import { hashOf, sampleIdentity, sampleService } from '../../testing/sample-identity.ts';
import { sampleRun } from '../../testing/sample-run.ts';
import { compareRuns } from '../comparison/compare-runs.ts';
import { documentCsv } from '../export/document-csv.ts';
import { comparisonDocument, runDocument } from '../share/share-document.ts';
import { DEFAULT_BACKENDS } from '../spec/backend-check.ts';
import { targetKey } from './target-identity.ts';

/** A run of a reference server that writes to PostgreSQL, whose host found this version. */
function run(id: string, services: ServiceIdentity[] | undefined, found = '18.4') {
  const { target, hosts } = sampleRun({ id });
  if (!target) throw new Error('the sample has a target');
  const identity = sampleIdentity();
  const facts = { ...FACTS, backends: [{ name: 'postgresql', version: found, path: `/pg${found}/postgres` }] };
  return sampleRun({
    id,
    spec: { target: reference({ database: DEFAULT_BACKENDS.database }) },
    over: {
      hosts: hosts.map((host) => ({ ...host, facts })),
      target: { ...target, identity, identityAtEnd: identity, ...(services && { services }) },
    },
  });
}

const OTHER = sampleService({
  version: '19.1',
  binary: { path: '/opt/other/postgres', sha256: hashOf('19.1'), sizeBytes: 1, declared: false },
});

describe('two runs of one target', () => {
  it('are one configuration when the service behind it is known to be the same', () => {
    const { headline, sides } = compareRuns([run('a', [sampleService()]), run('b', [sampleService()])], 'a');
    expect(headline).toBe('Same configuration: no setting made a difference.');
    expect(sides).toHaveLength(1);
  });

  it.each([
    ['another version', OTHER, 'the version of PostgreSQL (18.4 → 19.1)'],
    ['another setting', sampleService({ settings: [{ name: 'work_mem', value: '8MB' }] }), 'work_mem of PostgreSQL'],
    ['another environment', sampleService({ environmentHmac: hashOf('x') }), 'the environment of PostgreSQL'],
  ])('are two with %s of it, and say which', (_, service, told) => {
    const runs = [run('a', [sampleService()]), run('b', [service])];
    const { headline, because, sides, settings, warnings } = compareRuns(runs, 'a');
    expect(headline).not.toContain('Same configuration');
    expect(sides).toHaveLength(2);
    expect(because).toContain(`The target changed between A and B: ${told}`);
    expect(settings.filter(({ same }) => !same).map(({ path }) => path)).toContainEqual(
      expect.stringContaining('target.services.postgresql.'),
    );
    expect(warnings.map(({ code }) => code)).not.toContain('nothing-changed');
    const [key, other] = runs.map(targetKey);
    expect(key).not.toBeNull();
    expect(key).not.toBe(other);
  });

  it.each([
    ['was not read by an older agent', undefined, 'were not hashed'],
    [
      'was not read whole',
      [sampleService({ unread: [{ path: 'settings', reason: 'were not read' }] })],
      'were not all read (settings were not read)',
    ],
  ])('are not known to be the same when it %s', (_, services, why) => {
    const runs = [run('a', services), run('b', services)];
    const { headline, because, sides, warnings } = compareRuns(runs, 'a');
    expect(sides).toHaveLength(2);
    expect(headline).toContain('targets not known to be the same');
    expect(because).toContain(`the files of PostgreSQL behind the reference server ${why}`);
    expect(warnings.map(({ code }) => code)).not.toContain('nothing-changed');
    expect(runs.map(targetKey)).toEqual([null, null]);
  });

  it('show the versions that their host had found, where no agent read more', () => {
    const { settings } = compareRuns([run('a', undefined), run('b', undefined, '19.1')], 'a');
    expect(settings.find(({ path }) => path === 'backend.facts.backends')?.values).toEqual([
      'PostgreSQL 18.4',
      'PostgreSQL 19.1',
    ]);
  });
});

it('the key of a target that asks no service is what it was', () => {
  const { target } = sampleRun({ id: 'a' });
  const identity = sampleIdentity();
  const plain = sampleRun({ id: 'a', over: { target: target && { ...target, identity, identityAtEnd: identity } } });
  expect(JSON.parse(targetKey(plain) ?? '')).toHaveLength(6);
});

it('is part of the table of steps', () => {
  const service = sampleService({ settings: [{ name: 'work_mem', value: '8MB' }] });
  const frozen = { title: 't', frozenAtUs: 1, productVersion: '1' };
  const series = { hosts: [] } as unknown as RunSeries;
  expect(documentCsv(runDocument(frozen, run('a', [service]), series))).toContain(
    `postgresql 18.4 ${hashOf('18.4')} (work_mem=left out)`,
  );
});

it('leaves the lab without folders, values and names of the environment', () => {
  const own = (value: string) =>
    sampleService({
      binary: { path: '/home/alice/pg/postgres', sha256: hashOf('18.4'), sizeBytes: 1, declared: false },
      settings: [{ name: 'archive_command', value }],
      environmentNames: ['CUSTOMER'],
    });
  const runs = [run('a', [own('hunter2')]), run('b', [own('hunter3')])];
  const frozen = { title: 't', frozenAtUs: 1, productVersion: '1' };
  const series = { hosts: [] } as unknown as RunSeries;
  const comparison = compareRuns(runs, 'a');
  const texts = [comparisonDocument(frozen, comparison, []), ...runs.map((one) => runDocument(frozen, one, series))];
  for (const text of texts.map((one) => JSON.stringify(one))) {
    expect(text).not.toMatch(/alice|hunter|CUSTOMER/);
    expect(text).toContain(hashOf('18.4'));
  }
});
