'use client';

import type { Comparison } from '@contract/comparison';
import { fastestStep, type Spread, spreadsAt } from '@rules/comparison/spread';
import { METRIC_WORDS, metricTitle } from '@rules/outcomes/figures';
import { formatPercent, plural } from '@rules/words/numbers';
import { meanText } from '@/features/compare/outcomes/outcomes';
import { rowText } from '@/features/compare/outcomes/row-text';
import { useRowChoice } from '@/features/compare/url-state';
import { Figure } from '@/ui/figure';
import { Panel } from '@/ui/panel';
import { sideOf } from '@/ui/sides';
import { CaveatsLink } from './caveats-link';
import { Limits } from './limits';
import { RepeatButton } from './repeat-button';

const SHOWN = ['requestsPerSecond', 'serverCpuUsPerRequest', 'latencyMsP99'] as const;

/** Runs of one configuration: how far apart they are is the answer. It is noise only where nothing is known to differ. */
export function NoisePanel({ comparison, frozen }: { comparison: Comparison; frozen: boolean }) {
  const [choice] = useRowChoice();
  const row = choice !== null && comparison.steps[choice - 1] ? choice - 1 : fastestStep(comparison);
  const spreads = row === null ? [] : spreadsAt(comparison, row);
  const shown = SHOWN.flatMap((metric) => spreads.find((spread) => spread.metric === metric) ?? []);
  const alike = comparison.settings.every(({ same }) => same);
  return (
    <Panel
      id="outcome"
      title="Result"
      aside={
        <>
          {row !== null && `at ${rowText(comparison, row)}`}
          <CaveatsLink warnings={comparison.warnings} />
        </>
      }
      actions={!frozen && <RepeatButton comparison={comparison} outcomes={[]} />}
    >
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,19rem)]">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
          {shown.map((spread) => (
            <SpreadFigure key={spread.metric} spread={spread} name={alike ? 'Noise' : 'Spread'} />
          ))}
        </dl>
        {row !== null && <Limits comparison={comparison} row={row} />}
      </div>
      <p className="mt-3 max-w-[90ch] text-sm">{comparison.headline}</p>
    </Panel>
  );
}

function SpreadFigure({ spread: { metric, share, lowest, highest, runs }, name }: { spread: Spread; name: string }) {
  const { unit, label } = METRIC_WORDS[metric];
  const noise = metric === 'requestsPerSecond';
  return (
    <Figure
      label={noise ? `${name} of ${label}` : metricTitle(metric)}
      value={`${noise ? `${name}: ` : ''}${formatPercent(share * 100)} %`}
      note={`${figureText(metric, lowest)} to ${figureText(metric, highest)} ${unit}, ${plural(runs, 'run')}`}
    />
  );
}

/** 'B 43,724': whose figure it is. */
const figureText = (metric: Spread['metric'], { runIndex, value }: Spread['lowest']): string =>
  `${sideOf(runIndex).letter} ${meanText(metric, value)}`;
