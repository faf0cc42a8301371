'use client';

import type { MetricOutcome, ShownResult } from '@contract/comparison';
import { plural } from '@rules/words/numbers';
import { useAllOutcomes, useOutcomeKind } from '@/features/compare/url-state';
import { useMediaQuery } from '@/ui/browser/media-query';
import { Button } from '@/ui/button';
import { Segmented } from '@/ui/inputs/segmented';
import { Panel } from '@/ui/panel';
import { OutcomeCards } from './outcome-cards';
import { bySignificance, KIND_WORDS, KINDS, kindOf } from './outcomes';
import { OutcomesTable } from './outcomes-table';

const SHOWN = 12;

/** Every metric of every step against the baseline, the surest first. */
export function OutcomesPanel({ comparison }: { comparison: ShownResult }) {
  const [kind, setKind] = useOutcomeKind();
  const [all, setAll] = useAllOutcomes();
  const { outcomes } = comparison;
  const wide = useMediaQuery('(min-width: 48rem)');
  if (outcomes.length === 0) return null;
  const Outcomes = wide ? OutcomesTable : OutcomeCards;
  const of = (one: (typeof KINDS)[number]): MetricOutcome[] => outcomes.filter((outcome) => kindOf(outcome) === one);
  const wanted = bySignificance(kind === 'all' ? outcomes : of(kind));
  const shown = all === null ? wanted.slice(0, SHOWN) : wanted;
  return (
    <Panel
      title="Outcomes"
      aside="the surest first; corrected for how many were looked at"
      actions={
        <Segmented
          label="Outcomes shown"
          value={kind}
          onChange={(next) => setKind(next)}
          className="max-w-full flex-wrap print:hidden"
          options={[
            { value: 'all' as const, label: `All ${outcomes.length}`, title: `Every outcome: ${outcomes.length}` },
            ...KINDS.map((one) => ({
              value: one,
              label: `${KIND_WORDS[one].label} ${of(one).length}`,
              title: `${KIND_WORDS[one].title}: ${of(one).length}`,
            })),
          ]}
        />
      }
      flush
    >
      {wanted.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted sm:px-5">
          {kind !== 'all' && `${KIND_WORDS[kind].title}: no outcome is.`}
        </p>
      ) : (
        <Outcomes comparison={comparison} outcomes={shown} />
      )}
      {wanted.length > SHOWN && (
        <div className="border-t border-line px-1 py-1.5 sm:px-2 print:hidden">
          <Button look="ghost" aria-expanded={all !== null} onClick={() => setAll(all === null ? 'all' : null)}>
            {all === null ? `Show ${plural(wanted.length - SHOWN, 'more', 'more')}` : 'Show the surest only'}
          </Button>
        </div>
      )}
    </Panel>
  );
}
