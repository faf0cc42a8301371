'use client';

import type { MetricOutcome, ShownResult } from '@contract/comparison';
import { answerKind } from '@rules/outcomes/answer';
import { formatCount, plural } from '@rules/words/numbers';
import { Fold } from '@/ui/fold';
import { Panel } from '@/ui/panel';
import { Forest } from './forest';
import { bySignificance } from './outcomes';

interface OutcomesPanelProps {
  comparison: ShownResult;
  /** Without those that the page speaks of first. */
  others?: boolean;
}

/** Every metric of every step against the baseline: those with an answer are seen, the others are one line. */
export function OutcomesPanel({ comparison, others }: OutcomesPanelProps) {
  const all = bySignificance(comparison.outcomes.filter(({ primary }) => !others || !primary));
  if (all.length === 0) return null;
  const isClear = (outcome: MetricOutcome): boolean => answerKind(outcome) !== 'unclear';
  const clear = all.filter(isClear);
  const unclear = all.filter((outcome) => !isClear(outcome));
  const title = others ? 'Other outcomes' : 'All metrics';
  const forest = <Forest comparison={comparison} outcomes={all} />;
  if (others || clear.length === 0)
    return (
      <Fold
        id="metrics"
        title={title}
        summary={`${plural(all.length, 'outcome')}, ${clear.length === 0 ? 'none' : formatCount(clear.length)} with an answer`}
        flush
      >
        {forest}
      </Fold>
    );
  return (
    <>
      <Panel title={title} aside="by confidence; corrected for multiple comparisons" flush>
        <Forest comparison={comparison} outcomes={clear} />
      </Panel>
      {unclear.length > 0 && (
        <Fold id="unclear" title="Unclear" summary={`${plural(unclear.length, 'outcome')} without an answer`} flush>
          <Forest comparison={comparison} outcomes={unclear} />
        </Fold>
      )}
    </>
  );
}
