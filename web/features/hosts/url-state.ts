'use client';

import { debounce, parseAsString, useQueryState } from 'nuqs';

export const useKeyFilter = () =>
  useQueryState('key', parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(250) }));
