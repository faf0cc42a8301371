import type { IdentifiedFile, TargetIdentity } from '../../contract/identity.ts';
import type { Run } from '../../contract/run.ts';
import type { ExternalTarget } from '../../contract/target.ts';
import { byName } from '../spec/target-words.ts';
import { firstOf, listed } from '../words/text.ts';
import { type IdentityChange, identityChanges, WITHIN_A_RUN } from './identity-changes.ts';
import { serviceChanges, serviceKeys, serviceReasons } from './service-identity.ts';

/** What decides whether runs that asked for the same are known to have had the same server. */
export type Identified = Pick<Run, 'spec' | 'imported' | 'target'>;

/** Whether the server of a run is known to the last byte that could be read of it. */
export const targetIsKnown = (run: Identified): boolean => !run.imported && reasonsOf(run).length === 0;

/**
 * The same for runs whose targets are known to be the same; null where it is not known. The reference server comes with its
 * agent: without an identity the agent's version tells, and stands beside this.
 */
export function targetKey(run: Identified): string | null {
  if (!targetIsKnown(run)) return null;
  // Known means: unchanged at the end of the run.
  const identity = run.target?.identity;
  return keyText(identity && keyOf(identity), serviceKeys(run, { files: true }));
}

/** Of a target that asks no services as it was before these were read: keys are stored. */
const keyText = (target: unknown[] | undefined, services: unknown[]): string =>
  JSON.stringify(services.length === 0 ? (target ?? null) : [target ?? null, services]);

/**
 * Targets with another one of these are not the same; those with one may still differ in `targetChanges`, as libraries are
 * compared where both have them loaded. Null as of `targetKey`.
 */
export function declaredKey(run: Identified): string | null {
  if (!targetIsKnown(run)) return null;
  const identity = run.target?.identity;
  const own = identity && keyOf({ ...identity, files: identity.files.filter((file) => file.declared) });
  return keyText(own, serviceKeys(run, { files: false }));
}

/** A container has another id each time it is made. */
function keyOf({ binary, files, argvHmac, environmentHmac, version, unit }: TargetIdentity) {
  return [binary && fileKey(binary), files.map(fileKey), argvHmac, environmentHmac, version, unit];
}

const fileKey = ({ path, sha256 }: IdentifiedFile) => [path, sha256];

/** 'the files of shop were not hashed'; null where everything that could differ was read. */
export function whyUnknown(runs: Identified[]): string | null {
  if (runs.some(({ imported }) => imported)) return 'an import leaves settings out';
  const reasons = [...new Set(runs.flatMap(reasonsOf))];
  return reasons.length === 0 ? null : listed(reasons);
}

/** In what the targets of two runs are known to differ. */
export function targetChanges(from: Identified, to: Identified): IdentityChange[] {
  const [a, b] = [from.target?.identity, to.target?.identity];
  const services = serviceChanges(from, to);
  if (!a || !b) return services;
  const own = identityChanges(a, b, {
    sameHost: from.spec.server?.hostId === to.spec.server?.hostId,
    sameParameters: parametersKey(from) === parametersKey(to),
  });
  return [...own, ...services];
}

/** Equal for runs that chose the same of their target: its parameters, in any order, and its revision. */
export function parametersKey({ spec: { target } }: Pick<Run, 'spec'>): string {
  if (!('parameters' in target)) return '[]';
  const parameters = [...target.parameters].sort(byName);
  const { revision = null } = target;
  return JSON.stringify(revision === null ? parameters : [revision, ...parameters]);
}

/** Of a run that agents made: why its target is not known, each with its files as the subject. */
export function reasonsOf(run: Identified): string[] {
  if (run.imported || run.spec.specVersion === 0) return [];
  if (run.spec.target.kind === 'external') return [unseenAt(run.spec.target)];
  return [...ownReasons(run), ...serviceReasons(run)];
}

function ownReasons({ spec, target }: Identified): string[] {
  const files = `the files of ${calledTarget(spec.target)}`;
  const { identity, identityAtEnd } = target ?? {};
  if (!identity) return spec.target.kind === 'reference' ? [] : [`${files} were not hashed`];
  if (!areFilesDeclared(identity)) return [`${files} ${NOT_DECLARED}`];
  const unread = [...identity.unread, ...(identityAtEnd?.unread ?? [])].map(({ path, reason }) => `${path} ${reason}`);
  if (unread.length > 0) return [`${files} were not all read (${firstOf([...new Set(unread)])})`];
  if (!identityAtEnd) return [`${files} were not read again at the end`];
  const changed = identityChanges(identity, identityAtEnd, WITHIN_A_RUN).map(({ what }) => what);
  return changed.length === 0 ? [] : [`${files} did not stay the same (${firstOf(changed)} changed during a run)`];
}

/** No agent reads its files, and behind one name another server may answer from one moment to the next. */
export const unseenAt = ({ origin }: ExternalTarget): string => `what answers at ${origin} is seen by no agent`;

/** What an agent calls it when the configuration file of its host does not say which files matter. */
const UNDECLARED = 'identityFiles';
/** That none matters is declared, too. */
export const areFilesDeclared = ({ unread }: TargetIdentity): boolean =>
  !unread.some(({ path }) => path === UNDECLARED);
export const NOT_DECLARED = `are not declared in the configuration file of its host (${UNDECLARED})`;

/** 'shop', 'what listens on port 8080', 'the reference server'. */
export function calledTarget(target: Run['spec']['target']): string {
  switch (target.kind) {
    case 'named':
      return target.name;
    case 'external':
      return target.origin;
    case 'listening':
      return `what listens on port ${target.port}`;
    default:
      return 'the reference server';
  }
}
