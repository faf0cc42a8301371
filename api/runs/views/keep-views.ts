import type { Role } from '../../contract/account.ts';
import { MAX_OWN_VIEWS, MAX_SHARED_VIEWS } from '../../contract/limits.ts';
import type { ChangedRunView, NewRunView, RunView, RunViews } from '../../contract/run-view.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Lab } from '../../platform/lab.ts';
import { type Db, isDuplicate } from '../../platform/store/db.ts';
import { newId } from '../../platform/store/ids.ts';
import { mayChangeView, mayDeleteView, mayShareViews } from '../../rules/people/view-rights.ts';
import {
  countOwnViews,
  countSharedViews,
  findView,
  insertView,
  type KeptView,
  listViews,
  lockViews,
  removeView,
  updateView,
} from '../store/run-views.ts';

export interface ViewKeeper {
  /** Null: the preset token, which belongs to no person. */
  userId: string | null;
  role: Role;
}

export async function listRunViews(lab: Lab, { userId }: ViewKeeper): Promise<RunViews> {
  const views = (await listViews(lab.database.db, userId)).map((view) => toRunView(view, userId));
  return { views: [...views.filter(({ own }) => own), ...views.filter(({ own }) => !own)] };
}

/**
 * Throws conflict for a name that the person already uses, and beyond MAX_OWN_VIEWS or MAX_SHARED_VIEWS; forbidden for
 * people who may not share.
 */
export async function saveRunView(lab: Lab, { userId, role }: ViewKeeper, input: NewRunView): Promise<RunView> {
  if (userId === null) throw new AppError('conflict', OWNERLESS);
  const { name, query = '', shared = false } = input;
  const [id, nowUs] = [newId(), lab.nowUs()];
  return named(name, () =>
    lab.database.transaction(async (tx) => {
      await lockViews(tx);
      if ((await countOwnViews(tx, userId)) >= MAX_OWN_VIEWS) {
        throw new AppError('conflict', `You have ${MAX_OWN_VIEWS} views, the maximum. Delete one first.`);
      }
      if (shared) await admitShared(tx, role);
      await insertView(tx, { id, userId, name, query, shared, createdAtUs: nowUs, changedAtUs: nowUs });
      return seen(tx, id, userId);
    }),
  );
}

/** Throws not-found for a view that the person does not see, and forbidden for one that is not theirs. */
export async function changeRunView(
  lab: Lab,
  { userId, role }: ViewKeeper,
  viewId: string,
  change: ChangedRunView,
): Promise<RunView> {
  return named(change.name ?? '', () =>
    lab.database.transaction(async (tx) => {
      await lockViews(tx);
      const view = await seen(tx, viewId, userId);
      if (!mayChangeView(view, role))
        throw new AppError('forbidden', view.own ? SHARING : `${NOT_YOURS} Save your own.`);
      if (change.shared && !view.shared) await admitShared(tx, role);
      const { name, query, shared } = change;
      await updateView(tx, viewId, {
        ...(name !== undefined && { name }),
        ...(query !== undefined && { query }),
        ...(shared !== undefined && { shared }),
        changedAtUs: lab.nowUs(),
      });
      return seen(tx, viewId, userId);
    }),
  );
}

export async function deleteRunView(lab: Lab, { userId, role }: ViewKeeper, viewId: string): Promise<void> {
  const view = await seen(lab.database.db, viewId, userId);
  if (!mayDeleteView(view, role)) {
    throw new AppError('forbidden', `${NOT_YOURS} Its owner or an administrator can delete it.`);
  }
  await removeView(lab.database.db, viewId);
}

const OWNERLESS =
  'The preset token belongs to no person, so it saves no views: sign in, or use an API token of a person.';
const SHARING = 'Sharing with everybody needs the role operator. Ask an administrator.';
const NOT_YOURS = 'This view is another person’s.';

async function admitShared(tx: Db, role: Role): Promise<void> {
  if (!mayShareViews(role)) throw new AppError('forbidden', SHARING);
  if ((await countSharedViews(tx)) >= MAX_SHARED_VIEWS) {
    throw new AppError('conflict', `${MAX_SHARED_VIEWS} views are shared, the maximum. Delete one first.`);
  }
}

async function named<T>(name: string, keep: () => Promise<T>): Promise<T> {
  try {
    return await keep();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new AppError('conflict', `You have a view called ‘${name}’. Choose another name, or update that one.`);
  }
}

async function seen(db: Db, viewId: string, userId: string | null): Promise<RunView> {
  const view = await findView(db, viewId, userId);
  if (!view)
    throw new AppError('not-found', 'There is no such view; it may have been deleted, or is no longer shared.');
  return toRunView(view, userId);
}

const toRunView = ({ userId, ...view }: KeptView, readerId: string | null): RunView => ({
  ...view,
  own: userId === readerId,
});
