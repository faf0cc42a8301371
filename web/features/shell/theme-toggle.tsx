'use client';

import { Check, Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { setTheme, storedTheme, subscribeToTheme, type Theme } from '@/ui/browser/theme';
import { Segmented } from '@/ui/inputs/segmented';
import { MenuItem } from '@/ui/menu';

const THEMES: { value: Theme; title: string; icon: typeof Sun }[] = [
  { value: 'dark', title: 'Dark theme', icon: Moon },
  { value: 'light', title: 'Light theme', icon: Sun },
  { value: 'system', title: "The system's theme", icon: Monitor },
];

const useTheme = (): Theme => useSyncExternalStore(subscribeToTheme, storedTheme, () => 'system' as const);

export function ThemeToggle() {
  return (
    <Segmented
      label="Theme"
      className="print:hidden"
      value={useTheme()}
      onChange={setTheme}
      options={THEMES.map(({ value, title, icon: Icon }) => ({
        value,
        title,
        label: <Icon aria-hidden className="my-0.5 size-3.5" />,
      }))}
    />
  );
}

/** The same in a menu, where a line of buttons for fingers would push the page down. */
export function ThemeItems() {
  const theme = useTheme();
  return THEMES.map(({ value, title, icon: Icon }) => (
    <MenuItem key={value} className="lg:hidden" onSelect={() => setTheme(value)}>
      <Icon aria-hidden className="size-3.5" />
      {title}
      {value === theme && <Check aria-label="chosen" className="ml-auto size-3.5" />}
    </MenuItem>
  ));
}
