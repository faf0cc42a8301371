import { createJoinToken, listJoinTokens, revokeJoinToken } from '../agents/join-agent.ts';
import { routes } from '../contract/routes.ts';
import { personOf } from '../people/account-routes.ts';
import { closedSignal } from '../platform/http/closed-signal.ts';
import { type Doors, mount } from '../platform/http/mount.ts';
import { clearDirtyHost, restoreHost } from './clean-host.ts';
import { examineHost, listRevisions, planTuning, readHostSettings } from './examine-host.ts';
import { changeHost, getHost, listHostStates, listHosts, removeHost } from './hosts.ts';
import { pickHosts } from './pick-hosts.ts';
import { setAvailability } from './set-availability.ts';
import { listPrograms, upgradeAgent } from './upgrade-agent.ts';

export function hostRoutes(doors: Doors): void {
  const { lab } = doors;
  mount(doors, routes.listHosts, async () => ({ hosts: await listHosts(lab) }));
  mount(doors, routes.listHostStates, async () => ({ hosts: await listHostStates(lab) }));
  mount(doors, routes.pickHosts, ({ body }) => pickHosts(lab, body));
  mount(doors, routes.getHost, ({ params }) => getHost(lab, params.hostId));
  mount(doors, routes.planTuning, ({ params, body, reply }) =>
    planTuning(lab, params.hostId, body, closedSignal(reply)),
  );
  mount(doors, routes.examineHost, ({ params, reply }) => examineHost(lab, params.hostId, closedSignal(reply)));
  mount(doors, routes.readHostSettings, ({ params, reply }) =>
    readHostSettings(lab, params.hostId, closedSignal(reply)),
  );
  mount(doors, routes.listRevisions, ({ params, body, reply }) =>
    listRevisions(lab, params.hostId, body, closedSignal(reply)),
  );
  mount(doors, routes.restoreHost, ({ params, reply }) => restoreHost(lab, params.hostId, closedSignal(reply)));
  mount(doors, routes.upgradeAgent, ({ params, reply }) => upgradeAgent(lab, params.hostId, closedSignal(reply)));
  mount(doors, routes.listPrograms, async () => ({ programs: await listPrograms(lab) }));
  mount(doors, routes.clearDirtyHost, ({ params, reply }) => clearDirtyHost(lab, params.hostId, closedSignal(reply)));
  mount(doors, routes.changeHost, ({ params, body }) => changeHost(lab, params.hostId, body));
  mount(doors, routes.setAvailability, ({ params, body, caller }) =>
    setAvailability(lab, params.hostId, body, personOf(caller).name),
  );
  mount(doors, routes.removeHost, async ({ params }) => {
    await removeHost(lab, params.hostId);
    return undefined;
  });
  mount(doors, routes.createJoinToken, ({ caller, body }) =>
    createJoinToken(lab, personOf(caller), body?.labels ?? []),
  );
  mount(doors, routes.listJoinTokens, () => listJoinTokens(lab));
  mount(doors, routes.revokeJoinToken, async ({ params }) => {
    await revokeJoinToken(lab, params.tokenId);
    return undefined;
  });
}
