import type { BenchmarkSummary } from '@contract/benchmark';
import { pointKind } from '@rules/watch/point-answer';
import { plural } from '@rules/words/numbers';
import { pathOf } from '@/charts/plot-frame';
import { KIND_INKS } from '@/features/compare/outcomes/kind-inks';
import { joinedStretches } from '../chart/shown-points';
import { stripPlaces } from '../chart/strip-places';

const WIDTH = 220;
const HEIGHT = 32;

/** The newest points in small: no change in the middle, the margin shaded, gaps crossed out, a line where an epoch begins. */
export function HistoryStrip({ benchmark: { strip, primary, marginPercent } }: { benchmark: BenchmarkSummary }) {
  const { marks, borders, band } = stripPlaces(strip, marginPercent, { width: WIDTH, height: HEIGHT });
  const values = strip.filter(({ gap }) => gap === null).length;
  const words = `The newest ${plural(strip.length, 'point')}: ${plural(values, 'value')}, ${plural(strip.length - values, 'gap')}`;
  return (
    <svg role="img" aria-label={words} width={WIDTH} height={HEIGHT} className="inline-block align-middle">
      <title>{words}</title>
      {band && <rect y={band.top} width={WIDTH} height={band.bottom - band.top} fill="var(--shade)" />}
      {band && <path d={`M0 ${band.middle}H${WIDTH}`} stroke="var(--line-strong)" />}
      {borders.map((x) => (
        <path key={x} d={`M${x} 0V${HEIGHT}`} stroke="var(--control)" strokeDasharray="2 2" />
      ))}
      {!band &&
        joinedStretches(marks, ({ y }) => y !== null).map((own) => (
          <path
            key={own[0]?.point.experimentId}
            d={pathOf(own.map(({ x, y }) => [x, y ?? 0]))}
            fill="none"
            stroke="var(--line-strong)"
          />
        ))}
      {marks.map(({ point, x, y, ends }) => {
        if (y === null) return <Gap key={point.experimentId} x={x} />;
        const kind = pointKind(point, primary.metric, marginPercent);
        const ink = kind ? KIND_INKS[kind] : 'var(--text)';
        return (
          <g key={point.experimentId} stroke={ink}>
            {ends && <path d={`M${x} ${ends[0]}V${ends[1]}`} opacity={0.55} />}
            <circle cx={x} cy={y} r={2} fill={ink} />
          </g>
        );
      })}
    </svg>
  );
}

const Gap = ({ x }: { x: number }) => (
  <path d={`M${x - 2} ${HEIGHT - 5}l4 4m0 -4l-4 4`} stroke="var(--warn)" strokeWidth="1.2" />
);
