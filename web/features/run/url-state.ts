'use client';

import { CPU_WORK } from '@contract/cpu-work';
import {
  debounce,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  useQueryState,
  useQueryStates,
} from 'nuqs';
import { parseAsSeconds } from '@/charts/seconds-in-address';
import { DEFAULT_GROUPS } from '@/charts/series-groups';

export const TABS = ['environment', 'preflight', 'commands', 'files', 'timeline', 'snapshots'] as const;
export type Tab = (typeof TABS)[number];

export const useTab = () => useQueryState('tab', parseAsStringLiteral(TABS).withDefault('environment'));

/** The step that is looked at, counted from 1 as people do; null: the whole run. A zoom was into another stretch. */
export function useStepChoice() {
  const [{ step }, set] = useQueryStates({ step: parseAsInteger, zoom: parseAsSeconds });
  return [step, (next: number | null) => set({ step: next, zoom: null })] as const;
}

/** What is shown of all strips, in seconds since their zero, by the clock of the first host. */
export const useZoom = () => useQueryState('zoom', parseAsSeconds);

/** Findings of every step, also while one step is looked at. */
export const useAllFindings = () => useQueryState('findings', parseAsStringLiteral(['all']));

/** Which of several clients is drawn over time: its place among them, counted from 1. */
export const useClientChoice = () => useQueryState('client', parseAsInteger.withDefault(1));

export const useChartChoice = () => useQueryState('charts', parseAsArrayOf(parseAsString).withDefault(DEFAULT_GROUPS));

/** Which work of the CPUs the map of CPUs shows. */
export const useCpuWork = () => useQueryState('cpu-work', parseAsStringLiteral(CPU_WORK).withDefault('busy'));
/** Pictures of CPUs that are shown as tables. */
export const useCpuTables = () =>
  useQueryState('cpu-tables', parseAsArrayOf(parseAsStringLiteral(['map', 'interrupts'])).withDefault([]));

/** Steps whose distributions are drawn, counted from 1; without any, the page chooses. */
export const useDistributionSteps = () => useQueryState('distribution', parseAsArrayOf(parseAsInteger));
export const useDistributionTable = () => useQueryState('distribution-table', parseAsStringLiteral(['shown']));
export const useOverTimeTable = () => useQueryState('latency-table', parseAsStringLiteral(['shown']));

/** The profile that is looked at: '3-cpu'. */
export const useProfileChoice = () => useQueryState('profile', parseAsString);
export const PROFILE_ORDERS = ['flat', 'cumulative'] as const;
export const useProfileOrder = () =>
  useQueryState('profile-order', parseAsStringLiteral(PROFILE_ORDERS).withDefault('flat'));

/** What of its flame graph is looked at. */
export const useFlameChoice = () =>
  useQueryStates(
    {
      wanted: parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(250) }),
      bottomUp: parseAsBoolean.withDefault(false),
      zoom: parseAsInteger,
    },
    { urlKeys: { wanted: 'flame-search', bottomUp: 'flame-bottom-up', zoom: 'flame-frame' } },
  );

/** Unfolded settings: the place of the host, counted from 1, and the setting. */
export const useOpenSettings = () => useQueryState('settings', parseAsArrayOf(parseAsString).withDefault([]));

/** What is held against what: a host's place and a moment. Differences only, unless all is asked for. */
export const useSnapshotSides = () =>
  useQueryStates({ left: parseAsString, right: parseAsString }, { urlKeys: { left: 'from', right: 'to' } });
export const useAllKeys = () => useQueryState('keys', parseAsStringLiteral(['all']));
export const useKeyFilter = () =>
  useQueryState('key', parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(250) }));
