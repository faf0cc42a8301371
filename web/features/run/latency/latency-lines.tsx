import { PLOT_LEFT, PLOT_TOP, type StripView } from '@/charts/strip-spans';
import type { LatencyColumn, LatencyMap } from './latency-map';

export const LINES = [
  { name: 'p50', of: ({ p50Ms }: LatencyColumn) => p50Ms, dash: undefined },
  { name: 'p99', of: ({ p99Ms }: LatencyColumn) => p99Ms, dash: '5 3' },
] as const;

interface LatencyLinesProps {
  drawn: LatencyMap;
  view: StripView;
  plotWidth: number;
}

/** p50 and p99 of each interval over the cells, cased so that they stand out from any of them. */
export function LatencyLines({ drawn: { columns, map, rowPx, placeOf }, view, plotWidth }: LatencyLinesProps) {
  const scale = plotWidth / (view.toUs - view.fromUs);
  const height = map.rows * rowPx;
  const pathOf = (of: (column: LatencyColumn) => number | null): string =>
    columns
      .map((column, i) => {
        const ms = of(column);
        if (ms === null) return '';
        const before = columns[i - 1];
        const joined = before !== undefined && of(before) !== null && before.toUs === column.fromUs;
        const [left, right] = [(column.fromUs - view.fromUs) * scale, (column.toUs - view.fromUs) * scale];
        const y = placeOf(ms) * rowPx;
        return `${joined ? 'L' : 'M'}${left} ${y}L${right} ${y}`;
      })
      .join('');
  return (
    <svg
      aria-hidden
      width={plotWidth}
      height={height}
      className="pointer-events-none absolute overflow-hidden"
      style={{ left: PLOT_LEFT, top: PLOT_TOP }}
    >
      {LINES.map(({ name, of, dash }) => (
        <g key={name} fill="none">
          <path d={pathOf(of)} stroke="var(--panel)" strokeWidth="4" />
          <path d={pathOf(of)} stroke="var(--text)" strokeWidth="1.75" strokeDasharray={dash} />
        </g>
      ))}
    </svg>
  );
}
