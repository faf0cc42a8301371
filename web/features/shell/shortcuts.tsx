'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { onDemand } from '@/ui/on-demand';
import { showToast } from '@/ui/toast';
import { isForPage } from './page-keys';
import { useSession } from './use-session';

const ShortcutsSheet = onDemand(async () => (await import('./shortcuts-sheet')).ShortcutsSheet);

/** Keys that every page has: n for a new run, ? for what keys there are. */
export function Shortcuts() {
  const router = useRouter();
  const { session, may } = useSession();
  // Until the session is known the form decides.
  const mayOperate = session === undefined || may('operator');
  const [told, setTold] = useState(false);
  useEffect(() => {
    const newRun = (): void => {
      if (mayOperate) router.push('/runs/new');
      else
        showToast({ title: 'Only operators start runs. Ask an administrator for that role.', bad: true, about: ['n'] });
    };
    const press = (event: KeyboardEvent): void => {
      if (!isForPage(event)) return;
      if (event.key === '?') setTold(true);
      else if (event.key === 'n') newRun();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [router, mayOperate]);
  return told && <ShortcutsSheet onClose={() => setTold(false)} />;
}
