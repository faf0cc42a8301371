'use client';

import { HOST_ROLES } from '@contract/choices';
import { METRICS } from '@rules/outcomes/figures';
import {
  createParser,
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
import { tidyChoice } from '@/ui/sides';
import { DEFAULT_METRIC } from './curves/overlay';

const parseAsFlag = createParser({ parse: (text) => text === '1', serialize: () => '1' });

/** Which runs, in their order, and which of them is the baseline. */
export function useSides() {
  const [raw, setRaw] = useQueryStates({
    runs: parseAsArrayOf(parseAsString).withDefault([]),
    baseline: parseAsString,
  });
  const choice = tidyChoice(raw.runs, raw.baseline);
  const choose = (runs: string[], baseline: string | null): void => {
    const next = tidyChoice(runs, baseline);
    setRaw({ runs: next.runs.length > 0 ? next.runs : null, baseline: next.baseline }, { history: 'push' });
  };
  return { ...choice, choose };
}

/** Every setting is shown, also those that are the same. */
export const useAllSettings = () => useQueryState('all', parseAsFlag);

/** The compared step that is looked at, counted from 1 in the order of the table; null: all of the load. */
export function useRowChoice() {
  const [{ step }, set] = useQueryStates({ step: parseAsInteger, zoom: parseAsSeconds });
  return [step, (next: number | null) => set({ step: next, zoom: null })] as const;
}

/** What is shown of the time of all runs, in seconds since the stretch began. */
export const useZoom = () => useQueryState('zoom', parseAsSeconds);

/** The metric whose runs are drawn as dots; null: the one that the page speaks of first. */
export const useOutcomeMetric = () => useQueryState('dots', parseAsStringLiteral(METRICS));

export const useMetricChoice = () => useQueryState('metric', parseAsString.withDefault(DEFAULT_METRIC));

/** What of the flame difference is looked at: which pair of profiles, and what of its picture. */
export const useFlameDifference = () =>
  useQueryStates(
    {
      pair: parseAsString,
      wanted: parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(250) }),
      bottomUp: parseAsBoolean.withDefault(false),
      zoom: parseAsInteger,
    },
    { urlKeys: { pair: 'profiles', wanted: 'flame-search', bottomUp: 'flame-bottom-up', zoom: 'flame-frame' } },
  );

const ROLES = ['server', 'client'] as const;
export const useHostChoice = () => useQueryState('host', parseAsStringLiteral(HOST_ROLES).withDefault('server'));
export const useCpuChoice = () => useQueryState('cpu', parseAsStringLiteral(ROLES).withDefault('server'));
