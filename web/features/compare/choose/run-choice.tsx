import type { RunSummary } from '@contract/run';
import type { ReactNode } from 'react';
import { FoundRun } from './find-runs';

interface ChoiceProps {
  checked: boolean;
  /** A comparison takes no more runs than are chosen. */
  full: boolean;
  onToggle: () => void;
}

/** A run to choose by its box. */
export const RunChoice = ({ run, tail, ...choice }: ChoiceProps & { run: RunSummary; tail: string | undefined }) => (
  <Choice {...choice}>
    <FoundRun run={run} tail={tail} />
  </Choice>
);

/** A chosen run known by its id alone; it can be taken out all the same. */
export function UnreadChoice({ runId, failed, ...choice }: ChoiceProps & { runId: string; failed: boolean }) {
  return (
    <Choice {...choice}>
      <span className="min-w-0 flex-1 text-sm text-muted [overflow-wrap:anywhere]">
        {runId}
        <span className="block text-xs">
          {failed ? 'This run cannot be read; it may have been deleted.' : 'Loading …'}
        </span>
      </span>
    </Choice>
  );
}

function Choice({ checked, full, onToggle, children }: ChoiceProps & { children: ReactNode }) {
  return (
    <label className="flex cursor-pointer items-start gap-3 border-b border-line px-3 py-2 last:border-b-0 hover:bg-raised has-[:disabled]:cursor-not-allowed has-[:disabled]:opacity-60">
      <input
        type="checkbox"
        className="check-box mt-1 size-3.5 shrink-0"
        checked={checked}
        disabled={full && !checked}
        onChange={onToggle}
      />
      {children}
    </label>
  );
}
