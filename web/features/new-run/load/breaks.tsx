'use client';

import { useDraft } from '@/features/new-run/draft-form';
import { TextField } from '@/ui/inputs/field';

/** What goes before and between steps. */
export function Breaks() {
  const { input } = useDraft();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        id="warmup"
        label="Warm-up before each step"
        unit="s"
        inputMode="numeric"
        hint="Never counted. 0: none."
        {...input('warmupSeconds')}
      />
      <TextField
        id="pause"
        label="Pause between steps"
        unit="s"
        inputMode="numeric"
        hint="Lets sockets close. 0: none."
        {...input('pauseSeconds')}
      />
    </div>
  );
}
