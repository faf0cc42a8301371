'use client';

import type { MetricOutcome, ShownResult } from '@contract/comparison';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { formatPercent, plural } from '@rules/words/numbers';
import { SideName } from '@/features/compare/side-name';
import { useRowChoice } from '@/features/compare/url-state';
import { Panel } from '@/ui/panel';
import { OutcomeChip } from './outcome-chip';
import { confidenceText, countText, intervalText, mainOutcomes, saysText } from './outcomes';
import { rowText } from './row-text';

/** What the comparison comes to, then each outcome that is looked for, with what it rests on. Absent in old documents. */
export function HeadlinePanel({ comparison }: { comparison: ShownResult }) {
  const [choice] = useRowChoice();
  const { headline } = comparison;
  if (headline === '') return null;
  const told = mainOutcomes(comparison, choice === null ? null : choice - 1);
  const declared = told.some(({ primary }) => primary);
  const step = rowText(comparison, told[0]?.stepPosition ?? -1);
  return (
    <Panel
      id="outcome"
      title="What it comes to"
      aside={[step, declared && 'declared before the first round'].filter(Boolean).join(', ')}
    >
      <p className="max-w-[80ch] text-lg font-medium leading-snug tracking-tight [overflow-wrap:anywhere]">
        {headline}
      </p>
      <Sides comparison={comparison} />
      {told.length > 0 && (
        <ul className="mt-4 grid gap-x-6 gap-y-4 border-t border-line pt-4 md:grid-cols-2 xl:grid-cols-3">
          {told.map((outcome) => (
            <li key={`${outcome.sideIndex} ${outcome.metric} ${outcome.stepPosition}`} className="min-w-0">
              <Told comparison={comparison} outcome={outcome} said={headline.includes(outcome.sentence)} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Which runs make a side, where some configuration was run more than once. */
function Sides({ comparison }: { comparison: ShownResult }) {
  const { sides, runs } = comparison;
  if (sides.length === runs.length) return null;
  return (
    <ul aria-label="Sides" className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      {sides.map(({ letters, runIds, baseline }, index) => (
        <li key={letters} className="inline-flex min-w-0 items-baseline gap-1.5">
          <SideName comparison={comparison} sideIndex={index} />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {plural(runIds.length, 'run')}
            {baseline && ', baseline'}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface ToldProps {
  comparison: ShownResult;
  outcome: MetricOutcome;
  /** The headline has the sentence already. */
  said: boolean;
}

function Told({ comparison, outcome, said }: ToldProps) {
  const { metric, sideIndex, sentence, couldShow, couldShowSentence } = outcome;
  // Where it could not have shown it, the sentence says why.
  const inSentence = couldShow !== 'yes' && sentence.includes(couldShowSentence);
  return (
    <>
      <h3 className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-sm">
        {comparison.sides.length > 2 && <SideName comparison={comparison} sideIndex={sideIndex} />}
        <span className="font-semibold">{METRIC_WORDS[metric].label}</span>
        <OutcomeChip outcome={outcome} text={saysText(outcome)} />
      </h3>
      {!said && <p className="mt-1 text-sm text-muted [overflow-wrap:anywhere]">{sentence}</p>}
      {!inSentence && couldShowSentence !== '' && (
        <p className="mt-1 text-xs text-muted [overflow-wrap:anywhere]">{couldShowSentence}</p>
      )}
      <Basis outcome={outcome} />
    </>
  );
}

/** What the sentence rests on, figure by figure. */
function Basis({ outcome: { outcome, couldShow, effect } }: { outcome: MetricOutcome }) {
  if (!effect) return null;
  const told = ['higher', 'lower', 'equivalent'].includes(outcome) || couldShow !== 'yes';
  const interval = intervalText(effect);
  const facts: [string, string | null][] = [
    [confidenceText(effect), interval],
    ['from', countText(effect)],
    ['margin', `${formatPercent(effect.marginPercent)} %`],
    ['noise floor', effect.noiseFloorPercent === null ? 'not known' : `${formatPercent(effect.noiseFloorPercent)} %`],
    ['smallest shown', effect.smallestShownPercent === null ? null : `${formatPercent(effect.smallestShownPercent)} %`],
    ['rounds to tell', told || effect.roundsNeeded === null ? null : `about ${effect.roundsNeeded}`],
  ];
  return (
    <dl className="mt-2 flex flex-wrap gap-x-4 gap-y-0.5 text-xs">
      {facts.flatMap(([name, text]) =>
        text === null
          ? []
          : [
              <div key={name} className="flex gap-1.5">
                <dt className="text-muted">{name}</dt>
                <dd>{text}</dd>
              </div>,
            ],
      )}
    </dl>
  );
}
