import { timeTicks } from '@/charts/chart-maths';
import { PLOT_LEFT, PLOT_TOP, type StripView } from '@/charts/strip-spans';
import { formatOffset } from '@/lib/time';
import type { RowMark } from './heat-map';

interface RowNamesProps {
  marks: RowMark[];
  rowPx: number;
  groups: { row: number; name: string }[];
}

export function RowNames({ marks, rowPx, groups }: RowNamesProps) {
  return (
    <div aria-hidden className="pointer-events-none text-muted">
      {marks.map(({ at, name }) => (
        <span
          key={name}
          className="absolute -translate-y-1/2 whitespace-nowrap text-right"
          style={{ right: `calc(100% - ${PLOT_LEFT - 22}px)`, top: PLOT_TOP + at * rowPx }}
        >
          {name}
        </span>
      ))}
      {groups.map(({ row, name }) => (
        <span
          key={name}
          className="absolute right-0 border-t border-line-strong"
          style={{ left: 0, top: PLOT_TOP + row * rowPx }}
        >
          <span className="absolute left-0 top-0.5">{name}</span>
        </span>
      ))}
    </div>
  );
}

export function TimeAxis({ view: { fromUs, toUs, zeroUs }, plotWidth }: { view: StripView; plotWidth: number }) {
  const [from, to] = [(fromUs - zeroUs) / 1e6, (toUs - zeroUs) / 1e6];
  return (
    <div aria-hidden className="pointer-events-none text-muted">
      {timeTicks(from, to, plotWidth).map((at) => (
        <span
          key={at}
          className="absolute bottom-1 -translate-x-1/2"
          style={{ left: PLOT_LEFT + ((at - from) / (to - from)) * plotWidth }}
        >
          {formatOffset(at)}
        </span>
      ))}
    </div>
  );
}
