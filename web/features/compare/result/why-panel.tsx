'use client';

import type { MetricOutcome, ShownResult } from '@contract/comparison';
import { intervalText } from '@rules/outcomes/answer';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { besideText } from '@rules/outcomes/headline';
import { isMean, reasonsBeside } from '@rules/outcomes/sentences';
import {
  roundsStillToRun,
  whyNoDetection,
  whyNoInterval,
  whyNoMean,
  whyNoNoiseFloor,
  whyNoRatio,
  whyNoRounds,
} from '@rules/outcomes/why-no-figure';
import { aboutRounds } from '@rules/statistics/rounds-needed';
import { formatDifference, formatPercent } from '@rules/words/numbers';
import { OutcomeChip } from '@/features/compare/outcomes/outcome-chip';
import { confidenceText, countText, mainOutcomes, meanText, saysText } from '@/features/compare/outcomes/outcomes';
import { rowText } from '@/features/compare/outcomes/row-text';
import { SideName } from '@/features/compare/side-name';
import { useRowChoice } from '@/features/compare/url-state';
import { Measured } from '@/ui/absent';
import { DataTable } from '@/ui/data-table';
import { Fold, useFold } from '@/ui/fold';
import { Label } from '@/ui/term';
import { unbroken } from '@/ui/unbroken';

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
        <p className="max-w-[90ch] text-sm [overflow-wrap:anywhere]">{unbroken(headline)}</p>
        {beside !== '' && (
          <p className="mt-2 max-w-[90ch] text-sm text-muted [overflow-wrap:anywhere]">{unbroken(beside)}</p>
        )}
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

/** What each outcome rests on, figure by figure; a column where some outcome has the figure. */
function Terms({ comparison, told, alike }: TermsProps) {
  const several = comparison.sides.length > 2;
  const figures = FIGURES.filter(({ ofNoise, of }) => !(alike && ofNoise) && told.some((one) => of(one) !== null));
  return (
    <DataTable
      label="What the answer rests on"
      columns={[
        several && { head: 'side', left: true },
        { head: 'metric', left: true },
        ...figures.map(({ name }) => ({ head: <Label text={name} /> })),
        !alike && { head: 'answer', left: true },
      ]}
    >
      {told.map((outcome) => (
        <tr key={`${outcome.sideIndex} ${outcome.metric} ${outcome.stepPosition}`}>
          {several && (
            <td className="left">
              <SideName comparison={comparison} sideIndex={outcome.sideIndex} lettersOnly />
            </td>
          )}
          <td className="left">
            {METRIC_WORDS[outcome.metric].label}
            <Small text={`at ${rowText(comparison, outcome.stepPosition, outcome.sideIndex)}`} />
          </td>
          {figures.map((figure) => (
            <Cell key={figure.name} figure={figure} outcome={outcome} />
          ))}
          {!alike && <Answer outcome={outcome} said={comparison.headline} />}
        </tr>
      ))}
    </DataTable>
  );
}

interface Figure {
  name: string;
  /** Null where there is none, and `why` says why. */
  of: (outcome: MetricOutcome) => string | null;
  why: (outcome: MetricOutcome) => string;
  /** In small print below it. */
  note?: (outcome: MetricOutcome) => string | undefined;
  /** It says nothing where noise is what is measured. */
  ofNoise?: true;
}

const percentText = (percent: number | null | undefined): string | null =>
  percent === null || percent === undefined ? null : `${formatPercent(percent)} %`;

const mean = (metric: MetricOutcome['metric'], value: number | null): string | null =>
  value === null ? null : `${meanText(metric, value)} ${METRIC_WORDS[metric].unit}`;

const meanNote = (side: MetricOutcome['baseline']): string | undefined => (isMean(side) ? 'geometric mean' : undefined);

const FIGURES: Figure[] = [
  {
    name: 'baseline',
    of: ({ metric, baseline }) => mean(metric, baseline.mean),
    why: whyNoMean,
    note: ({ baseline }) => meanNote(baseline),
  },
  {
    name: 'other',
    of: ({ metric, other }) => mean(metric, other.mean),
    why: whyNoMean,
    note: ({ other }) => meanNote(other),
  },
  { name: 'difference', of: ({ effect }) => effect && formatDifference(effect.ratio - 1), why: whyNoRatio },
  { name: 'interval', of: intervalCell, why: whyNoInterval },
  { name: 'from', of: ({ effect }) => effect && countText(effect), why: whyNoRatio },
  { name: 'margin', of: ({ effect }) => percentText(effect?.marginPercent), why: whyNoRatio },
  {
    name: 'noise floor',
    of: ({ effect }) => percentText(effect?.noiseFloorPercent),
    why: whyNoNoiseFloor,
    note: ({ effect }) => effect?.noiseSource && `from ${effect.noiseSource}`,
    ofNoise: true,
  },
  {
    name: 'detects',
    of: ({ effect }) => percentText(effect?.smallestShownPercent),
    why: whyNoDetection,
    ofNoise: true,
  },
  { name: 'rounds needed', of: roundsCell, why: whyNoRounds, note: roundsNote, ofNoise: true },
];

function intervalCell({ effect }: MetricOutcome): string | null {
  const text = effect && intervalText(effect);
  return effect && text && `${text} (${confidenceText(effect)})`;
}

function roundsCell(told: MetricOutcome): string | null {
  const needed = roundsStillToRun(told);
  return needed && aboutRounds(needed.rounds);
}

const TO_SHOW = { difference: 'to show this difference', equality: 'to show that they are equal' } as const;

function roundsNote(told: MetricOutcome): string | undefined {
  const needed = roundsStillToRun(told);
  return needed ? TO_SHOW[needed.toShow] : undefined;
}

function Cell({ figure: { of, why, note }, outcome }: { figure: Figure; outcome: MetricOutcome }) {
  const below = note?.(outcome);
  return (
    <td>
      <Measured value={of(outcome)} why={why(outcome)}>
        {(text) => text}
      </Measured>
      {below && <Small text={below} />}
    </td>
  );
}

/** With what no figure beside it says; where the test could not have shown it, why, unless the headline says it. */
function Answer({ outcome, said }: { outcome: MetricOutcome; said: string }) {
  const { couldShow, couldShowSentence } = outcome;
  const reasons = [
    ...reasonsBeside(outcome),
    ...(couldShow === 'yes' || said.includes(couldShowSentence) ? [] : [couldShowSentence]),
  ];
  return (
    <td className="left min-w-56 !whitespace-normal">
      <OutcomeChip outcome={outcome} text={saysText(outcome)} />
      {reasons.map((reason) => (
        <Small key={reason} text={reason} />
      ))}
    </td>
  );
}

const Small = ({ text }: { text: string }) => (
  <span className="mt-0.5 block min-w-24 max-w-56 whitespace-normal text-xs text-muted [overflow-wrap:anywhere]">
    {unbroken(text)}
  </span>
);
