import { ApiError } from '@/api/problem';

/** A host that measures is left alone: not a fault, and over when its run is. */
export const isHostBusy = (error: unknown): boolean => error instanceof ApiError && error.code === 'host-busy';
