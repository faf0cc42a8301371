import type { MetricOutcome, ShownResult } from '@contract/comparison';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { formatDifference } from '@rules/words/numbers';
import { SideName } from '@/features/compare/side-name';
import { Measured } from '@/ui/absent';
import { DataTable, words } from '@/ui/data-table';
import { IntervalMark, reachOfIntervals } from './interval-mark';
import { OutcomeChip } from './outcome-chip';
import { anchorOf, COULD_WORDS, countText, meanText, saysText } from './outcomes';
import { rowText } from './row-text';

/** Every outcome as a row: for wide windows. */
export function OutcomesTable({ comparison, outcomes }: { comparison: ShownResult; outcomes: MetricOutcome[] }) {
  const several = comparison.sides.length > 2;
  const reach = reachOfIntervals(comparison.outcomes);
  return (
    <DataTable
      label="Outcomes"
      className="first-stays"
      columns={[
        'metric',
        ...(several ? words('side') : []),
        ...words('step'),
        'baseline',
        several ? 'side' : 'other',
        'change',
        reach !== null && {
          head: 'interval',
          left: true,
          title: 'Of the ratio, corrected for multiple comparisons; margin and noise floor shaded',
        },
        ...words('valid test?'),
        { head: 'says', left: true, className: 'w-full' },
      ]}
    >
      {outcomes.map((outcome) => (
        <Row
          key={`${outcome.sideIndex} ${outcome.stepPosition} ${outcome.metric}`}
          {...{ comparison, outcome, several, reach }}
        />
      ))}
    </DataTable>
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
  const { label, unit } = METRIC_WORDS[metric];
  const mean = (value: number | null) => (
    <Measured value={value} why="This side has no figure of it that ratios can be made of">
      {(known) => meanText(metric, known)}
    </Measured>
  );
  return (
    <tr id={anchorOf(outcome)}>
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
        <span className="block min-w-32 max-w-44 whitespace-normal">
          {rowText(comparison, stepPosition, sideIndex)}
        </span>
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
        {COULD_WORDS[couldShow]}
      </td>
      <td className="left">
        <OutcomeChip outcome={outcome} text={saysText(outcome)} />
      </td>
    </tr>
  );
}
