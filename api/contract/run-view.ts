import { z } from 'zod';
import { text, word } from './bounds.ts';
import { isOneLine, MAX_VIEW_NAME_CHARACTERS, MAX_VIEW_QUERY_CHARACTERS, ONE_LINE } from './limits.ts';
import { holdsSeveral, LIST_ADDRESS, type Parameter, parameterOf } from './list-address.ts';
import { id, timeUs } from './primitives.ts';
import { type ListRunsQuery, listRunsQuery, several } from './run-list.ts';
import { keysOf } from './words.ts';

export const runFavourite = z
  .object({ runId: id, favourite: z.boolean() })
  .meta({ id: 'RunFavourite', description: 'Whether a run is a favourite of whoever asks.' });
export type RunFavourite = z.infer<typeof runFavourite>;

const NAMES = keysOf(LIST_ADDRESS);
type Name = (typeof NAMES)[number];

/** What the list asks of the API in another form than the address has it, or not at all. */
type NoneOfAddress = 'view' | 'fold' | 'sinceUs' | 'beforeUs' | 'cursor' | 'limit';
type Filter = Exclude<keyof ListRunsQuery, NoneOfAddress>;

/** A filter that the address lacks is a type error here. */
const PARAMETERS: Record<Filter | Name, Parameter> = LIST_ADDRESS;

const oneOf = <T extends string>({ of }: { of: readonly [T, ...T[]] }) => z.enum(of).optional();

/** Parameters that are no filter of the API. */
const OWN: Record<Exclude<Name, Filter>, z.ZodType> = {
  since: z
    .string()
    .regex(/^(\d{1,4}d|\d{4}-\d{2}-\d{2})$/)
    .optional(),
  until: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional(),
  rounds: oneOf(LIST_ADDRESS.rounds),
  columns: several(z.string().max(40)),
  as: oneOf(LIST_ADDRESS.as),
  latency: oneOf(LIST_ADDRESS.latency),
};

const BOUNDS: Record<Name, z.ZodType> = { ...listRunsQuery.shape, ...OWN };

/** The address of the list: each parameter within the bounds of the filter that it becomes. */
const address = z.strictObject(Object.fromEntries(NAMES.map((name) => [parameterOf(name), BOUNDS[name]])));

const LISTS = new Set(NAMES.filter((name) => holdsSeveral(PARAMETERS[name])).map(parameterOf));

/** What stands in an address; a comma within a value is percent-encoded once more. */
const partsOf = (query: string): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new URLSearchParams(query)].map(([name, value]) => [
      name,
      LISTS.has(name) ? value.split(',').map((one) => one.replaceAll('%2C', ',')) : value,
    ]),
  );

const viewQuery = z
  .string()
  .max(MAX_VIEW_QUERY_CHARACTERS)
  .superRefine((query, context) => {
    const { error } = address.safeParse(partsOf(query));
    for (const { path: at, message } of error?.issues ?? []) {
      context.addIssue({ code: 'custom', message: [at.join('.'), message].filter(Boolean).join(' ') });
    }
  });

const viewName = z.string().trim().min(1).max(MAX_VIEW_NAME_CHARACTERS).refine(isOneLine, ONE_LINE);

export const newRunView = z
  .strictObject({
    name: viewName,
    /** What stands in the address behind the question mark, such as `against=worse&sort=name`. Absent: the list as it opens. */
    query: viewQuery.optional(),
    /** Seen by everybody, which takes an operator. Absent: by its owner alone. */
    shared: z.boolean().optional(),
  })
  .meta({ id: 'NewRunView' });
export type NewRunView = z.infer<typeof newRunView>;

/** What is absent stays as it is. */
export const changedRunView = z
  .strictObject({
    name: viewName.optional(),
    /** What stands in the address behind the question mark from now on. */
    query: viewQuery.optional(),
    /** Seen by everybody, which takes an operator. */
    shared: z.boolean().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'needs a name, a query or shared')
  .meta({ id: 'ChangedRunView' });
export type ChangedRunView = z.infer<typeof changedRunView>;

export const runView = z
  .object({
    id,
    name: word,
    /** As it was saved: the days of `7d` are counted whenever it is opened. */
    query: text,
    shared: z.boolean(),
    /** The view belongs to the caller. */
    own: z.boolean(),
    ownerName: word,
    createdAtUs: timeUs,
    changedAtUs: timeUs,
  })
  .meta({ id: 'RunView', description: 'Filters, order, columns and picture of the list of runs, under a name.' });
export type RunView = z.infer<typeof runView>;

export const runViews = z
  .object({
    /** One’s own, then those of others that are shared; each by name. */
    views: z.array(runView),
  })
  .meta({ id: 'RunViews' });
export type RunViews = z.infer<typeof runViews>;
