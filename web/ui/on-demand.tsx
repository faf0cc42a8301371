'use client';

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { showToast } from './toast';

/**
 * A part that a page loads only when it is shown, or shortly before: `preload`. Once loaded it is drawn at once, which `lazy` does
 * not do: a dialog still finds what had the focus when it was asked for.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>, meanwhile: ReactNode = null) {
  let part: ComponentType<Props> | null = null;
  const preload = async (): Promise<void> => {
    part ??= await load();
  };
  function Part(props: Props) {
    const [, setLoaded] = useState(part !== null);
    useEffect(() => {
      preload().then(
        () => setLoaded(true),
        () => showToast({ title: 'This part of the page could not be loaded. Load the page again.', bad: true }),
      );
    }, []);
    const Loaded = part;
    return Loaded ? <Loaded {...props} /> : meanwhile;
  }
  return Object.assign(Part, { preload: () => void preload().catch(() => {}) });
}
