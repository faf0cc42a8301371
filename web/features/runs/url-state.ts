'use client';

import {
  type Addressed,
  LIST_ADDRESS,
  LIST_FILTERS,
  LIST_ORDER,
  LIST_PICTURE,
  parameterOf,
} from '@contract/list-address';
import { keysOf } from '@contract/words';
import { SAVED, sortedQuery } from '@rules/run/view-address';
import {
  createParser,
  createSerializer,
  debounce,
  parseAsArrayOf,
  parseAsString,
  parseAsStringLiteral,
  type SingleParserBuilder,
  useQueryState,
  useQueryStates,
} from 'nuqs';
import { useMemo } from 'react';
import { type ColumnId, isDefault, knownColumns, parseKept } from '@/features/runs/table/run-columns';
import { KeptText, useKeptText } from '@/ui/browser/kept-choice';
import { knownDay, knownSince } from './date-range';
import { knownCount, NO_FILTERS, type RunFilters } from './run-filters';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Anything else names no host, and filters nothing. */
const parseAsId = createParser({ parse: (text) => (UUID.test(text) ? text : null), serialize: (id) => id });

type Table = Partial<typeof LIST_ADDRESS>;
type ParserOf<Value> = null extends Value
  ? SingleParserBuilder<NonNullable<Value>>
  : SingleParserBuilder<Value> & { readonly defaultValue: NonNullable<Value> };
type Parsers<T extends Table> = { [Name in keyof Addressed<T>]: ParserOf<Addressed<T>[Name]> };

/** How a parameter is read from the address and written to it. */
function parserOf(parameter: (typeof LIST_ADDRESS)[keyof typeof LIST_ADDRESS]) {
  switch (parameter.is) {
    case 'search':
      return parseAsString.withDefault('');
    case 'name':
      return parseAsString;
    case 'id':
      return parseAsId;
    case 'count':
      return createParser({ parse: knownCount, serialize: String });
    case 'since':
      return createParser({ parse: knownSince, serialize: String });
    case 'day':
      return createParser({ parse: knownDay, serialize: String });
    case 'names':
      return parseAsArrayOf(parseAsString).withDefault([]);
    case 'columns':
      return parseAsArrayOf(parseAsString);
    case 'several':
      return parseAsArrayOf(parseAsStringLiteral(parameter.of)).withDefault([]);
    case 'one':
      return parseAsStringLiteral<string>(parameter.of);
    case 'choice':
      return parseAsStringLiteral<string>(parameter.of).withDefault(parameter.first);
  }
}

const parsersOf = <T extends Table>(table: T): Parsers<T> =>
  Object.fromEntries(
    keysOf(table as typeof LIST_ADDRESS).map((name) => [name, parserOf(LIST_ADDRESS[name])]),
  ) as unknown as Parsers<T>;

const FILTERS = parsersOf({ ...LIST_FILTERS, ...LIST_ORDER });
const PICTURE = parsersOf(LIST_PICTURE);
const URL_KEYS = Object.fromEntries(keysOf(LIST_ADDRESS).map((name) => [name, parameterOf(name)]));

export function useFilters() {
  const [filters, setFilters] = useQueryStates(FILTERS, { urlKeys: URL_KEYS });
  const change = (next: Partial<RunFilters>): void => {
    const typing = 'text' in next && next.text !== '';
    void setFilters(next as Parameters<typeof setFilters>[0], typing ? { limitUrlUpdates: debounce(120) } : {});
  };
  const [, setSaved] = useSavedView();
  const clear = (): void => {
    change(NO_FILTERS);
    void setSaved(null);
  };
  return { filters: filters as RunFilters, change, clear };
}

/** Experiments whose runs are shown below their line. */
export function useOpened(): { opened: string[]; toggle: (experimentId: string) => void } {
  const [opened, setOpened] = useQueryState('open', parseAsArrayOf(parseAsId).withDefault([]));
  const toggle = (id: string): void =>
    void setOpened((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
  return { opened, toggle };
}

/** Line by line, by target and requests, or as points. */
export const usePicture = () => useQueryState('as', PICTURE.as.withOptions({ history: 'push' }));

/** Whose percentiles the points are; null: those that most runs have. */
export const useLatencyKind = () => useQueryState('latency', PICTURE.latency);

/** The saved view that the address is of. */
export const useSavedView = () => useQueryState(SAVED, parseAsId);

const toAddress = createSerializer({ ...FILTERS, ...PICTURE }, { urlKeys: URL_KEYS });

export interface Presented extends Addressed<typeof LIST_PICTURE> {
  filters: RunFilters;
}

/** All that a saved view keeps, as an address has it; equal where the list shows the same. */
export const presentQuery = ({ filters, ...rest }: Presented): string =>
  sortedQuery(toAddress({ ...filters, ...rest }).replace(/^\?/, ''));

/** Groups whose runs are shown below their line. */
export function useOpenGroups(): { openGroups: string[]; toggleGroup: (name: string) => void } {
  const [openGroups, setOpenGroups] = useQueryState('groups', parseAsArrayOf(parseAsString).withDefault([]));
  const toggleGroup = (name: string): void =>
    void setOpenGroups((now) => (now.includes(name) ? now.filter((one) => one !== name) : [...now, name]));
  return { openGroups, toggleGroup };
}

export const useView = () =>
  useQueryState('view', parseAsStringLiteral(['runs', 'deleted']).withDefault('runs').withOptions({ history: 'push' }));

const keptColumns = new KeptText('millionrps-run-columns', () => localStorage);
const inAddress = PICTURE.columns.withOptions({ clearOnDefault: false });

/** The address decides, then what this browser kept, then the default of the window. */
export function useColumns(defaults: ColumnId[]): { columns: ColumnId[]; setColumns: (columns: ColumnId[]) => void } {
  const [given, setGiven] = useQueryState('columns', inAddress);
  const kept = useKeptText(keptColumns);
  const columns = useMemo(
    () => (given ? knownColumns(given) : (parseKept(kept) ?? knownColumns(defaults))),
    [given, kept, defaults],
  );
  const setColumns = (next: ColumnId[]): void => {
    keptColumns.write(next.join());
    void setGiven(isDefault(next, defaults) ? null : next);
  };
  return { columns, setColumns };
}
