'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { setTheme, storedTheme, subscribeToTheme, type Theme } from '@/ui/browser/theme';
import { Segmented } from '@/ui/inputs/segmented';

const OPTIONS: { value: Theme; title: string; icon: typeof Sun }[] = [
  { value: 'dark', title: 'Dark theme', icon: Moon },
  { value: 'light', title: 'Light theme', icon: Sun },
  { value: 'system', title: "The system's theme", icon: Monitor },
];

export function ThemeToggle() {
  const theme = useSyncExternalStore(subscribeToTheme, storedTheme, () => 'system' as const);
  return (
    <Segmented
      label="Theme"
      className="print:hidden"
      value={theme}
      onChange={setTheme}
      options={OPTIONS.map(({ value, title, icon: Icon }) => ({
        value,
        title,
        label: <Icon aria-hidden className="my-0.5 size-3.5" />,
      }))}
    />
  );
}
