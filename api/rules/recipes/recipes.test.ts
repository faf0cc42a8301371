import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createExperiment } from '../../contract/experiment.ts';
import type { HostFacts } from '../../contract/host.ts';
import { MAX_VARIANTS } from '../../contract/limits.ts';
import { runSpec } from '../../contract/spec.ts';
import { FACTS } from '../../testing/fake-agent.ts';
import { configurationsOf } from '../experiment/configurations.ts';
import { experimentFaults } from '../experiment/experiment-check.ts';
import { checkSpec } from '../spec/spec-check.ts';
import { journalFinding } from './journal-found.ts';
import { designOf, type Recipe, type RecipeHost, type RecipeHosts } from './recipe.ts';
import { RECIPES } from './recipes.ts';
import { SERVICE_RECIPES } from './service-recipes.ts';

type Nic = HostFacts['nics'][number];
const nicOf = (name: string, address: string, over: Partial<Nic> = {}): Nic => ({
  ...{ name, driver: null, firmware: null, speedBitsPerSecond: null, bandwidthBitsPerSecond: null, mtuBytes: 1500 },
  ...{ numaNode: null, rxQueues: 4, txQueues: 4, loopback: false, defaultRoute: true, addresses: [address] },
  ...{ interrupts: [] },
  ...over,
});
const abilities = FACTS.tools.find(({ name }) => name === 'autocannon')?.abilities ?? null;
const tool = (name: string) => ({ name, version: '1', path: `/usr/bin/${name}`, abilities });
const irq = (number: number) => ({
  ...{ irq: number, name: `eth0-${number}`, affinityCpus: '0-7', effectiveCpus: '0' },
});
const lab = (id: string, over: Partial<RecipeHost['facts']> = {}): RecipeHost => ({
  id: `01a209ae-d35e-712c-8c8a-fcd20ca22c${id}`,
  name: `lab-${id}`,
  facts: {
    ...FACTS,
    ...{ cpus: 8, onlineCpus: '0-7', cores: 8, numaNodes: [] },
    nics: [
      nicOf('lo', '127.0.0.1/8', { loopback: true, defaultRoute: false }),
      nicOf('eth0', `10.0.0.${Number.parseInt(id, 16)}/24`, { interrupts: [irq(1), irq(2), irq(3), irq(4)] }),
    ],
    tools: [
      ...FACTS.tools.filter(({ name }) => name !== 'autocannon' && name !== 'wrk'),
      tool('autocannon'),
      tool('wrk'),
    ],
    skills: ['target-backends'],
    backends: [{ name: 'postgresql', version: '18.4', path: '/pg/postgres' }],
    ...over,
  },
});
const [server, client] = [lab('10'), lab('11')];
const APART: RecipeHosts = { server, client };
const TOGETHER: RecipeHosts = { server, client: server };
const known = new Map([server, client].map((host) => [host.id, host]));
const all = RECIPES.flatMap(({ recipes }) => recipes);
const recipe = (id: string): Recipe => {
  const found = all.find((one) => one.id === id);
  if (!found) throw new Error(`no recipe ${id}`);
  return found;
};
const refusalOf = (id: string, hosts: RecipeHosts): string => {
  const made = recipe(id).on(hosts);
  return 'refusal' in made ? made.refusal : 'none';
};

