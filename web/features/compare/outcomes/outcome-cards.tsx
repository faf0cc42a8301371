import type { MetricOutcome, ShownResult } from '@contract/comparison';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { formatDifference } from '@rules/words/numbers';
import { SideName } from '@/features/compare/side-name';
import { Absent, Measured } from '@/ui/absent';
import { IntervalMark, reachOfIntervals } from './interval-mark';
import { OutcomeChip } from './outcome-chip';
import { anchorOf, COULD_WORDS, countText, meanText, saysText } from './outcomes';
import { rowText } from './row-text';

/** For narrow windows: what each outcome says comes first, then how large and how sure, then what it rests on. */
export function OutcomeCards({ comparison, outcomes }: { comparison: ShownResult; outcomes: MetricOutcome[] }) {
  const reach = reachOfIntervals(comparison.outcomes);
  return (
    <ul aria-label="Outcomes" className="divide-y divide-line border-t border-line">
      {outcomes.map((outcome) => (
        <li key={anchorOf(outcome)} id={anchorOf(outcome)} className="grid gap-1 px-4 py-3 text-sm">
          <Card comparison={comparison} outcome={outcome} reach={reach} />
        </li>
      ))}
    </ul>
  );
}

interface CardProps {
  comparison: ShownResult;
  outcome: MetricOutcome;
  reach: number | null;
}

function Card({ comparison, outcome, reach }: CardProps) {
  const { metric, stepPosition, sideIndex, effect, couldShow, couldShowSentence, primary } = outcome;
  const { label } = METRIC_WORDS[metric];
  return (
    <>
      <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <OutcomeChip outcome={outcome} text={saysText(outcome)} />
        <span className="font-semibold">{label}</span>
        {comparison.sides.length > 2 && <SideName comparison={comparison} sideIndex={sideIndex} />}
        {primary && <span className="text-xs text-accent">declared</span>}
      </h3>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-base font-semibold">
          <Measured value={effect} why={outcome.sentence}>
            {({ ratio }) => formatDifference(ratio - 1)}
          </Measured>
        </span>
        <Means comparison={comparison} outcome={outcome} />
      </p>
      {effect && reach !== null && (
        <div className="flex flex-wrap items-center gap-x-2.5 text-xs">
          <IntervalMark effect={effect} reach={reach} />
          <span className="text-muted">{countText(effect)}</span>
        </div>
      )}
      <p className="text-xs text-muted">
        at {rowText(comparison, stepPosition, sideIndex)}; valid test: {COULD_WORDS[couldShow]}
      </p>
      {couldShow !== 'yes' && <p className="text-xs text-muted [overflow-wrap:anywhere]">{couldShowSentence}</p>}
    </>
  );
}

function Means({ comparison, outcome }: Pick<CardProps, 'comparison' | 'outcome'>) {
  const { metric, baseline, other, sideIndex } = outcome;
  const mean = (value: number | null) =>
    value === null ? (
      <Absent why="This side has no figure of it that ratios can be made of" />
    ) : (
      meanText(metric, value)
    );
  return (
    <span className="inline-flex min-w-0 flex-wrap items-baseline gap-x-1.5 text-xs">
      <SideName comparison={comparison} sideIndex={0} />
      {mean(baseline.mean)}
      <span aria-hidden>→</span>
      <span className="sr-only">to</span>
      <SideName comparison={comparison} sideIndex={sideIndex} />
      {mean(other.mean)} <span className="text-muted">{METRIC_WORDS[metric].unit}</span>
    </span>
  );
}
