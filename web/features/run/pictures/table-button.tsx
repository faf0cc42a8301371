'use client';

import { useCpuTables } from '@/features/run/url-state';
import { Button } from '@/ui/button';

const LABELS = { map: 'CPUs as table', interrupts: 'Interrupts as table' } as const;

/** Shows a picture's figures as a table below it. */
export function TableButton({ of }: { of: 'map' | 'interrupts' }) {
  const [tables, setTables] = useCpuTables();
  const shown = tables.includes(of);
  return (
    <Button
      className="print:hidden"
      aria-pressed={shown}
      onClick={() => setTables(shown ? tables.filter((one) => one !== of) : [...tables, of])}
    >
      {LABELS[of]}
    </Button>
  );
}
