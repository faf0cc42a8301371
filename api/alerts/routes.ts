import { routes } from '../contract/routes.ts';
import { type Doors, mount } from '../platform/http/mount.ts';
import { getAlert, listAlerts } from './alert-view.ts';
import { changeAlert } from './change-alert.ts';

export function alertRoutes(doors: Doors): void {
  const { lab } = doors;
  mount(doors, routes.listAlerts, ({ query }) => listAlerts(lab, query));
  mount(doors, routes.getAlert, ({ params }) => getAlert(lab, params.alertId));
  mount(doors, routes.changeAlert, ({ params, body, caller }) =>
    changeAlert(lab, params.alertId, body, caller.person?.name ?? null),
  );
}
