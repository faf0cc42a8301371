import { MAX_VARIANTS } from '../../contract/limits.ts';
import type { CeilingSearch } from '../../contract/load.ts';
import { TOOL_NAMES } from '../../contract/tools.ts';
import { clientTakesServers, closedStep, type ExperimentRecipe, type RunRecipe, specOn } from './recipe.ts';

const SEARCH: CeilingSearch = {
  vary: 'connections',
  most: 10_000,
  growth: 2,
  precision: 0.1,
  ceiling: { kind: 'throughput' },
};

const ceiling: RunRecipe = {
  id: 'ceiling',
  makes: 'run',
  question: 'Where is the ceiling?',
  varies: 'connections, until more of them give no more',
  on: (hosts) => ({
    name: 'Ceiling search',
    spec: specOn(hosts, { path: '/simple', load: { steps: [closedStep(10)], search: SEARCH } }),
  }),
};

const clientWall: ExperimentRecipe = {
  id: 'client-wall',
  makes: 'experiment',
  question: 'Is my client the bottleneck?',
  varies: 'workers of the load generator: all, and half of them',
  on: (hosts) => {
    const shared = clientTakesServers(hosts);
    if (shared) return shared;
    const { client } = hosts;
    const all = client.facts.cpus;
    if (all < 2) return { refusal: `${client.name} has one CPU: half of its workers is none. Choose a larger client.` };
    return {
      kind: 'comparison',
      hypothesis: 'If half the client gives the same throughput, the client is not the bottleneck.',
      baseline: { name: 'whole client', spec: specOn(hosts, { path: '/simple', load: { toolWorkers: all } }) },
      variants: [{ name: 'half the client', changes: [{ path: '/load/toolWorkers', value: Math.floor(all / 2) }] }],
      metric: 'requestsPerSecond',
    };
  },
};

const noiseFloor: ExperimentRecipe = {
  id: 'noise-floor',
  makes: 'experiment',
  question: 'How much do these hosts vary by themselves?',
  varies: 'nothing: the same configuration twice a round',
  on: (hosts) => ({
    kind: 'noise-floor',
    hypothesis: 'The same configuration gives the same throughput.',
    baseline: { name: 'baseline', spec: specOn(hosts, { path: '/simple' }) },
    variants: [],
    metric: 'requestsPerSecond',
  }),
};

const cheapestTool: ExperimentRecipe = {
  id: 'cheapest-tool',
  makes: 'experiment',
  question: 'Which load generator costs least?',
  varies: 'the load generator',
  on: (hosts) => {
    const { client } = hosts;
    const others = TOOL_NAMES.filter((name) => name !== 'volley' && drivesClosed(client.facts.tools, name));
    if (others.length === 0)
      return {
        refusal: `No load generator beside volley that drives a closed loop is known on ${client.name}; install wrk or oha there.`,
      };
    return {
      kind: 'comparison',
      hypothesis:
        'The less CPU time a request costs the client, the harder it can drive the server. This compares the tools and claims nothing about the server.',
      baseline: { name: 'volley', spec: specOn(hosts, { path: '/simple' }) },
      variants: others.slice(0, MAX_VARIANTS).map((name) => ({ name, changes: [{ path: '/load/tool', value: name }] })),
      metric: 'clientCpuUsPerRequest',
    };
  },
};

const drivesClosed = (
  tools: { name: string; abilities?: { loops: { loop: string; connections: boolean }[] } | null }[],
  name: string,
): boolean =>
  tools.some(
    (tool) =>
      tool.name === name && tool.abilities?.loops.some(({ loop, connections }) => loop === 'closed' && connections),
  );

/** What to know of one's own test before believing it. */
export const TEST_RECIPES = [ceiling, clientWall, noiseFloor, cheapestTool];
