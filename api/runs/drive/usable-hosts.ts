import type { KeptSpec } from '../../contract/spec.ts';
import { isOnline } from '../../hosts/host-view.ts';
import { findHosts, type HostRecord, holdHosts } from '../../hosts/store/hosts.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Lab } from '../../platform/lab.ts';
import type { Db } from '../../platform/store/db.ts';
import { closedFault } from '../../rules/hosts/availability.ts';
import { offlineSentence } from '../../rules/hosts/offline.ts';
import { rolesOf } from '../../rules/run/command-body.ts';
import { hostIdsOf } from '../../rules/spec/hosts-of-spec.ts';
import { withEveryParameter } from '../../rules/spec/named-parameters.ts';
import { canRunAgain, notAgain } from '../../rules/spec/run-again.ts';
import { checkSpec } from '../../rules/spec/spec-check.ts';
import type { NewRun } from '../store/runs.ts';

/** The hosts of a spec that are enrolled. */
export const findHostsOf = (db: Db, spec: KeptSpec): Promise<HostRecord[]> => findHosts(db, hostIdsOf(spec));

/** What is wrong with a spec on these hosts, field by field; null when it can be tried. */
export function unusable(spec: KeptSpec, hosts: HostRecord[]): AppError | null {
  const faults = canRunAgain(spec)
    ? checkSpec(spec, new Map(hosts.map((h) => [h.id, h])))
    : [{ path: 'spec.load.tool', message: notAgain(spec)?.sentence ?? '' }];
  return faults.length > 0 ? new AppError('invalid-input', faults[0]?.message ?? '', faults) : null;
}

/**
 * Why one of these hosts takes no run now, however it was asked for; null when all would. A run waits for those that are
 * launched. `begun`: it is one of an experiment that is under way.
 */
export function unavailable(lab: Lab, hosts: HostRecord[], { begun = false } = {}): AppError | null {
  for (const host of hosts) {
    if (host.isAwaited) continue;
    const closed = closedFault(host, { begun });
    // First: the agent of a host that is closed may be stopped on purpose.
    if (closed) return new AppError(host.availability === 'cordoned' ? 'host-cordoned' : 'host-draining', closed);
    if (!isOnline(host, lab.nowUs(), lab.lease)) {
      return new AppError('host-offline', offlineSentence(host.name, 'run'));
    }
    if (host.dirtyReason !== null) {
      return new AppError('host-dirty', `${host.name} takes no run until it is clean: ${host.dirtyReason}`);
    }
  }
  return null;
}

/** The hosts of a new run. Throws what keeps it from them now. */
export async function usableHosts(lab: Lab, db: Db, spec: KeptSpec): Promise<HostRecord[]> {
  const hosts = await findHostsOf(db, spec);
  const refusal = unusable(spec, hosts) ?? unavailable(lab, hosts);
  if (refusal) throw refusal;
  return hosts;
}

/** The same of every spec, whose hosts stay as they are until the transaction ends. */
export async function holdUsableHosts(lab: Lab, tx: Db, specs: KeptSpec[]): Promise<void> {
  await holdHosts(tx, specs.flatMap(hostIdsOf));
  for (const spec of specs) await usableHosts(lab, tx, spec);
}

/** What is asked of the hosts as they are now, which is how the run will always show them. */
export const asMade = (spec: KeptSpec, hosts: HostRecord[]): Pick<NewRun, 'spec' | 'hosts'> => ({
  spec: withEveryParameter(spec, hosts.find(({ id }) => id === spec.server?.hostId)?.facts ?? null),
  hosts: hosts.map(({ id, name, agentVersion, facts }) => ({
    hostId: id,
    name,
    roles: rolesOf(spec, id),
    agentVersion,
    facts,
  })),
});