describe('a recipe', () => {
  it('has an id of its own', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it.each(all.map((one) => [one.id, one] as const))('%s is what the API takes and these hosts can do', (_, one) => {
    const made = one.on(APART);
    if ('refusal' in made) throw new Error(made.refusal);
    if ('spec' in made) {
      expect(checkSpec(runSpec.parse(made.spec), known)).toEqual([]);
      return;
    }
    const design = createExperiment.parse(designOf(one.question, made));
    expect(design.variants.length).toBeLessThanOrEqual(MAX_VARIANTS);
    const configured = configurationsOf(design);
    if ('faults' in configured) throw new Error(JSON.stringify(configured.faults));
    expect(experimentFaults(design, configured.configurations, known)).toEqual([]);
  });

  it('refuses hosts that cannot answer its question, and says what would', () => {
    const LOOPBACK = 'On one host the load takes loopback, which no NIC carries. Choose another host for it.';
    expect(['interrupts', 'packet-steering'].map((id) => refusalOf(id, TOGETHER))).toEqual([LOOPBACK, LOOPBACK]);
    const TWICE =
      'On one host, CPUs given to the client are taken from the server. Choose another host for the load: add one under Hosts.';
    expect(['client-wall', 'tool-workers'].map((id) => refusalOf(id, TOGETHER))).toEqual([TWICE, TWICE]);
    const pair = lab('16', { cpus: 2, onlineCpus: '0-1' });
    const LEAVES =
      'Of lab-16’s 2 CPUs the load needs its own, which leaves the server one. Choose another host for the load: add one under Hosts.';
    expect(['prefork', 'workers'].map((id) => refusalOf(id, { server: pair, client: pair }))).toEqual([LEAVES, LEAVES]);
    const small = lab('12', { cpus: 1, onlineCpus: '0' });
    expect(['prefork', 'workers'].map((id) => refusalOf(id, { server: small, client }))).toEqual([
      'lab-12 has one CPU, so there is nothing to spread the work over. Choose a larger server.',
      'lab-12 has one CPU, so there is nothing to spread the work over. Choose a larger server.',
    ]);
    expect(refusalOf('client-wall', { server, client: small })).toContain('Choose a larger client');
    const silent = lab('13', { nics: server.facts.nics.map((nic) => ({ ...nic, interrupts: [] })) });
    expect(refusalOf('interrupts', { server: silent, client })).toBe(
      'eth0 of lab-13 shows no interrupts of its own, so none can be pinned.',
    );
    const bare = lab('14', { tools: FACTS.tools.filter(({ name }) => name === 'volley') });
    expect(refusalOf('cheapest-tool', { server, client: bare })).toContain('No load generator beside volley');
  });

  it('gives server and load CPUs of their own on one host, so that throughput can rank', () => {
    const split = all.flatMap((one) => {
      const made = one.on(TOGETHER);
      if ('refusal' in made) return [];
      const { tuning, load } = 'spec' in made ? made.spec : made.baseline.spec;
      return [[one.id, tuning.targetCpus, load.toolCpus] as const];
    });
    expect(split.filter(([, target, tool]) => target === 'first 4' && tool === 'not target').map(([id]) => id)).toEqual(
      ['ceiling', 'noise-floor', 'cheapest-tool', 'prefork', 'workers', 'pipelining', 'gzip', 'connection-ramp'],
    );
    expect(split.filter(([, target]) => target === null).map(([id]) => id)).toEqual(
      SERVICE_RECIPES.map(({ id }) => id),
    );
    const workers = recipe('workers').on(TOGETHER);
    expect('variants' in workers && workers.variants.map(({ name }) => name)).toEqual(['2 workers', '4 workers']);
  });

  it.each(
    all.flatMap((one) => {
      const made = one.on(TOGETHER);
      return 'refusal' in made ? [] : [[one.id, 'spec' in made ? made.spec : made.baseline.spec] as const];
    }),
  )('%s is what one host can do', (_, spec) => {
    expect(checkSpec(runSpec.parse(spec), known)).toEqual([]);
  });

  it('asks for no more workers than the server has CPUs, the most that fit', () => {
    const made = recipe('workers').on({ server: lab('15', { cpus: 96, onlineCpus: '0-95' }), client });
    if (!('variants' in made)) throw new Error('refused');
    expect(made.variants.map(({ name }) => name)).toEqual([
      '8 workers',
      '16 workers',
      '32 workers',
      '64 workers',
      '96 workers',
    ]);
  });
});

describe('the designs of docs/regimes', () => {
  it.each(SERVICE_RECIPES.map((one) => [one.id, one] as const))('%s.json is the recipe', (id, one) => {
    const placed = (hostId: string): RecipeHost => ({ ...server, id: hostId });
    const made = one.on({ server: placed('SERVER_HOST_ID'), client: placed('CLIENT_HOST_ID') });
    if ('refusal' in made) throw new Error(made.refusal);
    const file = new URL(`../../../docs/regimes/${id}.json`, import.meta.url);
    expect(designOf(one.question, made)).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });
});

describe('what the journal found', () => {
  const asked = (id: string) => {
    const made = recipe(id).on(APART);
    if (!('variants' in made)) throw new Error('refused');
    return { baseline: made.baseline.spec, variants: made.variants };
  };

  it('stands beside the questions that it asked, and beside no others', () => {
    const entries = all
      .filter(({ makes }) => makes === 'experiment')
      .map(({ id }) => [id, journalFinding(asked(id))?.entry ?? null]);
    expect(entries.filter(([, entry]) => entry !== null)).toEqual([
      ['interrupts', '06b and 08'],
      ['packet-steering', '03'],
      ['tool-workers', '04'],
    ]);
  });

  it('is not said of an experiment that changes something else besides', () => {
    const { baseline, variants } = asked('packet-steering');
    const more = [...variants, { changes: [{ path: '/target/prefork' }] }];
    expect(journalFinding({ baseline, variants: more })).toBeNull();
    expect(journalFinding({ baseline, variants: [] })).toBeNull();
  });

  it('has the figures of the reference data', () => {
    const entry = JSON.parse(
      readFileSync(new URL('../../../reference/journal/entry-04.json', import.meta.url), 'utf8'),
    ) as {
      runs: {
        name: string;
        points: { connections: number; requestsPerSecond: number; latencyMs?: { p50?: number } }[];
      }[];
    };
    const at = (name: string) =>
      entry.runs.find((run) => run.name === name)?.points.find(({ connections }) => connections === 2000);
    expect([at('04 no workers'), at('04 60 workers'), at('04 30 workers, ramp')]).toMatchObject([
      { requestsPerSecond: 4_913_152, latencyMs: { p50: 1225 } },
      { requestsPerSecond: 1_700_000 },
      { requestsPerSecond: 2_073_538 },
    ]);
  });
});
