import { readdirSync, readFileSync } from 'node:fs';
import type { CreateExperiment } from '@contract/experiment';
import { DEFAULT_BACKENDS } from '@rules/spec/backend-check';
import { describe, expect, test } from 'vitest';
import { hostAmong } from '@/features/draft/run-facts';
import { readExperiment } from '@/features/experiments/form/read-experiment';
import { readBaseline } from '@/features/experiments/form/read-variant';
import { factsWith, hostWith, toolWith } from '@/testing/hosts';
import { configurationOn, DESIGN_BYTES_MAX, hostsOfDesign, type OpenedDesign, openDesign } from './open-design';

const FOLDER = new URL('../../../../docs/regimes/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const textOf = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

const lab = hostWith({
  facts: factsWith({
    tools: [toolWith('volley')],
    skills: ['target-backends'],
    backends: [{ name: 'postgresql', version: '18.4', path: '/pg/postgres' }],
  }),
});
const places = { hostOf: hostAmong([lab]), labelOf: () => 'lab-1' };

function opened(text: string): OpenedDesign {
  const design = openDesign(text);
  if ('fault' in design) throw new Error(design.fault);
  return design;
}

/** What the form sends of an opened design. */
function sent(design: OpenedDesign) {
  const hosts = new Map(hostsOfDesign(design).map((name) => [name, lab.id]));
  const spec = configurationOn(design, hosts, places.hostOf);
  return readExperiment(design.draft, readBaseline(spec, places), null);
}

describe('the designs of docs/regimes', () => {
  test.each(FILES)('%s is asked as it is written, on the hosts that were chosen', (name) => {
    const { start: _, ...design } = JSON.parse(textOf(name)) as CreateExperiment;
    const { body, faults } = sent(opened(textOf(name)));
    expect(faults).toEqual({});
    const spec = { ...design.baseline.spec, server: { hostId: lab.id, address: null }, clients: [{ hostId: lab.id }] };
    expect(body).toEqual({ ...design, baseline: { ...design.baseline, spec } });
  });

  test('name the hosts by what they do', () => {
    expect(FILES.map((name) => hostsOfDesign(opened(textOf(name))))).toEqual(
      FILES.map(() => ['SERVER_HOST_ID', 'CLIENT_HOST_ID']),
    );
    const apart = JSON.parse(textOf('fsync.json')) as CreateExperiment;
    apart.baseline.spec.backend = { hostId: 'DATABASE_HOST_ID', address: null };
    const design = opened(JSON.stringify(apart));
    expect(hostsOfDesign(design)).toEqual(['SERVER_HOST_ID', 'CLIENT_HOST_ID', 'DATABASE_HOST_ID']);
    const spec = configurationOn(design, new Map([['DATABASE_HOST_ID', lab.id]]), places.hostOf);
    expect(spec.backend).toEqual({ hostId: lab.id, address: null });
  });
});

test('a design with its services on a host of their own has that chosen as well', () => {
  const design = JSON.parse(textOf('connections.json')) as CreateExperiment;
  Object.assign(design.baseline.spec, { backend: { hostId: 'DATABASE_HOST_ID', address: null } });
  const found = opened(JSON.stringify(design));
  expect(hostsOfDesign(found)).toEqual(['SERVER_HOST_ID', 'CLIENT_HOST_ID', 'DATABASE_HOST_ID']);
  const chosen = new Map([['DATABASE_HOST_ID', lab.id]]);
  expect(configurationOn(found, chosen, places.hostOf).backend).toEqual({ hostId: lab.id, address: null });
});

test('a design of a target without an agent has its clients chosen, and no server', () => {
  const design = JSON.parse(textOf('connections.json')) as CreateExperiment;
  const { baseline } = design;
  Object.assign(baseline.spec, {
    server: null,
    target: { kind: 'external', origin: 'http://staging.example.org' },
    tuning: { ...baseline.spec.tuning, server: null, targetCpus: null },
  });
  const found = opened(JSON.stringify(design));
  expect(hostsOfDesign(found)).toEqual(['CLIENT_HOST_ID']);
  expect(configurationOn(found, new Map([['CLIENT_HOST_ID', lab.id]]), places.hostOf)).toEqual({
    ...baseline.spec,
    clients: [{ hostId: lab.id }],
  });
});

describe('a file that is no such design', () => {
  const model = JSON.parse(textOf('connections.json')) as CreateExperiment;
  const faultOf = (change: (design: CreateExperiment) => void): string => {
    const design = structuredClone(model);
    change(design);
    const found = openDesign(JSON.stringify(design));
    return 'fault' in found ? found.fault : 'none';
  };
  const NOT_ONE = 'This is no design of an experiment: choose a JSON file as POST /api/v1/experiments takes it.';

  test.each<[string, string]>([
    ['{', 'This is not JSON; choose the file of a design.'],
    ['null', NOT_ONE],
    ['[]', NOT_ONE],
    ['{"baseline": {"name": "x", "spec": {"specVersion": 5}}}', NOT_ONE],
    [' '.repeat(DESIGN_BYTES_MAX + 1), 'A design has at most 4.19 MB; choose another file.'],
  ])('is told to be none: %.60s', (text, fault) => {
    expect(openDesign(text)).toEqual({ fault });
  });

  test('is refused where the form would lose or change a part of it', () => {
    expect(faultOf((design) => Object.assign(design.baseline.spec.load, { later: 1 }))).toBe(
      'What stands at /load/later of its baseline is not known here, or out of bounds.',
    );
    const database = { ...DEFAULT_BACKENDS.database, poolSize: 1001 };
    expect(faultOf(({ baseline: { spec } }) => Object.assign(spec.target, { database }))).toContain(
      '/target/database/poolSize',
    );
    expect(faultOf(({ baseline: { spec } }) => Reflect.deleteProperty(spec, 'seed'))).toBe(
      'Its baseline lacks /seed; take a design that was made for this release.',
    );
    expect(faultOf(({ baseline: { spec } }) => Object.assign(spec, { specVersion: 99 }))).toContain('version 99');
  });

  test('is refused where a part is of another kind', () => {
    expect(faultOf((design) => Object.assign(design, { question: 7 }))).toBe(NOT_ONE);
    expect(faultOf((design) => Object.assign(design, { variants: [{ name: 'x' }] }))).toBe(NOT_ONE);
    expect(faultOf((design) => Object.assign(design.baseline.spec, { requests: null }))).toBe(NOT_ONE);
    expect(faultOf((design) => Object.assign(design.baseline.spec.load, { tool: 'ab' }))).toBe(NOT_ONE);
  });
});
