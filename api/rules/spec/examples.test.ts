import { expect, it } from 'vitest';
import type { CreateExperiment } from '../../contract/experiment.ts';
import type { HostFacts } from '../../contract/host.ts';
import type { CreateImport } from '../../contract/import.ts';
import { EXAMPLES } from '../../contract/openapi/examples.ts';
import { type RouteName, type RouteShape, routes } from '../../contract/routes.ts';
import type { CreateRun } from '../../contract/spec.ts';
import { TOOL_MODES } from '../../contract/tools.ts';
import { keysOf } from '../../contract/words.ts';
import { FACTS, nic } from '../../testing/fake-agent.ts';
import { ABILITIES, tool } from '../../testing/tool-abilities.ts';
import { configurationsOf } from '../experiment/configurations.ts';
import { experimentFaults } from '../experiment/experiment-check.ts';
import { readFile } from '../import/read-file.ts';
import { checkSpec } from './spec-check.ts';
import type { NamedHost } from './target-address.ts';

const facts: HostFacts = {
  ...FACTS,
  cpus: 16,
  onlineCpus: '0-15',
  tools: [tool('volley', '1', { abilities: { ...ABILITIES.volley, modes: keysOf(TOOL_MODES) } })],
  targets: [{ name: 'shop', port: 8080, healthPath: '/', profiles: false }],
  secrets: ['shop-token'],
};
/** Those that the examples name, as large as they say. */
const hosts = new Map<string, NamedHost>(
  ['192.0.2.5/24', '192.0.2.9/24'].map((address, index) => [
    `01900000-0000-7000-8000-00000000000${index + 1}`,
    { name: `host-${index + 1}`, facts: { ...facts, bootId: `boot-${index}`, nics: [nic('eth0', [address])] } },
  ]),
);

const examples = Object.entries(EXAMPLES).flatMap(([route, all]) =>
  Object.entries(all).map(([name, { value }]) => ({ route: route as RouteName, name, value })),
);
const bodiesOf = <Body>(...names: RouteName[]): Body[] =>
  examples.flatMap(({ route, value }) => (names.includes(route) ? [value as Body] : []));

it.each(examples)('$route, $name: is a body of its route', ({ route, value }) => {
  const { body }: RouteShape = routes[route];
  expect(body?.safeParse(value).error?.issues).toBeUndefined();
});

it.each(bodiesOf<CreateRun>('createRun'))('$name: can be run', ({ spec }) => {
  expect(checkSpec(spec, hosts)).toEqual([]);
});

it.each(bodiesOf<CreateExperiment>('createExperiment', 'designExperiment'))('$question: can be run', (input) => {
  const made = configurationsOf(input);
  expect('faults' in made ? made.faults : experimentFaults(input, made.configurations, hosts)).toEqual([]);
});

it.each(bodiesOf<CreateImport>('createImport'))('holds files that can be read', ({ files }) => {
  const kinds = files.map(({ content, format }) => readFile(atob(content), format));
  expect(kinds).toMatchObject([{ type: 'output', reading: { tool: 'wrk' } }]);
});
