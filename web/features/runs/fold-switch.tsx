'use client';

import { FlaskConical } from 'lucide-react';
import { Button } from '@/ui/button';
import type { RunFilters } from './run-filters';

interface FoldSwitchProps {
  rounds: RunFilters['rounds'];
  onChange: (rounds: RunFilters['rounds']) => void;
}

/** Whether the runs of an experiment are one line or many. */
export function FoldSwitch({ rounds, onChange }: FoldSwitchProps) {
  const single = rounds === 'single';
  return (
    <Button
      title={
        single ? 'Show the runs of an experiment as one line' : 'Show each run of an experiment as a line of its own'
      }
      className={single ? 'border-accent' : undefined}
      onClick={() => onChange(single ? 'folded' : 'single')}
    >
      <FlaskConical aria-hidden className="size-3.5" />
      <span className="max-sm:sr-only">
        {single ? 'Fold' : 'Unfold'}
        <span className={single ? undefined : 'sr-only'}> experiments</span>
      </span>
    </Button>
  );
}
