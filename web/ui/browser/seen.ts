'use client';

import { type RefCallback, useCallback, useState } from 'react';
import { useWhole } from './printing';

/** Whether an element has come near the window yet, or is to be printed: what costs much to read waits for it. */
export function useSeen<E extends HTMLElement>(): [RefCallback<E>, boolean] {
  const [seen, setSeen] = useState(false);
  const whole = useWhole();
  const ref = useCallback((element: E | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: '400px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, seen || whole];
}
