'use client';

import type { ShownExperiment as Experiment } from '@contract/experiment';
import { declaredRounds } from '@rules/experiment/declared-rounds';
import { aroundNoChange, detectionText } from '@rules/outcomes/answer';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { plural } from '@rules/words/numbers';
import { TriangleAlert } from 'lucide-react';
import { IntervalAxis } from '@/features/compare/outcomes/interval-drawing';
import { type IntervalScale, scaleOf } from '@/features/compare/outcomes/interval-scale';
import { AnswerWord } from '@/features/compare/result/answer-figure';
import { sidesText } from '@/lib/experiment-words';
import { useElementWidth } from '@/ui/browser/element-width';
import { Fold } from '@/ui/fold';
import { Panel } from '@/ui/panel';
import { unbroken } from '@/ui/unbroken';

const HEIGHT = 84;

/** Before there is an answer: what this design can tell apart. */
export function DesignPanel({ experiment }: { experiment: Experiment }) {
  const [box, width] = useElementWidth<HTMLDivElement>();
  const { design, marginPercent, primary, extensionRounds } = experiment;
  const rounds = declaredRounds(experiment);
  const { smallestShownPercent: smallest, intervalPercent, noiseFloorPercent } = design;
  const percents = [smallest ?? 0, intervalPercent, marginPercent, noiseFloorPercent ?? 0];
  const scale =
    width > 0
      ? scaleOf(
          percents.flatMap((percent) => [1 + percent / 100, 1 / (1 + percent / 100)]),
          width,
        )
      : null;
  return (
    <Panel
      id="outcome"
      title="Result"
      aside={`${METRIC_WORDS[primary.metric].label}, step ${primary.stepIndex + 1}: ${sidesText(experiment)}`}
    >
      <div className="grid gap-x-8 gap-y-3 sm:grid-cols-[13rem_minmax(0,1fr)]">
        <div className="grid content-start gap-1">
          <AnswerWord kind="unclear" word="no answer yet" large />
          <p className="text-sm">{detectionText(smallest, null, rounds) ?? 'Too few rounds for a claim'}</p>
          <p className="text-xs text-muted">margin {aroundNoChange(marginPercent)}</p>
          <p className="text-xs text-muted">
            expected interval {aroundNoChange(intervalPercent)} over {plural(rounds, 'round')}
          </p>
          {extensionRounds !== null && (
            <p className="text-xs text-muted">
              {extensionRounds} of these rounds only if the first look is inconclusive
            </p>
          )}
          <p className="text-xs text-muted">
            noise floor {noiseFloorPercent === null ? 'not measured' : aroundNoChange(noiseFloorPercent)}
          </p>
        </div>
        <div ref={box} className="min-w-0" role="img" aria-label={design.sentence}>
          {scale && <Drawing experiment={experiment} scale={scale} />}
          {scale && <IntervalAxis scale={scale} />}
        </div>
      </div>
    </Panel>
  );
}

/** What to know before the first run, the first of it in the closed line. */
export function DesignCaveats({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Fold id="caveats" title={`Caveats ${warnings.length}`} summary={warnings[0]}>
      <ul className="grid gap-2.5">
        {warnings.map((warning) => (
          <li key={warning} className="flex max-w-[110ch] gap-2.5 text-sm">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
            <p className="min-w-0 text-muted [overflow-wrap:anywhere]">{unbroken(warning)}</p>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

/** The interval that is expected where nothing differs, within what is to be detected. */
function Drawing({ experiment, scale }: { experiment: Experiment; scale: IntervalScale }) {
  const { design, marginPercent } = experiment;
  const { x, ticks, width } = scale;
  const up = (percent: number): number => x(1 + percent / 100);
  const down = (percent: number): number => x(1 / (1 + percent / 100));
  const band = Math.max(marginPercent, design.noiseFloorPercent ?? 0);
  const y = HEIGHT / 2;
  const { smallestShownPercent: smallest, intervalPercent } = design;
  return (
    <svg width={width} height={HEIGHT} aria-hidden className="block overflow-visible text-[11px]">
      <rect x={down(band)} width={up(band) - down(band)} height={HEIGHT} fill="var(--shade)" />
      {ticks.map((tick) => (
        <path key={tick.label} d={`M${tick.x} 0V${HEIGHT}`} stroke="var(--line)" />
      ))}
      <path d={`M${x(1)} 0V${HEIGHT}`} stroke="var(--control)" />
      <path
        d={`M${down(intervalPercent)} ${y}H${up(intervalPercent)}M${down(intervalPercent)} ${y - 8}v16M${up(intervalPercent)} ${y - 8}v16`}
        stroke="var(--muted)"
        strokeWidth="2"
        strokeDasharray="5 3"
        fill="none"
      />
      {smallest !== null &&
        [down(smallest), up(smallest)].map((at, side) => (
          <g key={at}>
            <path d={`M${at} 0V${HEIGHT}`} stroke="var(--accent)" strokeWidth="1.5" />
            <text
              x={side === 0 ? at + 5 : at - 5}
              y="11"
              textAnchor={side === 0 ? 'start' : 'end'}
              className="fill-accent"
            >
              would be detected
            </text>
          </g>
        ))}
    </svg>
  );
}
