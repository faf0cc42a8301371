'use client';

import { lazy, Suspense, useEffect, useState } from 'react';
import { useToasts } from './toast';

const ToastCards = lazy(async () => ({ default: (await import('./toast-cards')).ToastCards }));

/** Where toasts stand; what draws them comes with the first. */
export function Toaster() {
  const toasts = useToasts();
  const [used, setUsed] = useState(false);
  useEffect(() => {
    if (toasts.length > 0) setUsed(true);
  }, [toasts]);
  if (!used) return null;
  return (
    <Suspense>
      <ToastCards toasts={toasts} />
    </Suspense>
  );
}
