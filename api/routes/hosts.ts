import { routes } from '../contract/routes.ts';
import { changeHost, clearDirtyHost, getHost, listHosts, removeHost } from '../operations/hosts.ts';
import { createJoinToken } from '../operations/join-agent.ts';
import { type Doors, mount } from './mount.ts';

export function hostRoutes(doors: Doors): void {
  const { lab } = doors;
  mount(doors, routes.listHosts, async () => ({ hosts: await listHosts(lab) }));
  mount(doors, routes.getHost, ({ params }) => getHost(lab, params.hostId));
  mount(doors, routes.clearDirtyHost, ({ params }) => clearDirtyHost(lab, params.hostId));
  mount(doors, routes.changeHost, ({ params, body }) => changeHost(lab, params.hostId, body.name));
  mount(doors, routes.removeHost, async ({ params }) => {
    await removeHost(lab, params.hostId);
    return undefined;
  });
  mount(doors, routes.createJoinToken, () => createJoinToken(lab));
}
