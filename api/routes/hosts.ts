import { routes } from '../contract/routes.ts';
import { clearDirtyHost, restoreHost } from '../operations/clean-host.ts';
import { examineHost, planTuning, readHostSettings } from '../operations/examine-host.ts';
import { changeHost, getHost, listHosts, removeHost } from '../operations/hosts.ts';
import { createJoinToken } from '../operations/join-agent.ts';
import { personOf } from './account.ts';
import { closedSignal } from './closed-signal.ts';
import { type Doors, mount } from './mount.ts';

export function hostRoutes(doors: Doors): void {
  const { lab } = doors;
  mount(doors, routes.listHosts, async () => ({ hosts: await listHosts(lab) }));
  mount(doors, routes.getHost, ({ params }) => getHost(lab, params.hostId));
  mount(doors, routes.planTuning, ({ params, body, reply }) =>
    planTuning(lab, params.hostId, body, closedSignal(reply)),
  );
  mount(doors, routes.examineHost, ({ params, reply }) => examineHost(lab, params.hostId, closedSignal(reply)));
  mount(doors, routes.readHostSettings, ({ params, reply }) =>
    readHostSettings(lab, params.hostId, closedSignal(reply)),
  );
  mount(doors, routes.restoreHost, ({ params, reply }) => restoreHost(lab, params.hostId, closedSignal(reply)));
  mount(doors, routes.clearDirtyHost, ({ params, reply }) => clearDirtyHost(lab, params.hostId, closedSignal(reply)));
  mount(doors, routes.changeHost, ({ params, body }) => changeHost(lab, params.hostId, body.name));
  mount(doors, routes.removeHost, async ({ params }) => {
    await removeHost(lab, params.hostId);
    return undefined;
  });
  mount(doors, routes.createJoinToken, ({ caller }) => createJoinToken(lab, personOf(caller)));
}
