'use client';

import { debounce, parseAsArrayOf, parseAsString, useQueryState } from 'nuqs';

export const useKeyFilter = () =>
  useQueryState('key', parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(250) }));

/** Only hosts with all of these labels. */
export const useLabelFilter = () => useQueryState('label', parseAsArrayOf(parseAsString).withDefault([]));
