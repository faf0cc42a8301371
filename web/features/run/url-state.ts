'use client';

import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { DEFAULT_GROUPS } from '@/lib/series-groups';

export const TABS = ['environment', 'commands', 'files', 'timeline'] as const;
export type Tab = (typeof TABS)[number];

export const useTab = () => useQueryState('tab', parseAsStringLiteral(TABS).withDefault('environment'));

/** The step that is looked at, counted from 1 as people do; null: the whole run. */
export const useStepChoice = () => useQueryState('step', parseAsInteger);

export const useChartChoice = () => useQueryState('charts', parseAsArrayOf(parseAsString).withDefault(DEFAULT_GROUPS));
