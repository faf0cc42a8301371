import type { Effect } from '@contract/comparison';
import { formatDifference } from '@rules/words/numbers';
import { bandOf, drawnEnds, type IntervalScale } from './interval-scale';

/** Labels of the axis. */
export function IntervalAxis({ scale }: { scale: IntervalScale }) {
  return (
    <svg width={scale.width} height="16" aria-hidden className="block overflow-visible text-[11px]">
      {scale.ticks.map(({ x, label }) => (
        <text key={label} x={x} y="12" textAnchor="middle" className="fill-muted">
          {label}
        </text>
      ))}
    </svg>
  );
}

interface IntervalDrawingProps {
  effect: Effect;
  scale: IntervalScale;
  height: number;
  ink: string;
}

/** Lines of the axis, the band within which nothing is claimed, the interval and its point; hollow without an interval. */
export function IntervalDrawing({ effect, scale, height, ink }: IntervalDrawingProps) {
  const { x, ticks, width, isBeyond } = scale;
  const { ratio } = effect;
  const { low, high } = drawnEnds(effect);
  const band = 1 + bandOf(effect) / 100;
  const margin = 1 + effect.marginPercent / 100;
  const y = height / 2;
  const cap = Math.min(9, height / 4);
  const radius = Math.min(6, height / 5);
  return (
    <svg width={width} height={height} aria-hidden className="block overflow-visible">
      <rect x={x(1 / band)} width={x(band) - x(1 / band)} height={height} fill="var(--shade)" />
      {ticks.map((tick) => (
        <path key={tick.label} d={`M${tick.x} 0V${height}`} stroke="var(--line)" />
      ))}
      {band > margin &&
        [margin, 1 / margin].map((at) => (
          <path key={at} d={`M${x(at)} 0V${height}`} stroke="var(--line-strong)" strokeDasharray="2 3" />
        ))}
      <path d={`M${x(1)} 0V${height}`} stroke="var(--control)" />
      {low !== null && high !== null && (
        <path
          d={`M${x(low)} ${y}H${x(high)}${endOf(x(low), y, cap, isBeyond(low), -1)}${endOf(x(high), y, cap, isBeyond(high), 1)}`}
          stroke={ink}
          strokeWidth={height > 40 ? 2.5 : 1.5}
          fill="none"
        />
      )}
      {height >= ENDS_HEIGHT && <Ends effect={effect} scale={scale} y={y - cap - 6} />}
      {isBeyond(ratio) ? (
        <path d={`M${x(ratio) - 5} ${y - 5}l6 5l-6 5`} stroke={ink} strokeWidth="2" fill="none" />
      ) : (
        <circle
          cx={x(ratio)}
          cy={y}
          r={radius}
          fill={low === null ? 'var(--panel)' : ink}
          stroke={ink}
          strokeWidth="1.5"
        />
      )}
    </svg>
  );
}

/** Room for the figures at both ends. */
const ENDS_HEIGHT = 60;
/** Of two figures beside each other. */
const ENDS_APART = 52;

/** What either end of the interval is, where there is room for both. */
function Ends({ effect, scale: { x, width }, y }: { effect: Effect; scale: IntervalScale; y: number }) {
  const { low, high } = drawnEnds(effect);
  if (low === null || high === null || x(high) - x(low) < ENDS_APART) return null;
  return (
    <g className="fill-muted text-[11px]">
      {[low, high].map((end) => (
        <text key={end} x={Math.min(width - 20, Math.max(20, x(end)))} y={y} textAnchor="middle">
          {formatDifference(end - 1)}
        </text>
      ))}
    </g>
  );
}

/** A bar where the interval ends; an arrow where it goes on beyond the axis. */
const endOf = (x: number, y: number, cap: number, beyond: boolean, way: -1 | 1): string =>
  beyond ? `M${x - way * cap} ${y - cap}L${x} ${y}L${x - way * cap} ${y + cap}` : `M${x} ${y - cap}V${y + cap}`;
