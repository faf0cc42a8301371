'use client';

import type { MetricOutcome, ShownResult } from '@/api/types';
import { Measured } from '@/components/absent';
import { Button } from '@/components/button';
import { Panel } from '@/components/panel';
import { Segmented } from '@/components/segmented';
import { WideTable } from '@/components/wide-table';
import { formatDifference, plural } from '@/lib/format';
import { stepText } from '@/lib/load-text';
import { bySignificance, countText, KIND_WORDS, KINDS, kindOf, METRIC_WORDS, meanText, saysText } from '@/lib/outcomes';
import { IntervalMark, reachOfIntervals } from './interval-mark';
import { OutcomeChip } from './outcome-chip';
import { SideName } from './side-name';
import { useAllOutcomes, useOutcomeKind } from './url-state';

const SHOWN = 12;
const COULD: Record<MetricOutcome['couldShow'], string> = { yes: 'yes', no: 'no', 'cannot-tell': 'cannot tell' };

/** Every metric of every step against the baseline, the surest first. */
export function OutcomesPanel({ comparison }: { comparison: ShownResult }) {
  const [kind, setKind] = useOutcomeKind();
  const [all, setAll] = useAllOutcomes();
  const { outcomes } = comparison;
  if (outcomes.length === 0) return null;
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
        <OutcomesTable comparison={comparison} outcomes={shown} />
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

function OutcomesTable({ comparison, outcomes }: { comparison: ShownResult; outcomes: MetricOutcome[] }) {
  const several = comparison.sides.length > 2;
  const reach = reachOfIntervals(comparison.outcomes);
  return (
    <WideTable label="Outcomes">
      <table className="data-table first-stays">
        <thead>
          <tr>
            <th scope="col">metric</th>
            {several && (
              <th scope="col" className="left">
                side
              </th>
            )}
            <th scope="col" className="left">
              step
            </th>
            <th scope="col">baseline</th>
            <th scope="col">{several ? 'side' : 'other'}</th>
            <th scope="col">change</th>
            {reach !== null && (
              <th scope="col" className="left" title="Of the ratio, with the margin and the noise floor shaded">
                interval
              </th>
            )}
            <th scope="col" className="left">
              could show
            </th>
            <th scope="col" className="left w-full">
              says
            </th>
          </tr>
        </thead>
        <tbody>
          {outcomes.map((outcome) => (
            <Row
              key={`${outcome.sideIndex} ${outcome.stepPosition} ${outcome.metric}`}
              {...{ comparison, outcome, several, reach }}
            />
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

interface RowProps {
  comparison: ShownResult;
  outcome: MetricOutcome;
  several: boolean;
  reach: number | null;
}

function Row({ comparison, outcome, several, reach }: RowProps) {
  const { metric, stepPosition, sideIndex, baseline, other, effect, couldShow, couldShowSentence } = outcome;
  const spec = comparison.steps[stepPosition]?.spec;
  const { label, unit } = METRIC_WORDS[metric];
  const mean = (value: number | null) => (
    <Measured value={value} why="This side has no figure of it that ratios can be made of">
      {(known) => meanText(metric, known)}
    </Measured>
  );
  return (
    <tr>
      <td>
        <span className="block min-w-24 max-w-36 whitespace-normal sm:max-w-none sm:whitespace-nowrap">
          {label}, <span className="text-muted">{unit}</span>
          {outcome.primary && <span className="block text-xs text-accent">declared</span>}
        </span>
      </td>
      {several && (
        <td className="left">
          <SideName comparison={comparison} sideIndex={sideIndex} />
        </td>
      )}
      <td className="left">
        <span className="block min-w-32 max-w-44 whitespace-normal">{spec && stepText(spec)}</span>
      </td>
      <td>{mean(baseline.mean)}</td>
      <td>{mean(other.mean)}</td>
      <td className="font-semibold">
        <Measured value={effect} why={outcome.sentence}>
          {({ ratio }) => formatDifference(ratio - 1)}
        </Measured>
      </td>
      {reach !== null && (
        <td className="left">
          <Measured value={effect} why={outcome.sentence}>
            {(known) => (
              <>
                <IntervalMark effect={known} reach={reach} />
                <div className="text-xs text-muted">{countText(known)}</div>
              </>
            )}
          </Measured>
        </td>
      )}
      <td className="left" title={couldShowSentence}>
        {COULD[couldShow]}
      </td>
      <td className="left">
        <OutcomeChip outcome={outcome} text={saysText(outcome)} />
      </td>
    </tr>
  );
}
