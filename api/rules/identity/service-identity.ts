import type { IdentifiedFile, ServiceIdentity } from '../../contract/identity.ts';
import type { Run } from '../../contract/run.ts';
import { BACKENDS, type BackendName } from '../spec/backend-check.ts';
import { firstOf } from '../words/text.ts';
import { type IdentityChange, identityChanges } from './identity-changes.ts';

type Served = Pick<Run, 'spec' | 'target'>;

const CALLED: Record<string, string> = { postgresql: 'PostgreSQL', cache: 'the cache' };

/** 'PostgreSQL', 'the cache'. */
export const calledService = (name: string): string => CALLED[name] ?? name;

/** What an agent starts for this target and the target's own agent does not bring along, as identities call it. */
export function servicesAsked({ spec }: Served): string[] {
  const { target } = spec;
  if (target.kind !== 'reference') return [];
  const names = Object.keys(BACKENDS) as BackendName[];
  return names.flatMap((name) => (target[name] === null ? [] : (BACKENDS[name].service ?? [])));
}

const servicesOf = ({ target }: Served): ServiceIdentity[] => target?.services ?? [];

/** The one of that name, where it was read. */
export const serviceOf = (run: Served, name: string): ServiceIdentity | null =>
  servicesOf(run).find((one) => one.name === name) ?? null;

/** Where they ran: the key of sums stays there. */
export const servicesHost = ({ spec }: Served): string | null =>
  spec.specVersion === 0 ? null : (spec.backend?.hostId ?? spec.server?.hostId ?? null);

/** Why the services of a run are not known, each with its files as the subject. */
export function serviceReasons(run: Served): string[] {
  return servicesAsked(run).flatMap((name) => {
    const files = `the files of ${calledService(name)} behind the reference server`;
    const service = serviceOf(run, name);
    if (!service) return [`${files} were not hashed`];
    const unread = service.unread.map(({ path, reason }) => `${path} ${reason}`);
    return unread.length === 0 ? [] : [`${files} were not all read (${firstOf(unread)})`];
  });
}

/** The same for runs whose services are known to be the same. `files`: with what they have loaded. */
export function serviceKeys(run: Served, { files }: { files: boolean }): unknown[] {
  return servicesOf(run).map(({ name, binary, environmentHmac, version, settings, ...one }) => [
    name,
    binary?.sha256,
    version,
    settings.map((setting) => [setting.name, setting.value]),
    environmentHmac,
    ...(files ? [one.files.map(({ path, sha256 }: IdentifiedFile) => [path, sha256])] : []),
  ]);
}

/** In what the services of two runs are known to differ. */
export function serviceChanges(from: Served, to: Served): IdentityChange[] {
  const sameHost = servicesHost(from) === servicesHost(to);
  return servicesOf(to).flatMap((after) => {
    const before = serviceOf(from, after.name);
    if (!before) return [];
    const name = calledService(after.name);
    const files = identityChanges(
      { ...before, version: null },
      { ...after, version: null },
      { sameHost, sameParameters: true },
    ).map((change) => ({ ...change, what: `${change.what} of ${name}` }));
    const versions =
      before.version !== null && after.version !== null && before.version !== after.version
        ? [{ what: `the version of ${name}`, from: before.version, to: after.version }]
        : [];
    return [...versions, ...files, ...settingChanges(before, after, name)];
  });
}

/** Values are left to the row of the settings. */
function settingChanges(before: ServiceIdentity, after: ServiceIdentity, name: string): IdentityChange[] {
  const names = new Set([...before.settings, ...after.settings].map((setting) => setting.name));
  const differing = [...names].filter((setting) => valueIn(before, setting) !== valueIn(after, setting));
  return differing.map((setting) => ({ what: `${setting} of ${name}`, from: null, to: null }));
}

const valueIn = ({ settings }: ServiceIdentity, name: string): string | undefined =>
  settings.find((setting) => setting.name === name)?.value;

/** 'random_page_cost=2, work_mem=8MB'; 'none' where the host states none. */
export const settingsText = ({ settings }: ServiceIdentity): string =>
  settings.map(({ name, value }) => `${name}=${value}`).join(', ') || 'none';
