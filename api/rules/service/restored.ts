import { formatMinute } from '../words/durations.ts';

/** 'from a backup of 2026-11-27 08:00 UTC': what an instance says of itself that went back to that moment. */
export const fromBackup = (takenAtUs: number): string => `from a backup of ${formatMinute(takenAtUs)}`;
