import { MAX_FAVOURITES } from '../../contract/limits.ts';
import type { RunFavourite } from '../../contract/run-view.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Lab } from '../../platform/lab.ts';
import type { Db } from '../../platform/store/db.ts';
import { noSuchRun } from '../get-run.ts';
import { lockPresent } from '../store/baselines.ts';
import { addFavourite, countFavourites, listFavouritesAmong, removeFavourite } from '../store/favourites.ts';
import { isRun } from '../store/runs.ts';

/** Whose favourites they are; null: the preset token, which belongs to no person. */
type Reader = string | null;

const OWNERLESS =
  'The preset token belongs to no person, so it has no favourites: sign in, or use an API token of a person.';

/** Throws not-found for a run that is not there. */
export async function readFavourite(lab: Lab, runId: string, userId: Reader): Promise<RunFavourite> {
  const { db } = lab.database;
  if (!(await isRun(db, runId))) throw await noSuchRun(lab, runId);
  return favouriteOf(db, runId, userId);
}

/** Throws conflict beyond MAX_FAVOURITES, and for the preset token. */
export async function favourRun(lab: Lab, runId: string, userId: Reader): Promise<RunFavourite> {
  if (userId === null) throw new AppError('conflict', OWNERLESS);
  return lab.database.transaction(async (tx) => {
    if (!(await lockPresent(tx, runId))) throw await noSuchRun(lab, runId);
    const count = await countFavourites(tx, userId);
    const known = await favouriteOf(tx, runId, userId);
    if (known.favourite) return known;
    if (count >= MAX_FAVOURITES) {
      throw new AppError('conflict', `You have ${MAX_FAVOURITES} favourites, the maximum. Remove one first.`);
    }
    await addFavourite(tx, { userId, runId, addedAtUs: lab.nowUs() });
    return { runId, favourite: true };
  });
}

export async function unfavourRun(lab: Lab, runId: string, userId: Reader): Promise<RunFavourite> {
  if (userId === null) throw new AppError('conflict', OWNERLESS);
  await removeFavourite(lab.database.db, userId, runId);
  return readFavourite(lab, runId, userId);
}

async function favouriteOf(db: Db, runId: string, userId: Reader): Promise<RunFavourite> {
  return { runId, favourite: userId !== null && (await listFavouritesAmong(db, userId, [runId])).length > 0 };
}
