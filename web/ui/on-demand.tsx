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
      // Loading the page again would lose what is being typed there.
      const get = (): Promise<void> => preload().then(() => setLoaded(true), refuse);
      const refuse = (): void =>
        showToast({
          title: 'This part of the page could not be loaded. Try again; if that does not help, load the page again.',
          bad: true,
          action: { label: 'Try again', run: () => void get() },
        });
      void get();
    }, []);
    const Loaded = part;
    return Loaded ? <Loaded {...props} /> : meanwhile;
  }
  return Object.assign(Part, { preload: () => void preload().catch(() => {}) });
}
