'use client';

import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** False on the server, and in the browser until it has taken over what the server sent: the server knows neither its clock nor its time zone. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
