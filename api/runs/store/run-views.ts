import { type Db, toNumber } from '../../platform/store/db.ts';
import type { Prisma } from '../../platform/store/generated/client.ts';

const WITH_OWNER = { user: { select: { name: true } } } as const satisfies Prisma.RunViewInclude;

export interface KeptView {
  id: string;
  userId: string;
  ownerName: string;
  name: string;
  query: string;
  shared: boolean;
  createdAtUs: number;
  changedAtUs: number;
}

/** The views that a person sees, their own and shared ones, by name. */
const seenBy = (userId: string | null): Prisma.RunViewWhereInput =>
  userId === null ? { shared: true } : { OR: [{ userId }, { shared: true }] };

export async function listViews(db: Db, userId: string | null): Promise<KeptView[]> {
  const rows = await db.runView.findMany({
    where: seenBy(userId),
    include: WITH_OWNER,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return rows.map(toView);
}

/** Null if it does not exist or the person may not see it. */
export async function findView(db: Db, viewId: string, userId: string | null): Promise<KeptView | null> {
  const row = await db.runView.findFirst({ where: { AND: [{ id: viewId }, seenBy(userId)] }, include: WITH_OWNER });
  return row && toView(row);
}

/** Nobody saves or shares one until the transaction ends, so that what is counted stays true. */
export async function lockViews(db: Db): Promise<void> {
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('run views', 0))`;
}

export const countOwnViews = (db: Db, userId: string): Promise<number> => db.runView.count({ where: { userId } });
export const countSharedViews = (db: Db): Promise<number> => db.runView.count({ where: { shared: true } });

export async function insertView(db: Db, view: Omit<KeptView, 'ownerName'>): Promise<void> {
  await db.runView.create({ data: view });
}

export async function updateView(
  db: Db,
  viewId: string,
  change: Partial<Pick<KeptView, 'name' | 'query' | 'shared'>> & { changedAtUs: number },
): Promise<void> {
  await db.runView.updateMany({ where: { id: viewId }, data: change });
}

export async function removeView(db: Db, viewId: string): Promise<void> {
  await db.runView.deleteMany({ where: { id: viewId } });
}

type Row = Prisma.RunViewGetPayload<{ include: typeof WITH_OWNER }>;

const toView = ({ user, createdAtUs, changedAtUs, ...view }: Row): KeptView => ({
  ...view,
  ownerName: user.name,
  createdAtUs: toNumber(createdAtUs),
  changedAtUs: toNumber(changedAtUs),
});
