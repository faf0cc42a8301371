'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { onDemand } from '@/ui/on-demand';
import { isForPage } from './page-keys';
import { useMay } from './use-session';

const ShortcutsSheet = onDemand(async () => (await import('./shortcuts-sheet')).ShortcutsSheet);

/** Keys that every page has: n for a new run, ? for what keys there are. */
export function Shortcuts() {
  const router = useRouter();
  const mayOperate = useMay('operator');
  const [told, setTold] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isForPage(event)) return;
      if (event.key === '?') setTold(true);
      else if (event.key === 'n' && mayOperate) router.push('/runs/new');
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [router, mayOperate]);
  return told && <ShortcutsSheet onClose={() => setTold(false)} />;
}
