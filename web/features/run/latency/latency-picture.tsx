import type { StepLatencyOverTime } from '@contract/latency-over-time';
import { formatExact, formatSignificant } from '@rules/words/numbers';
import { HeatChart } from '@/charts/heat/heat-chart';
import { scaleStyle } from '@/charts/heat/heat-paint';
import { PictureMenu } from '@/charts/save/picture-menu';
import { notesInView } from '@/charts/save/picture-notes';
import type { StripView } from '@/charts/strip-spans';
import type { LinkedStrip } from '@/features/run/series/linked-strips';
import { LatencyLines, LINES } from './latency-lines';
import { type LatencyMap, LEAST_DRAWN } from './latency-map';
import { LatencyTable } from './latency-table';

const INK = '--side-e';

interface LatencyPictureProps {
  steps: StepLatencyOverTime[];
  drawn: LatencyMap;
  view: StripView;
  linked: LinkedStrip;
  table: boolean;
}

/** Time across, latency upwards, colour by share of the requests that ended then. */
export function LatencyPicture({ steps, drawn, view, linked, table }: LatencyPictureProps) {
  const { cursorUs, onCursor, picks } = linked;
  const { columns, rows, map, marks, rowPx, placeOf } = drawn;
  const tell = (row: number, _: number | null, at: number): string => {
    const [column, range] = [columns[at], rows[row]];
    if (!column || !range) return '';
    const count = column.counts[row] ?? 0;
    const [from, to] = [formatSignificant(range.fromUs / 1000), formatSignificant(range.toUs / 1000)];
    const share =
      count === 0
        ? 'none'
        : `${formatSignificant((100 * count) / column.requests)} % of ${formatExact(column.requests)} requests`;
    const lines = LINES.flatMap(({ name, of }) => {
      const ms = of(column);
      return ms === null ? [] : `${name} ${formatSignificant(ms)} ms`;
    });
    return [`${from} to ${to} ms: ${share}`, lines.join(', ')].filter(Boolean).join(' · ');
  };
  const first = columns[0]?.p50Ms ?? null;
  return (
    <figure className="min-w-0" aria-label="Latency over time" data-picture="">
      <figcaption className="mb-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
        {LINES.map(({ name, dash }) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <svg aria-hidden width="22" height="8">
              <path d="M0 4H22" stroke="var(--text)" strokeWidth="1.75" strokeDasharray={dash} />
            </svg>
            {name}
          </span>
        ))}
        <span className="inline-flex items-center gap-1.5">
          requests: ≤ 0.01 %
          <span aria-hidden className="h-2.5 w-24 rounded-[2px]" style={{ background: scaleStyle(INK, LEAST_DRAWN) }} />
          100 %, log scale
        </span>
        <span className="sm:ml-auto">
          <PictureMenu
            title="Latency over time"
            painted
            csv={async () => (await import('./latency-csv')).latencyCsv(drawn, view)}
            notes={notesInView(view)}
          />
        </span>
      </figcaption>
      <HeatChart
        label="Latency over time"
        {...{ map, view, tell, rowPx, cursorUs, onCursor, picks }}
        rowMarks={marks}
        entryRow={first === null ? 0 : Math.floor(placeOf(first))}
        bands={[]}
        groups={[]}
        ink={INK}
        over={({ plotWidth }) => <LatencyLines drawn={drawn} view={view} plotWidth={plotWidth} />}
        atRest="Point at a cell for its figures."
      />
      <p className="mt-1 text-xs text-muted">{aboutOf(steps, view, table)}</p>
      {table && <LatencyTable columns={columns} zeroUs={view.zeroUs} />}
    </figure>
  );
}

function aboutOf(steps: StepLatencyOverTime[], { spans }: StripView, table: boolean): string {
  const lengths = [...new Set(steps.map(({ overTime }) => overTime.intervalSeconds))];
  const skews = steps.flatMap(({ skewUs }) => skewUs ?? []);
  return [
    `A column is ${lengths.join(' or ')} s: requests that succeeded and ended in it.`,
    `${table ? 'p50, p99 and highest' : 'p50 and p99'} read up to 6 % high, by the width of a bucket.`,
    spans.warmups.length > 0 ? 'Warm-ups (hatched) are not counted.' : '',
    skews.length > 0 ? `Clients began within ${formatSignificant(Math.max(...skews) / 1000)} ms of each other.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
