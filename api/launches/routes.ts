import { routes } from '../contract/routes.ts';
import { type Doors, mount } from '../platform/http/mount.ts';
import { createLaunch } from './create-launch.ts';
import { endAllLaunches, endLaunch } from './end-launch.ts';
import { changeLaunchLimit, readLaunchLimit } from './launch-limit.ts';
import { getCloud, getLaunch, listLaunches } from './list-launches.ts';
import { previewLaunch } from './preview-launch.ts';

export function launchRoutes(doors: Doors): void {
  const { lab } = doors;
  mount(doors, routes.getCloud, () => getCloud(lab));
  mount(doors, routes.listLaunches, ({ query }) => listLaunches(lab, query));
  mount(doors, routes.getLaunch, ({ params }) => getLaunch(lab, params.launchId));
  mount(doors, routes.previewLaunch, ({ body }) => previewLaunch(lab, body));
  mount(doors, routes.createLaunch, ({ body, headers, caller }) =>
    createLaunch(lab, body, {
      byName: caller.person?.name ?? null,
      idempotencyKey: headers['idempotency-key'] ?? null,
    }),
  );
  mount(doors, routes.endLaunch, ({ params, caller }) => endLaunch(lab, params.launchId, caller.person?.name ?? null));
  mount(doors, routes.getLaunchLimit, () => readLaunchLimit(lab.database.db));
  mount(doors, routes.changeLaunchLimit, ({ body, caller }) =>
    // The preset token is no person's.
    changeLaunchLimit(lab, body, caller.person?.userId == null ? null : caller.person.name),
  );
  mount(doors, routes.endAllLaunches, ({ caller }) => endAllLaunches(lab, caller.person?.name ?? null));
}
