import { routes } from '../contract/routes.ts';
import { clearDirtyHost, getHost, listHosts } from '../operations/hosts.ts';
import { createJoinToken } from '../operations/join-agent.ts';
import { type Doors, mount } from './mount.ts';

export function hostRoutes(doors: Doors): void {
  const { lab } = doors;
  mount(doors, routes.listHosts, async () => ({ hosts: await listHosts(lab) }));
  mount(doors, routes.getHost, ({ params }) => getHost(lab, params.hostId));
  mount(doors, routes.clearDirtyHost, ({ params }) => clearDirtyHost(lab, params.hostId));
  mount(doors, routes.createJoinToken, () => createJoinToken(lab));
}
