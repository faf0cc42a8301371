import { routes } from '../contract/routes.ts';
import { closedSignal } from '../platform/http/closed-signal.ts';
import { type Doors, mount } from '../platform/http/mount.ts';
import { getBisection, listBisections } from './bisection-view.ts';
import { cancelBisection, startBisection } from './start-bisection.ts';

export function bisectionRoutes(doors: Doors): void {
  const { lab } = doors;
  mount(doors, routes.listBisections, ({ params }) => listBisections(lab, params.benchmarkId));
  mount(doors, routes.startBisection, ({ params, body, headers, caller, reply }) =>
    startBisection(
      lab,
      params.benchmarkId,
      body,
      { byName: caller.person?.name ?? null, idempotencyKey: headers['idempotency-key'] ?? null },
      closedSignal(reply),
    ),
  );
  mount(doors, routes.getBisection, ({ params }) => getBisection(lab, params.bisectionId));
  mount(doors, routes.cancelBisection, ({ params, caller }) =>
    cancelBisection(lab, params.bisectionId, caller.person?.name ?? null),
  );
}
