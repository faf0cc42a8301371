import { type FigureSort, isFigureSort, RUN_SORTS } from '../../contract/choices.ts';
import type { ListRunsQuery } from '../../contract/run-list.ts';
import { keysOf } from '../../contract/words.ts';
import type { Db } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';
import type { RunOrder, RunPosition } from '../../rules/run/run-cursor.ts';
import { TERMINAL_STATES } from '../../rules/run/run-machine.ts';
import { frameworkKey, respeltGroup } from '../../rules/spec/target-words.ts';
import { bestColumn } from './best-columns.ts';
import { FRAMEWORK_OF_RUN, STATED_FRAMEWORK } from './framework-of-run.ts';
import { SUMMARY, type SummaryRow } from './run-summaries.ts';

export type RunFilters = Omit<ListRunsQuery, 'cursor' | 'limit' | 'sort' | 'direction' | 'view' | 'fold'> & {
  view?: ListRunsQuery['view'] | 'deleted';
  /** For the view of deleted runs: not deleted longer ago than this. */
  deletedSinceUs?: number;
  /** Whose favourites `favourite` means; null: the preset token, which has none. */
  readerId?: string | null;
};

export interface RunPage {
  rows: SummaryRow[];
  /** When runs are folded, for each run listed: how many it stands for, itself among them, and their experiment. */
  folded: Folded[];
  /** Where the next page begins; null when this is the last. */
  last: RunPosition | null;
}

export interface Folded {
  runId: string;
  runs: number;
  experimentId: string;
}

const { sql, raw } = Prisma;

/** What a line of the list is: a run, or the runs of one experiment. */
const LINE = sql`coalesce(e."experimentId", r."id")`;
const OF_EXPERIMENT = sql`"Run" r LEFT JOIN "ExperimentRun" e ON e."runId" = r."id"`;

interface Key {
  /** SQL over the columns of a row `r`. */
  key: string;
  type: 'int8' | 'float8' | 'text';
  nullable: boolean;
}

/** What a run is sorted by that is no figure. Prisma's own cursor knows neither computed keys nor keys that are null. */
const KEYS: Record<Exclude<RunOrder['sort'], FigureSort>, Key> = {
  created: { key: 'r."createdAtUs"', type: 'int8', nullable: false },
  deleted: { key: 'r."deletedAtUs"', type: 'int8', nullable: false },
  name: { key: 'lower(r."name")', type: 'text', nullable: false },
  inFlight: { key: 'r."bestInFlight"', type: 'float8', nullable: true },
  duration: { key: 'r."endedAtUs" - r."startedAtUs"', type: 'int8', nullable: true },
};

const figureKey = (sort: FigureSort): Key => ({
  key: `r."${bestColumn(sort)}"`,
  type: 'float8',
  nullable: true,
});
const keyOf = (sort: RunOrder['sort']): Key => (isFigureSort(sort) ? figureKey(sort) : KEYS[sort]);

/** Every column that a key is made of: r."id", r."createdAtUs" ... */
const KEY_COLUMNS = raw(
  [
    ...new Set([
      'r."id"',
      ...[...Object.values(KEYS), ...keysOf(RUN_SORTS).filter(isFigureSort).map(figureKey)].flatMap(
        ({ key }) => key.match(/r\."\w+"/g) ?? [],
      ),
    ]),
  ].join(', '),
);

interface Wanted {
  filters: RunFilters;
  order: RunOrder;
  /** The first run of an experiment in this order stands for all of them that pass the filters. */
  fold: boolean;
  after: RunPosition | null;
  limit: number;
}

interface FoundRow extends RunPosition {
  runs: number;
  experimentId: string | null;
}

/** The runs that come after a position, in order; without a key last. Ties are broken by id, in the same direction. */
export async function selectRuns(db: Db, { filters, order, fold, after, limit }: Wanted): Promise<RunPage> {
  const { key, type, nullable } = keyOf(order.sort);
  const direction = raw(order.direction === 'asc' ? 'ASC' : 'DESC');
  const [by, nullsLast] = [raw(`(${key})`), raw(nullable ? `(${key}) IS NULL,` : '')];
  const inOrder = sql`ORDER BY ${nullsLast} ${by} ${direction}, r."id" ${direction}`;
  const [lines, ofLines] = fold ? [foldedLines(filters, inOrder), sql`r."place" = 1`] : [singleLines, where(filters)];
  const found = await db.$queryRaw<FoundRow[]>`
    SELECT r."id"::text AS "id", ${by}::text AS "key", r."runs", r."experimentId"::text AS "experimentId" FROM ${lines}
    WHERE ${ofLines} AND ${after ? beyond(order, after, by, raw(type), nullable) : sql`TRUE`}
    ${inOrder} LIMIT ${limit + 1}`;
  const page = found.slice(0, limit);
  const rows = await db.run.findMany({ where: { id: { in: page.map(({ id }) => id) } }, select: SUMMARY });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    rows: page.flatMap(({ id }) => byId.get(id) ?? []),
    folded: fold
      ? page.flatMap(({ id, runs, experimentId }) => (experimentId === null ? [] : [{ runId: id, runs, experimentId }]))
      : [],
    last: found.length > limit ? (page.at(-1) ?? null) : null,
  };
}

/** Lines of the list on all its pages, and the runs that they stand for. */
export async function countLines(db: Db, filters: RunFilters, fold: boolean): Promise<{ total: number; runs: number }> {
  const [row] = await db.$queryRaw<{ total: number; runs: number }[]>`
    SELECT ${fold ? sql`count(DISTINCT ${LINE})` : sql`count(*)`}::int AS "total", count(*)::int AS "runs"
    FROM ${fold ? OF_EXPERIMENT : sql`"Run" r`} WHERE ${where(filters)}`;
  return row ?? { total: 0, runs: 0 };
}

