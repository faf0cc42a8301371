'use client';

import type { MetricOutcome, ShownResult } from '@contract/comparison';
import { intervalText } from '@rules/outcomes/answer';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { formatPercent } from '@rules/words/numbers';
import { OutcomeChip } from '@/features/compare/outcomes/outcome-chip';
import { confidenceText, countText, mainOutcomes, saysText } from '@/features/compare/outcomes/outcomes';
import { SideName } from '@/features/compare/side-name';
import { useRowChoice } from '@/features/compare/url-state';
import { Fold, useFold } from '@/ui/fold';
import { Label } from '@/ui/term';

/** The answer in whole sentences, and the arithmetic behind each of its figures. */
export function WhyPanel({ comparison, alike = false }: { comparison: ShownResult; alike?: boolean }) {
  const [choice] = useRowChoice();
  const [open] = useFold('why');
  const { headline, because } = comparison;
  const told = mainOutcomes(comparison, choice === null ? null : choice - 1);
  if (headline === '' || told.length === 0) return null;
  return (
    // The answer stands once: in the closed line, or whole in the open section.
    <Fold id="why" title="Why this answer" summary={open ? undefined : headline}>
      <p className="max-w-[90ch] text-sm [overflow-wrap:anywhere]">{headline}</p>
      {because !== '' && <p className="mt-2 max-w-[90ch] text-sm text-muted [overflow-wrap:anywhere]">{because}</p>}
      <ul className="mt-4 grid gap-x-6 gap-y-4 border-t border-line pt-4 md:grid-cols-2 xl:grid-cols-3">
        {told.map((outcome) => (
          <li key={`${outcome.sideIndex} ${outcome.metric} ${outcome.stepPosition}`} className="min-w-0">
            <Told comparison={comparison} outcome={outcome} said={`${headline} ${because}`} alike={alike} />
          </li>
        ))}
      </ul>
    </Fold>
  );
}

interface ToldProps {
  comparison: ShownResult;
  outcome: MetricOutcome;
  /** What the headline and its reason say already. */
  said: string;
  /** Runs of one configuration: nothing is held against a noise floor, which they are to show. */
  alike: boolean;
}

function Told({ comparison, outcome, said, alike }: ToldProps) {
  const { metric, sideIndex, sentence, because, couldShow, couldShowSentence } = outcome;
  const text = [sentence, because].filter((part) => part !== '' && !said.includes(part)).join(' ');
  // Where it could not have shown it, the sentence says why.
  const inSentence = couldShow !== 'yes' && sentence.includes(couldShowSentence);
  return (
    <>
      <h3 className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-sm">
        {comparison.sides.length > 2 && <SideName comparison={comparison} sideIndex={sideIndex} />}
        <span className="font-semibold">{METRIC_WORDS[metric].label}</span>
        {!alike && <OutcomeChip outcome={outcome} text={saysText(outcome)} />}
      </h3>
      {text !== '' && <p className="mt-1 text-sm text-muted [overflow-wrap:anywhere]">{text}</p>}
      {!inSentence && couldShowSentence !== '' && (
        <p className="mt-1 text-xs text-muted [overflow-wrap:anywhere]">{couldShowSentence}</p>
      )}
      <Basis outcome={outcome} alike={alike} />
    </>
  );
}

/** What the sentence rests on, figure by figure. */
function Basis({ outcome: { outcome, couldShow, effect }, alike }: Pick<ToldProps, 'outcome' | 'alike'>) {
  if (!effect) return null;
  const told = ['higher', 'lower', 'equivalent'].includes(outcome) || couldShow !== 'yes';
  const facts: [string, string | null][] = [
    [confidenceText(effect), intervalText(effect)],
    ['from', countText(effect)],
    ['margin', `${formatPercent(effect.marginPercent)} %`],
    [
      'noise floor',
      alike ? null : effect.noiseFloorPercent === null ? 'not known' : `${formatPercent(effect.noiseFloorPercent)} %`,
    ],
    [
      'detects',
      alike || effect.smallestShownPercent === null ? null : `${formatPercent(effect.smallestShownPercent)} %`,
    ],
    ['rounds needed', told || effect.roundsNeeded === null ? null : `about ${effect.roundsNeeded}`],
  ];
  return (
    <dl className="mt-2 flex flex-wrap gap-x-4 gap-y-0.5 text-xs">
      {facts.flatMap(([name, text]) =>
        text === null
          ? []
          : [
              <div key={name} className="flex gap-1.5">
                <dt className="text-muted">
                  <Label text={name} />
                </dt>
                <dd>{text}</dd>
              </div>,
            ],
      )}
    </dl>
  );
}
