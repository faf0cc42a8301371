'use client';

import type { MetricOutcome, ShownResult } from '@contract/comparison';
import { intervalText } from '@rules/outcomes/answer';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { besideText } from '@rules/outcomes/headline';
import { formatDifference, formatPercent } from '@rules/words/numbers';
import { OutcomeChip } from '@/features/compare/outcomes/outcome-chip';
import { confidenceText, countText, mainOutcomes, meanText, saysText } from '@/features/compare/outcomes/outcomes';
import { SideName } from '@/features/compare/side-name';
import { useRowChoice } from '@/features/compare/url-state';
import { Measured } from '@/ui/absent';
import { DataTable } from '@/ui/data-table';
import { Fold, useFold } from '@/ui/fold';
import { Label } from '@/ui/term';

/** The answer in whole sentences, and the arithmetic behind each of its figures. */
export function WhyPanel({ comparison, alike = false }: { comparison: ShownResult; alike?: boolean }) {
  const [choice] = useRowChoice();
  const [open] = useFold('why');
  const { headline } = comparison;
  const told = mainOutcomes(comparison, choice === null ? null : choice - 1);
  if (headline === '' || told.length === 0) return null;
  const beside = besideText(comparison);
  return (
    // The answer stands once: in the closed line, or whole in the open section.
    <Fold id="why" title="Why this answer" summary={open ? undefined : headline} flush>
      <div className="px-4 py-3 sm:px-5">
        <p className="max-w-[90ch] text-sm [overflow-wrap:anywhere]">{headline}</p>
        {beside !== '' && <p className="mt-2 max-w-[90ch] text-sm text-muted [overflow-wrap:anywhere]">{beside}</p>}
      </div>
      <Terms comparison={comparison} told={told} alike={alike} />
    </Fold>
  );
}

interface TermsProps {
  comparison: ShownResult;
  told: MetricOutcome[];
  /** Runs of one configuration: nothing is held against a noise floor, which they are to show. */
  alike: boolean;
}

/** What each outcome rests on, figure by figure. */
function Terms({ comparison, told, alike }: TermsProps) {
  const several = comparison.sides.length > 2;
  return (
    <DataTable
      label="What the answer rests on"
      columns={[
        several && { head: 'Side', left: true },
        { head: 'Metric', left: true },
        'Baseline',
        'Other',
        'Difference',
        'Interval',
        { head: 'From', left: true },
        { head: <Label text="margin" /> },
        !alike && { head: <Label text="noise floor" /> },
        !alike && { head: <Label text="detects" /> },
        !alike && { head: <Label text="rounds needed" /> },
        !alike && { head: 'Answer', left: true },
      ]}
    >
      {told.map((outcome) => (
        <tr key={`${outcome.sideIndex} ${outcome.metric} ${outcome.stepPosition}`}>
          {several && (
            <td className="left">
              <SideName comparison={comparison} sideIndex={outcome.sideIndex} lettersOnly />
            </td>
          )}
          <td className="left">{METRIC_WORDS[outcome.metric].label}</td>
          <Figures outcome={outcome} alike={alike} />
          {!alike && <Answer outcome={outcome} />}
        </tr>
      ))}
    </DataTable>
  );
}

function Figures({ outcome, alike }: { outcome: MetricOutcome; alike: boolean }) {
  const { metric, baseline, other, effect, couldShow } = outcome;
  const { unit } = METRIC_WORDS[metric];
  const decided = ['higher', 'lower', 'equivalent'].includes(outcome.outcome) || couldShow !== 'yes';
  const percentCell = (value: number | null | undefined, why: string) => (
    <td>
      <Measured value={value ?? null} why={effect ? why : NO_RATIO}>
        {(percent) => `${formatPercent(percent)} %`}
      </Measured>
    </td>
  );
  return (
    <>
      {[baseline, other].map(({ mean }, at) => (
        <td key={at === 0 ? 'baseline' : 'other'}>
          <Measured value={mean} why="not measured">
            {(value) => `${meanText(metric, value)} ${unit}`}
          </Measured>
        </td>
      ))}
      <td>
        <Measured value={effect} why={NO_RATIO}>
          {({ ratio }) => formatDifference(ratio - 1)}
        </Measured>
      </td>
      <td title={effect ? confidenceText(effect) : undefined}>
        <Measured value={effect && intervalText(effect)} why={effect ? 'too few runs for an interval' : NO_RATIO}>
          {(interval) => interval}
        </Measured>
      </td>
      <td className="left">
        <Measured value={effect} why={NO_RATIO}>
          {countText}
        </Measured>
      </td>
      {percentCell(effect?.marginPercent, NO_RATIO)}
      {!alike && (
        <>
          {percentCell(effect?.noiseFloorPercent, 'not known')}
          {percentCell(effect?.smallestShownPercent, 'too few runs to tell')}
          <td>
            <Measured
              value={decided ? null : (effect?.roundsNeeded ?? null)}
              why={decided ? 'more rounds would not change the answer' : 'not known'}
            >
              {(rounds) => `about ${rounds}`}
            </Measured>
          </td>
        </>
      )}
    </>
  );
}

const NO_RATIO = 'the two have no ratio';

/** Where the test could not have shown it, the reason. */
function Answer({ outcome }: { outcome: MetricOutcome }) {
  const { couldShow, couldShowSentence } = outcome;
  return (
    <td className="left min-w-56 !whitespace-normal">
      <OutcomeChip outcome={outcome} text={saysText(outcome)} />
      {couldShow !== 'yes' && couldShowSentence !== '' && (
        <span className="mt-1 block text-xs text-muted">{couldShowSentence}</span>
      )}
    </td>
  );
}
