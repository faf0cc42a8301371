import type { SpecChange } from '../../contract/experiment.ts';
import { MAX_VARIANTS } from '../../contract/limits.ts';
import { defaultNic } from '../cpus/cpu-choice.ts';
import { NO_TUNING } from '../tuning/setting-words.ts';
import { plural } from '../words/numbers.ts';
import {
  clientTakesServers,
  closedStep,
  doublings,
  type ExperimentRecipe,
  fewCpus,
  type RecipeHosts,
  type RunRecipe,
  sameHost,
  serverCpus,
  specOn,
} from './recipe.ts';

/** Null where packets from the client come through a NIC of the server. */
function noNic(hosts: RecipeHosts): string | null {
  const { server } = hosts;
  if (sameHost(hosts)) return 'On one host the load takes loopback, which no NIC carries. Choose another host for it.';
  return defaultNic(server.facts) === null ? `${server.name} has no NIC that its agent found.` : null;
}

const prefork: ExperimentRecipe = {
  id: 'prefork',
  makes: 'experiment',
  question: 'Is prefork faster than one process?',
  varies: 'one process, or one per CPU',
  on: (hosts) =>
    fewCpus(hosts) ?? {
      kind: 'comparison',
      hypothesis: 'Separate processes share no scheduler and no garbage collector, so requests cost less CPU.',
      baseline: { name: 'one process', spec: specOn(hosts, { path: '/simple' }) },
      variants: [{ name: 'prefork', changes: [{ path: '/target/prefork', value: true }] }],
      metric: 'requestsPerSecond',
    },
};

const workers: ExperimentRecipe = {
  id: 'workers',
  makes: 'experiment',
  question: 'How many CPUs can the server use?',
  varies: 'GOMAXPROCS 1 to the number of CPUs',
  on: (hosts) => {
    const few = fewCpus(hosts);
    if (few) return few;
    const counts = doublings(serverCpus(hosts)).slice(-MAX_VARIANTS);
    return {
      kind: 'comparison',
      hypothesis: 'Throughput doubles with the workers until something else is saturated.',
      baseline: { name: '1 worker', spec: specOn(hosts, { path: '/simple', target: { workers: 1 } }) },
      variants: counts.map((count) => ({
        name: plural(count, 'worker'),
        changes: [{ path: '/target/workers', value: count }],
      })),
      metric: 'requestsPerSecond',
    };
  },
};

const AFFINITY = '/tuning/server/interruptAffinity';

const interrupts: ExperimentRecipe = {
  id: 'interrupts',
  makes: 'experiment',
  question: 'Does pinning the NIC’s interrupts help?',
  varies: 'interrupts where they are, or pinned',
  on: (hosts) => {
    const { server } = hosts;
    const refusal = noNic(hosts);
    if (refusal) return { refusal };
    const few = fewCpus(hosts);
    if (few) return few;
    const nic = server.facts.nics.find(({ name }) => name === defaultNic(server.facts));
    const queues = nic?.interrupts.length ?? 0;
    if (queues === 0)
      return { refusal: `${nic?.name} of ${server.name} shows no interrupts of its own, so none can be pinned.` };
    const taken = Math.min(queues, Math.floor(server.facts.cpus / 2));
    const pinned: SpecChange = { path: AFFINITY, value: { cpus: `first ${taken}`, spread: 'one-to-one' } };
    return {
      kind: 'comparison',
      hypothesis: 'It helps only where the CPUs that take interrupts are saturated; with idle CPUs nothing changes.',
      baseline: {
        name: 'not pinned',
        // Stopped on both sides: it would move the pinned ones within seconds, and must not be the difference.
        spec: specOn(hosts, { path: '/read', tuning: { server: { ...NO_TUNING, stopServices: ['irqbalance'] } } }),
      },
      variants: [
        { name: `pinned to the first ${plural(taken, 'CPU')}`, changes: [pinned] },
        {
          name: 'pinned, target on the other CPUs',
          changes: [{ path: '/tuning/targetCpus', value: `last ${server.facts.cpus - taken}` }, pinned],
        },
      ],
      metric: 'requestsPerSecond',
    };
  },
};

const FLOWS = 32_768;

