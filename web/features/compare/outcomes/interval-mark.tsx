import type { Effect, MetricOutcome } from '@contract/comparison';
import { intervalText } from './outcomes';

const WIDTH = 168;
const HEIGHT = 16;

/** The farthest that an interval or a margin of the table goes, as a logarithm of the ratio; null without any interval. */
export function reachOfIntervals(outcomes: MetricOutcome[]): number | null {
  const ends = outcomes.flatMap(({ effect }) =>
    effect?.low != null && effect.high != null ? [Math.abs(Math.log(effect.low)), Math.abs(Math.log(effect.high))] : [],
  );
  if (ends.length === 0) return null;
  const margins = outcomes.flatMap(({ effect }) => (effect ? [Math.log1p(bandOf(effect) / 100)] : []));
  return Math.max(...ends, ...margins) * 1.05;
}

/** A difference has to exceed both. */
const bandOf = ({ marginPercent, noiseFloorPercent }: Effect): number =>
  Math.max(marginPercent, noiseFloorPercent ?? 0);

/** The interval of the ratio around no change, all rows of a table on one scale, and in words beside it. */
export function IntervalMark({ effect, reach }: { effect: Effect; reach: number }) {
  const text = intervalText(effect);
  if (text === null || effect.low === null || effect.high === null)
    return <span className="text-xs text-muted">none: too few repetitions</span>;
  const x = (log: number): number => WIDTH / 2 + (log / reach) * (WIDTH / 2 - 5);
  const [low, high, ratio] = [effect.low, effect.high, effect.ratio].map((value) => x(Math.log(value))) as [
    number,
    number,
    number,
  ];
  const band = Math.log1p(bandOf(effect) / 100);
  return (
    <>
      <svg width={WIDTH} height={HEIGHT} aria-hidden className="block">
        <rect x={x(-band)} width={x(band) - x(-band)} height={HEIGHT} fill="var(--shade)" />
        <path d={`M${WIDTH / 2} 0V${HEIGHT}`} stroke="var(--line-strong)" />
        <path
          d={`M${low} ${HEIGHT / 2}H${high}M${low} 4V12M${high} 4V12`}
          stroke="var(--text)"
          strokeWidth="1.5"
          fill="none"
        />
        <circle cx={ratio} cy={HEIGHT / 2} r="3.5" fill="var(--accent)" />
      </svg>
      <span className="text-xs">{text}</span>
    </>
  );
}
