'use client';

import { DIRECTIONS, HELD_WORDS, LATENCY_KINDS, RUN_FILTER_NAMES, RUN_PICTURES, RUN_SORTS } from '@contract/choices';
import { keysOf, WALLS } from '@contract/words';
import { SAVED, sortedQuery } from '@rules/run/view-address';
import {
  createParser,
  createSerializer,
  debounce,
  parseAsArrayOf,
  parseAsString,
  parseAsStringLiteral,
  useQueryState,
  useQueryStates,
} from 'nuqs';
import { useMemo } from 'react';
import { type ColumnId, isDefault, knownColumns, parseKept } from '@/features/runs/table/run-columns';
import { VALIDITIES } from '@/lib/verdict-words';
import { KeptText, useKeptText } from '@/ui/browser/kept-choice';
import { knownDay, knownSince } from './date-range';
import { ENDED_STATES, NO_FILTERS, type RunFilters } from './run-filters';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Anything else names no host, and filters nothing. */
const parseAsId = createParser({ parse: (text) => (UUID.test(text) ? text : null), serialize: (id) => id });

const FILTERS = {
  rounds: parseAsStringLiteral(['folded', 'single']).withDefault('folded'),
  text: parseAsString.withDefault(''),
  state: parseAsArrayOf(parseAsStringLiteral(ENDED_STATES)).withDefault([]),
  tag: parseAsArrayOf(parseAsString).withDefault([]),
  hostId: parseAsId,
  tool: parseAsString,
  wall: parseAsStringLiteral(keysOf(WALLS)),
  validity: parseAsStringLiteral(VALIDITIES),
  imported: parseAsStringLiteral(['true', 'false']),
  experimentId: parseAsId,
  group: parseAsString,
  against: parseAsStringLiteral(HELD_WORDS),
  favourite: parseAsStringLiteral(['true']),
  since: createParser({ parse: knownSince, serialize: String }),
  until: createParser({ parse: knownDay, serialize: String }),
  path: parseAsString,
  framework: parseAsString,
  prefork: parseAsStringLiteral(['true', 'false']),
  createdBy: parseAsString,
  sort: parseAsStringLiteral(keysOf(RUN_SORTS)).withDefault('created'),
  direction: parseAsStringLiteral(DIRECTIONS).withDefault('desc'),
};

export function useFilters() {
  const [filters, setFilters] = useQueryStates(FILTERS, { urlKeys: RUN_FILTER_NAMES });
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

const PICTURE = {
  as: parseAsStringLiteral(RUN_PICTURES).withDefault('list').withOptions({ history: 'push' }),
  latency: parseAsStringLiteral(LATENCY_KINDS),
};

/** Line by line, by target and requests, or as points. */
export const usePicture = () => useQueryState('as', PICTURE.as);

/** Whose percentiles the points are; null: those that most runs have. */
export const useLatencyKind = () => useQueryState('latency', PICTURE.latency);

/** The saved view that the address is of. */
export const useSavedView = () => useQueryState(SAVED, parseAsId);

const columnNames = parseAsArrayOf(parseAsString);
const toAddress = createSerializer({ ...FILTERS, ...PICTURE, columns: columnNames }, { urlKeys: RUN_FILTER_NAMES });

export interface Presented {
  filters: RunFilters;
  as: (typeof RUN_PICTURES)[number];
  latency: (typeof LATENCY_KINDS)[number] | null;
  columns: ColumnId[];
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
const inAddress = columnNames.withOptions({ clearOnDefault: false });

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
