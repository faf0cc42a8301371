'use client';

import { useMediaQuery } from '@/ui/browser/media-query';
import { useColumns } from '../url-state';
import { CARD_COLUMNS, DEFAULT_COLUMNS } from './run-columns';

export const useIsWide = () => useMediaQuery('(min-width: 48rem)');

/** Which columns the list has in this window. */
export function useColumnsHere() {
  const defaults = useIsWide() ? DEFAULT_COLUMNS : CARD_COLUMNS;
  return { defaults, ...useColumns(defaults) };
}
