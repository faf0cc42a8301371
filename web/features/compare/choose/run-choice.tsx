import type { RunSummary } from '@contract/run';
import { mixText, targetText } from '@rules/spec/target-words';
import { formatCount } from '@rules/words/numbers';
import type { ReactNode } from 'react';
import { statusOf } from '@/lib/run-state';
import { Chip } from '@/ui/chip';
import { When } from '@/ui/when';

interface ChoiceProps {
  checked: boolean;
  /** As many as a comparison takes are chosen. */
  full: boolean;
  onToggle: () => void;
}

/** A run to choose by its box. */
export function RunChoice({ run, ...choice }: ChoiceProps & { run: RunSummary }) {
  const status = statusOf(run);
  return (
    <Choice {...choice}>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="min-w-0 text-sm font-medium [overflow-wrap:anywhere]">{run.name}</span>
          <Chip tone={status.tone}>{status.label}</Chip>
        </span>
        <span className="text-xs text-muted [overflow-wrap:anywhere]">
          {mixText(run.spec.requests)}, {targetText(run.spec.target)} · {run.hostNames.join(', ')} ·{' '}
          <When atUs={run.endedAtUs ?? run.createdAtUs} />
        </span>
      </span>
      {run.best && (
        <span className="shrink-0 text-right text-xs text-muted">
          <span className="text-sm text-ink">{formatCount(run.best.requestsPerSecond)}</span> req/s
        </span>
      )}
    </Choice>
  );
}

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
