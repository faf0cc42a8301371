import { routes } from '../../contract/routes.ts';
import { type Doors, mount } from '../../platform/http/mount.ts';
import { favourRun, readFavourite, unfavourRun } from './favour-run.ts';
import { changeRunView, deleteRunView, listRunViews, saveRunView } from './keep-views.ts';
import { keeperOf, readerOf } from './reader.ts';

export function viewRoutes(doors: Doors): void {
  const { lab } = doors;
  mount(doors, routes.getRunFavourite, ({ params, caller }) => readFavourite(lab, params.runId, readerOf(caller)));
  mount(doors, routes.favourRun, ({ params, caller }) => favourRun(lab, params.runId, readerOf(caller)));
  mount(doors, routes.unfavourRun, ({ params, caller }) => unfavourRun(lab, params.runId, readerOf(caller)));
  mount(doors, routes.listRunViews, ({ caller }) => listRunViews(lab, keeperOf(caller)));
  mount(doors, routes.saveRunView, ({ body, caller }) => saveRunView(lab, keeperOf(caller), body));
  mount(doors, routes.changeRunView, ({ params, body, caller }) =>
    changeRunView(lab, keeperOf(caller), params.viewId, body),
  );
  mount(doors, routes.deleteRunView, async ({ params, caller }) => {
    await deleteRunView(lab, keeperOf(caller), params.viewId);
    return undefined;
  });
}
