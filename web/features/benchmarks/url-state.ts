'use client';

import { METRICS } from '@rules/outcomes/figures';
import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';

export const VIEWS = ['change', 'figures'] as const;
export type HistoryView = (typeof VIEWS)[number];

export const AXES = ['revisions', 'days'] as const;
export type HistoryAxis = (typeof AXES)[number];

/** What of a history is shown. Null: as the benchmark suggests. */
export const useShownHistory = () =>
  useQueryStates({
    metric: parseAsStringLiteral(METRICS),
    step: parseAsInteger,
    view: parseAsStringLiteral(VIEWS),
    by: parseAsStringLiteral(AXES).withDefault('revisions'),
    /** The experiments that measured the first point in sight and the last. */
    zoom: parseAsArrayOf(parseAsString),
  });
