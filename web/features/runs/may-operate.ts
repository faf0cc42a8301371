'use client';

import { useSession } from '../shell/use-session';

/** Whether the person may change things. Until it is known they may not. */
export const useMayOperate = (): boolean => useSession().may('operator');
