'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';

export const SHOWN = ['all', 'running', 'planned', 'done'] as const;
export type Shown = (typeof SHOWN)[number];

/** Which experiments the list shows. */
export const useShown = () => useQueryState('status', parseAsStringLiteral(SHOWN).withDefault('all'));
