import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createExperiment } from '../../contract/experiment.ts';
import { FACTS } from '../../testing/fake-agent.ts';
import { configurationsOf } from './configurations.ts';
import { experimentFaults } from './experiment-check.ts';

const FOLDER = new URL('../../../docs/regimes/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const HOST = '019a0000-0000-7000-8000-000000000001';

/** As `sed` makes it of the file, which docs/regimes.md shows. */
const designOf = (name: string) =>
  createExperiment.parse(
    JSON.parse(
      readFileSync(new URL(name, FOLDER), 'utf8').replaceAll('SERVER_HOST_ID', HOST).replaceAll('CLIENT_HOST_ID', HOST),
    ),
  );

const facts = {
  ...FACTS,
  skills: ['target-backends' as const],
  backends: [{ name: 'postgresql', version: '18.4', path: '/pg/postgres' }],
};

describe('the designs of docs/regimes.md', () => {
  it('are there', () => expect(FILES).toEqual(['connections.json', 'fsync.json', 'retries.json']));

  it.each(FILES)('%s can be run by a host that has what it asks for', (name) => {
    const design = designOf(name);
    const made = configurationsOf(design);
    if ('faults' in made) throw new Error(JSON.stringify(made.faults));
    const hosts = new Map([[HOST, { name: 'lab-1', facts }]]);
    expect(experimentFaults(design, made.configurations, hosts)).toEqual([]);
    expect(made.configurations.length).toBe(1 + design.variants.length);
  });

  it.each(FILES)('%s varies one group of settings, and begins when it is asked to', (name) => {
    const { variants, start, seed } = designOf(name);
    expect(variants.flatMap(({ changes }) => changes.filter(({ path }) => !path.startsWith('/target/')))).toEqual([]);
    expect([start, seed]).toEqual([false, null]);
  });
});
