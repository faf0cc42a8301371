import type { Db } from './db.ts';

const PREFIX = 'millionrps api ';
/** PostgreSQL cuts longer names off. */
const NAME_BYTES = 63;

/** Whether a connection of this name is an API's. */
export const isAnnounced = (applicationName: string): boolean => applicationName.startsWith(PREFIX);

const nameFor = (place: string): string => `${PREFIX}${place}`.slice(0, NAME_BYTES);

/** The address of a database, for connections that are named after the place where their API keeps files. */
export const announcing = (databaseUrl: string, place: string): string =>
  `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}application_name=${encodeURIComponent(nameFor(place))}`;

/** Where the APIs that run on this database keep their files: of long places the beginning. */
export async function announcedPlaces(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT "application_name" AS "name" FROM pg_stat_activity
    WHERE "datname" = current_database() AND starts_with("application_name", ${PREFIX})`;
  return rows.map(({ name }) => name.slice(PREFIX.length));
}

/** Of places that are announced, those that are not this one. */
export const otherPlaces = (announced: string[], place: string): string[] =>
  announced.filter((one) => one !== nameFor(place).slice(PREFIX.length));