const singleLines = sql`(SELECT *, 1 AS "runs", NULL::uuid AS "experimentId" FROM "Run") r`;

/** Only what rows may be sorted by: sorting whole rows would move all of their columns. */
const foldedLines = (filters: RunFilters, inOrder: Prisma.Sql): Prisma.Sql => sql`(
  SELECT ${KEY_COLUMNS}, e."experimentId",
    row_number() OVER (PARTITION BY ${LINE} ${inOrder}) AS "place",
    (count(*) OVER (PARTITION BY ${LINE}))::int AS "runs"
  FROM ${OF_EXPERIMENT} WHERE ${where(filters)}) r`;

function beyond(order: RunOrder, { key, id }: RunPosition, by: Prisma.Sql, type: Prisma.Sql, nullable: boolean) {
  const than = raw(order.direction === 'asc' ? '>' : '<');
  if (key === null) return sql`(${by} IS NULL AND r."id" ${than} ${id}::uuid)`;
  const further = sql`(${by}, r."id") ${than} (${key}::${type}, ${id}::uuid)`;
  return nullable ? sql`(${further} OR ${by} IS NULL)` : further;
}

/** What a row `r` has to be to pass every filter. */
export function where(filters: RunFilters): Prisma.Sql {
  const { view, state, tag, hostId, createdBy, wall, validity, deletedSinceUs, group, against, pipelining } = filters;
  const over = [...TERMINAL_STATES];
  const all = [
    view === 'deleted' ? sql`r."deletedAtUs" >= ${deletedSinceUs ?? 0}` : sql`r."deletedAtUs" IS NULL`,
    view === 'active' && sql`r."state" <> ALL(${over}::text[])`,
    view === 'ended' && sql`r."state" = ANY(${over}::text[])`,
    state && sql`r."state" = ANY(${state}::text[])`,
    tag && sql`ARRAY(SELECT lower(t) FROM unnest(r."tags") t) @> ARRAY(SELECT lower(t) FROM unnest(${tag}::text[]) t)`,
    hostId && sql`EXISTS (SELECT 1 FROM "RunHost" h WHERE h."runId" = r."id" AND h."hostId" = ${hostId}::uuid)`,
    createdBy !== undefined && sql`r."createdByName" = ${createdBy}`,
    wall && sql`(r."wall" = ${wall} OR (r."wall" = 'several' AND ${wall} = ANY(r."walls")))`,
    validity && sql`r."validity" = ${validity}`,
    group !== undefined && sql`r."groupName" = ${groupMeant(group)}`,
    pipelining !== undefined && sql`r."bestPipelining" = ${pipelining}`,
    against && sql`r."heldWord" = ${against}`,
    filters.favourite !== undefined && favourites(filters.favourite, filters.readerId ?? null),
    filters.sinceUs !== undefined && sql`r."createdAtUs" >= ${filters.sinceUs}`,
    filters.beforeUs !== undefined && sql`r."createdAtUs" < ${filters.beforeUs}`,
    filters.framework !== undefined && sql`${FRAMEWORK_OF_RUN} = ${frameworkKey(filters.framework)}`,
    ...origin(filters),
    asked(filters),
    ...words(filters.text).map(
      (word) =>
        sql`strpos(lower(concat_ws(E'\n', r."name", r."notes", array_to_string(r."tags", E'\n'))), lower(${word})) > 0`,
    ),
  ].filter((part) => part instanceof Prisma.Sql);
  return Prisma.join(all, ' AND ');
}

/** A view may have been saved, or a link sent, when the framework of the group was spelled otherwise. Names and paths differ by case. */
function groupMeant(group: string): Prisma.Sql {
  const respelt = respeltGroup(group);
  const [head = ''] = respelt.split(' /', 1);
  const alike = sql`${STATED_FRAMEWORK} IS NOT NULL AND lower(left(r."groupName", length(${head}::text))) = lower(${head})
    AND right(r."groupName", -length(${head}::text)) = ${respelt.slice(head.length)}`;
  const like = (condition: Prisma.Sql): Prisma.Sql =>
    sql`(SELECT r."groupName" FROM "Run" r WHERE ${condition} LIMIT 1)`;
  return sql`coalesce(${like(sql`r."groupName" = ${group}`)}, ${like(alike)}, ${group})`;
}

function favourites(wanted: boolean, readerId: string | null): Prisma.Sql {
  const own = sql`EXISTS (SELECT 1 FROM "Favourite" f WHERE f."runId" = r."id" AND f."userId" = ${readerId}::text)`;
  return wanted ? own : sql`NOT ${own}`;
}

/** Where a run comes from: an import, an experiment. */
function origin({ imported, experimentId }: RunFilters): (Prisma.Sql | false)[] {
  const read = sql`EXISTS (SELECT 1 FROM "ImportedRun" i WHERE i."runId" = r."id")`;
  return [
    imported === true && read,
    imported === false && sql`NOT ${read}`,
    experimentId !== undefined &&
      sql`EXISTS (SELECT 1 FROM "ExperimentRun" e WHERE e."runId" = r."id" AND e."experimentId" = ${experimentId}::uuid)`,
  ];
}

const words = (text: string | undefined): string[] => text?.split(/\s+/).filter(Boolean) ?? [];

/** The part of a spec that a run has to have asked for. */
function asked({ tool, path, prefork }: RunFilters): Prisma.Sql | null {
  const part = {
    ...(prefork !== undefined && { target: { prefork } }),
    ...(tool !== undefined && { load: { tool } }),
    ...(path !== undefined && { requests: [{ path }] }),
  };
  return Object.keys(part).length > 0 ? sql`r."spec" @> ${JSON.stringify(part)}::jsonb` : null;
}