const steering: ExperimentRecipe = {
  id: 'packet-steering',
  makes: 'experiment',
  question: 'Does packet steering (RPS), then flow steering (RFS), help?',
  varies: 'RPS off and on, then RFS too',
  on: (hosts) => {
    const refusal = noNic(hosts);
    if (refusal) return { refusal };
    const few = fewCpus(hosts);
    if (few) return few;
    const off = { ...NO_TUNING, packetSteering: { cpus: 'none' }, flowSteering: { entries: 0 } };
    const rps = { path: '/tuning/server/packetSteering', value: { cpus: 'all' } };
    return {
      kind: 'comparison',
      hypothesis: 'It helps where the NIC has fewer queues than the host has CPUs, and those CPUs are saturated.',
      baseline: { name: 'off', spec: specOn(hosts, { path: '/simple', tuning: { server: off } }) },
      variants: [
        { name: 'RPS', changes: [rps] },
        { name: 'RPS and RFS', changes: [rps, { path: '/tuning/server/flowSteering', value: { entries: FLOWS } }] },
      ],
      metric: 'requestsPerSecond',
    };
  },
};

const pipelining: ExperimentRecipe = {
  id: 'pipelining',
  makes: 'experiment',
  question: 'What does pipelining hide?',
  varies: '1, 10 and 100 requests in flight per connection',
  on: (hosts) => ({
    kind: 'comparison',
    hypothesis: 'Many answers share a packet and a system call, so throughput multiplies and packet rates stay hidden.',
    baseline: { name: '1 in flight', spec: specOn(hosts, { path: '/simple' }) },
    variants: [10, 100].map((depth) => ({
      name: `${depth} in flight`,
      changes: [{ path: '/load/steps/0/pipelining', value: depth }],
    })),
    metric: 'requestsPerSecond',
  }),
};

const gzip: ExperimentRecipe = {
  id: 'gzip',
  makes: 'experiment',
  question: 'What does gzip cost?',
  varies: '/read plain, compressed, and decompressed by the client',
  on: (hosts) => ({
    kind: 'comparison',
    hypothesis: 'Compressed at start, it costs the server nothing; a client that decompresses pays for every answer.',
    baseline: { name: 'plain', spec: specOn(hosts, { path: '/read' }) },
    variants: [
      { name: 'compressed', changes: [{ path: '/requests/0/path', value: '/read-gz' }] },
      {
        name: 'compressed, client decompresses',
        changes: [
          { path: '/requests/0/path', value: '/read-gz' },
          { path: '/load/decompress', value: true },
        ],
      },
    ],
    metric: 'requestsPerSecond',
  }),
};

const toolWorkers: ExperimentRecipe = {
  id: 'tool-workers',
  makes: 'experiment',
  question: 'How many workers does autocannon need?',
  varies: 'workers of the load generator, 1 to the client’s CPUs and twice that',
  on: (hosts) => {
    const { client } = hosts;
    const cpus = client.facts.cpus;
    const shared = clientTakesServers(hosts);
    if (shared) return shared;
    if (cpus < 2) return { refusal: `${client.name} has one CPU, so a second worker would wait for the first.` };
    const counts = [...new Set([Math.max(2, cpus - 2), cpus, 2 * cpus])];
    return {
      kind: 'comparison',
      hypothesis: 'One event loop is saturated long before the server; more workers than CPUs only switch contexts.',
      baseline: {
        name: '1 worker',
        spec: specOn(hosts, {
          path: '/simple',
          load: { tool: 'autocannon', toolWorkers: 1, steps: [closedStep(100)] },
        }),
      },
      variants: counts.map((count) => ({
        name: plural(count, 'worker'),
        changes: [{ path: '/load/toolWorkers', value: count }],
      })),
      metric: 'requestsPerSecond',
    };
  },
};

const RAMP = [10, 50, 100, 500, 1000, 5000, 10_000];

const ramp: RunRecipe = {
  id: 'connection-ramp',
  makes: 'run',
  question: 'How does it behave from 10 to 10,000 connections?',
  varies: 'connections, in seven steps',
  on: (hosts) => ({
    name: 'Connection ramp',
    spec: specOn(hosts, { path: '/simple', load: { steps: RAMP.map((count) => closedStep(count)) } }),
  }),
};

/** What the journal 'Chasing 1 Million RPS' asked. */
export const JOURNAL_RECIPES = [prefork, workers, interrupts, steering, pipelining, gzip, toolWorkers, ramp];
