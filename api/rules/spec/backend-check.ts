import type { AGENT_SKILLS } from '../../contract/choices.ts';
import type { RunSpec } from '../../contract/spec.ts';
import type { ReferenceTarget } from '../../contract/target.ts';
import { listed } from '../words/text.ts';
import { REFERENCE_ROUTES, routeOf } from './reference-routes.ts';
import type { SpecFault } from './spec-fault.ts';
import type { NamedHost } from './target-address.ts';

export type BackendName = 'database' | 'cache' | 'downstream';

/** What each is in a sentence, and how an agent calls what it has to find for it; null where it comes with the agent. */
export const BACKENDS: Record<BackendName, { what: string; service: string | null; install: string }> = {
  database: { what: 'a database', service: 'postgresql', install: 'PostgreSQL 18 or later' },
  cache: { what: 'a cache', service: 'cache', install: 'Valkey or Redis' },
  downstream: { what: 'another server', service: null, install: '' },
};

/** What a target gets where a route asks for it and nothing more was said. */
export const DEFAULT_BACKENDS = {
  database: { poolSize: 10, prepared: true, batch: 1, synchronousCommit: true },
  cache: { poolSize: 10 },
  downstream: { timeoutMs: 1000, retries: 1, failPercent: 1, delayMs: 0 },
} satisfies Pick<ReferenceTarget, BackendName>;

const NAMES = Object.keys(BACKENDS) as BackendName[];

export const asksServices = (target: RunSpec['target']): boolean =>
  target.kind === 'reference' && NAMES.some((name) => target[name] !== null);

/**
 * Checks for routes without their service, services that no route uses, and services that the chosen host cannot start.
 */
export function backendFaults({ target, requests }: RunSpec, host: NamedHost): SpecFault[] {
  if (target.kind !== 'reference') return [];
  const lacking = requests.flatMap(({ path: asked }, index) => {
    const needs = routeOf(asked)?.needs;
    if (!needs || target[needs] !== null) return [];
    const message = `${asked} asks ${BACKENDS[needs].what}, and the target has none; give it one (target.${needs}).`;
    return [{ path: `spec.requests.${index}.path`, message }];
  });
  return [...lacking, ...NAMES.flatMap((name) => faultsOf(name, target, requests, host))];
}

function faultsOf(
  name: BackendName,
  target: ReferenceTarget,
  requests: RunSpec['requests'],
  { name: host, facts }: NamedHost,
): SpecFault[] {
  if (target[name] === null) return [];
  const fault = (message: string): SpecFault[] => [{ path: `spec.target.${name}`, message }];
  const { what, service, install } = BACKENDS[name];
  const routes = REFERENCE_ROUTES.filter(({ needs }) => needs === name).map(({ path }) => path);
  if (!requests.some(({ path }) => routeOf(path)?.needs === name))
    return fault(`No request asks ${what}; ask for one of ${listed(routes)}, or leave it out (null).`);
  if (!facts.skills?.includes('target-backends' satisfies (typeof AGENT_SKILLS)[number]))
    return fault(`The agent of ${host} is too old to start ${what}; update it there.`);
  if (service === null || facts.backends?.some((known) => known.name === service)) return [];
  return fault(
    `The agent of ${host} found no ${service} to start; install ${install} there, or state its path as backends.${service}.path in its configuration file, and start the agent again.`,
  );
}
